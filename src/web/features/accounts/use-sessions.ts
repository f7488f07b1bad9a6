import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { endOtherSessions, listSessions } from '#shared/accounts.ts'
import { call } from '#web/lib/api.ts'

/** Where one is signed in, this device first. */
export const useSessions = () =>
  useQuery({
    queryKey: ['sessions'],
    queryFn: async () => (await call(listSessions)).data,
    select: (sessions) => sessions.toSorted((a, b) => Number(b.isCurrent) - Number(a.isCurrent)),
  })

export function useEndOtherSessions() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: async () => (await call(endOtherSessions)).data.ended,
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['sessions'] }),
  })
}
