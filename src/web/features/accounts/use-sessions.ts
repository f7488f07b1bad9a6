import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { endOtherSessions } from '#shared/accounts.ts'
import { call } from '#web/lib/api.ts'
import { queryKeys } from '#web/lib/queries/keys.ts'
import { ownerQueries } from '#web/lib/queries/owner.ts'

export const useSessions = () =>
  useQuery({
    ...ownerQueries.sessions,
    select: (sessions) => sessions.toSorted((a, b) => Number(b.isCurrent) - Number(a.isCurrent)),
  })

export function useEndOtherSessions() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: async () => (await call(endOtherSessions)).data.ended,
    onSettled: () => queryClient.invalidateQueries({ queryKey: queryKeys.sessions }),
  })
}
