import type { UseQueryResult } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import type { Refusal } from '#web/lib/refusal.ts'
import { useSession } from '#web/lib/session.ts'
import { useMounted } from '#web/lib/use-mounted.ts'
import { usePreviewAs } from '#web/lib/use-preview-as.ts'
import { isPrerendered, takePrerendered } from './page-data.ts'

type Options<Open> = {
  page: 'gallery' | 'image'
  id: string
  /** Fetching counts as a visit. */
  query: UseQueryResult<Open | Refusal>
  /** Counts the visit for prerendered data. */
  count: () => Promise<unknown>
  /** Whether the prerendered data is incomplete and has to be refetched. */
  isPart?: (open: Open) => boolean
}

/** Pages are prerendered for anonymous visitors. Logged-in visitors may have more access, so refetch their data. */
export function useRecipientPage<Open extends { state: 'open' }>({ page, id, query, count, isPart }: Options<Open>) {
  const { status } = useSession()
  const isMounted = useMounted()
  const isPreview = usePreviewAs() !== undefined
  const { data, error, isFetching, refetch } = query
  const isOpen = data?.state === 'open'
  const isClosed = data !== undefined && !isOpen && data.state !== 'missing'

  // On this event, first-script.js replays the last recorded click and releases held-back images.
  useEffect(() => void document.dispatchEvent(new Event('hydrated')), [])

  const countOrRefetch = useEffectEvent(() => {
    const isWhole = data?.state !== 'open' || !isPart?.(data as Open)
    if (status !== 'signed-out' || isPreview || !isWhole) void refetch()
    else if (isOpen) void count().catch(() => {})
  })
  useEffect(() => {
    // The session isn't available during hydration. Closed pages are refetched with the stored token right away, before
    // the session has loaded.
    if (isMounted && (status !== 'loading' || isClosed) && takePrerendered(page, id)) countOrRefetch()
  }, [isMounted, status, isClosed, page, id])

  const isAsked = status === 'signed-in' || isPreview
  const mayOpenYet = status === 'loading' || (isAsked && (isFetching || isPrerendered(page, id)))
  // The page is closed for others, but asking whether it's open for this visitor has failed.
  const hasFailed = isAsked && error !== null && !mayOpenYet
  const shown = data && !isOpen && (mayOpenYet || hasFailed) ? undefined : data
  return {
    /** This is undefined while loading, or while a stored session may still open a closed page. */
    shown,
    error: data && (shown || mayOpenYet) ? null : error,
    retry: () => void refetch(),
  }
}
