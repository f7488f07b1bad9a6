import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useNavigate } from 'react-router'
import { pages } from '#shared/pages.ts'
import { ApiError } from '#web/lib/api.ts'
import { errorMessage } from '#web/lib/error-message.ts'
import { notify } from '#web/lib/notify.ts'
import { ownerQueries } from '#web/lib/queries/owner.ts'
import { useUser } from '#web/lib/session.ts'

/** Redirects to the dashboard if the link is missing or owned by someone else. */
export function useManagedLink(linkId: string) {
  const navigate = useNavigate()
  const userId = useUser()?._id
  const { data, error, refetch } = useQuery(ownerQueries.link(linkId))
  const isRefused = error instanceof ApiError && [400, 403, 404, 410].includes(error.status)
  const isForeign = data !== undefined && userId !== undefined && data.user !== userId
  const isMissing = isRefused || isForeign
  const sentence = error ? errorMessage(error, 'Failed to fetch images. Please try again.') : ''

  useEffect(() => {
    if (!isMissing) return
    void notify('error', isForeign ? 'Link not found' : sentence)
    void navigate(pages.dashboard, { replace: true })
  }, [isMissing, isForeign, sentence, navigate])

  return { link: isMissing ? undefined : data, failure: isMissing || data ? '' : sentence, retry: () => void refetch() }
}
