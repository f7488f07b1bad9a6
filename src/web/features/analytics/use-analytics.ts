import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { getAnalytics, getLinkAnalytics } from '#shared/analytics.ts'
import { call } from '#web/lib/api.ts'

const ownZone = () => Intl.DateTimeFormat().resolvedOptions().timeZone

/** The figures of one link, or of all of them, over so many days as they are cut where the owner lives. */
export const useAnalytics = (linkId: string | undefined, days: number) =>
  useQuery({
    queryKey: ['analytics', linkId ?? 'all', days],
    queryFn: async () => {
      const query = { days, tz: ownZone() }
      const answer = linkId
        ? await call(getLinkAnalytics, { params: { id: linkId }, query })
        : await call(getAnalytics, { query })
      return answer.data
    },
    placeholderData: keepPreviousData,
  })
