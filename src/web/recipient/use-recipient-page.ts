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
  /** Fetching it counts it. */
  query: UseQueryResult<Open | Refusal>
  /** For what came with the page: counts it and does nothing else. */
  count: () => Promise<unknown>
  /** Whether of what came with the page a part is missing, so that it must be fetched after all. */
  isPart?: (open: Open) => boolean
}

/**
 * What a recipient has the address of: open, or refused for a reason that has a screen. What came with the page is what any
 * visitor sees; for somebody with a session it is fetched again, since that may open more.
 */
export function useRecipientPage<Open extends { state: 'open' }>({ page, id, query, count, isPart }: Options<Open>) {
  const { status } = useSession()
  const isMounted = useMounted()
  const isPreview = usePreviewAs() !== undefined
  const { data, error, isFetching, refetch } = query
  const isOpen = data?.state === 'open'
  const isClosed = data !== undefined && !isOpen && data.state !== 'missing'

  // first-script.js has recorded what was pressed until now.
  useEffect(() => void document.dispatchEvent(new Event('hydrated')), [])

  const countOrRefetch = useEffectEvent(() => {
    const isWhole = data?.state !== 'open' || !isPart?.(data as Open)
    if (status !== 'signed-out' || isPreview || !isWhole) void refetch()
    else if (isOpen) void count().catch(() => {})
  })
  useEffect(() => {
    // While a page hydrates nobody has a session: that is not known before. What is closed to strangers is asked for with a
    // stored token at once, without waiting to hear whose it is.
    if (isMounted && (status !== 'loading' || isClosed) && takePrerendered(page, id)) countOrRefetch()
  }, [isMounted, status, isClosed, page, id])

  const isAsked = status === 'signed-in' || isPreview
  const mayOpenYet = status === 'loading' || (isAsked && (isFetching || isPrerendered(page, id)))
  return {
    /** undefined while it loads, and while a stored session may still open what is closed to strangers. */
    shown: data && !isOpen && mayOpenYet ? undefined : data,
    error: data ? null : error,
    retry: () => void refetch(),
  }
}
