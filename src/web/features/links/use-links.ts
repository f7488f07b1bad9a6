import { useQuery } from '@tanstack/react-query'
import { listLinks } from '#shared/links.ts'
import { call } from '#web/lib/api.ts'
import { orSay } from '#web/lib/sentence.ts'

/** All of one's own links, newest first. */
export const useLinks = () =>
  useQuery({
    queryKey: ['links'],
    queryFn: async () => (await call(listLinks).catch(orSay('Failed to fetch links. Please try again.'))).data,
  })
