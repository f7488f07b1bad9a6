import { useQuery } from '@tanstack/react-query'
import { siteQueries } from '#web/lib/queries/site.ts'
import { count } from './formats.ts'

/** Returns how long deleted links and images can be restored. 0 if there's no trash, or until that's known. */
export const useTrashDays = () => useQuery(siteQueries.config).data?.trashDays ?? 0

/** Ends the question whether to delete something. */
export const undoSentence = (trashDays: number, what: 'it' | 'them', final = 'This action cannot be undone.') =>
  trashDays > 0 ? `You can restore ${what} from the trash for ${count(trashDays, 'day')}.` : final
