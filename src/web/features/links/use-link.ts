import { useQuery } from '@tanstack/react-query'
import { getLink } from '#shared/links.ts'
import { call } from '#web/lib/api.ts'
import { orSay } from '#web/lib/sentence.ts'

export const useLink = (id: string) =>
  useQuery({
    queryKey: ['links', id],
    queryFn: async () =>
      (await call(getLink, { params: { id } }).catch(orSay('Failed to fetch link. Please try again.'))).data,
  })
