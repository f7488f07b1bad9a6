import { useQuery } from '@tanstack/react-query'
import { siteQueries } from '#web/lib/queries/site.ts'

/** False if the server only saves emails to a folder. True until the configuration has loaded. */
export const useCanEmail = () => useQuery(siteQueries.config).data?.email !== false
