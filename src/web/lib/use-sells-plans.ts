import { useQuery } from '@tanstack/react-query'
import { siteQueries } from '#web/lib/queries/site.ts'

/** False if nothing is sold on this site (PAYMENTS=off). True until the configuration has loaded. */
export const useSellsPlans = () => useQuery(siteQueries.config).data?.payments !== 'off'
