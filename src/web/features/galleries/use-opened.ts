import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { isGiven, takeGiven } from '#web/lib/page-data.ts'
import { useSession } from '#web/lib/session.ts'
import { useMounted } from '#web/lib/use-mounted.ts'
import { type Refusal, toRefusal } from './refusal.ts'

type Options<Open> = {
  page: 'gallery' | 'image'
  id: string
  /** Fetches it, and is counted by that. */
  fetchOpen: (signal: AbortSignal) => Promise<Open>
  /** For what came with the page: is counted and nothing else. */
  count: () => Promise<unknown>
  /** Whether of what came with the page a part is missing, so that it must be fetched after all. */
  isPart?: (open: Open) => boolean
}

/**
 * What a recipient has the address of: open, or refused for a reason that has a screen. What came with the page is what any
 * visitor sees; for somebody with a session it is fetched again, since that may open more.
 */
export function useOpened<Open extends { state: 'open' }>({ page, id, fetchOpen, count, isPart }: Options<Open>) {
  const queryClient = useQueryClient()
  const { status } = useSession()
  const isMounted = useMounted()
  const { data, error, isFetching, refetch } = useQuery<Open | Refusal>({
    queryKey: [page, id],
    queryFn: ({ signal }) => fetchOpen(signal).catch(toRefusal),
  })
  const isOpen = data?.state === 'open'

  // first.js has kept what was pressed until now.
  useEffect(() => void document.dispatchEvent(new Event('alive')), [])

  useEffect(() => {
    // While a page comes alive nobody has a session: that is not known before.
    if (!isMounted || status === 'loading' || !takeGiven(page, id)) return
    if (status === 'signed-in' || (data?.state === 'open' && isPart?.(data as Open)))
      void queryClient.invalidateQueries({ queryKey: [page, id] })
    else if (isOpen) count().catch(() => {})
  }, [isMounted, status, page, id])

  const mayOpenYet = status === 'loading' || (status === 'signed-in' && (isFetching || isGiven(page, id)))
  return {
    /** undefined while it loads, and while a stored session may still open what is closed to strangers. */
    shown: data && !isOpen && mayOpenYet ? undefined : data,
    error: data ? null : error,
    retry: () => void refetch(),
  }
}
