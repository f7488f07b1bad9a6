import { useCallback, useEffect, useState } from 'react'
import { useOnline } from '#web/lib/use-online.ts'
import type { Failures } from './slides.ts'

const none: Failures = new Map()
const firstWaitMs = 2000
const longestWaitMs = 30_000

/** Retries failed images with backoff, which starts over when the device is back online. */
export function useFailedImages() {
  const [failures, setFailures] = useState(none)
  const [attempt, setAttempt] = useState(0)
  const isOnline = useOnline()
  const hasFailures = failures.size > 0

  const onFailure = useCallback((imageId: string) => {
    setFailures((before) => new Map(before).set(imageId, (before.get(imageId) ?? 0) + 1))
  }, [])

  useEffect(() => {
    if (!isOnline) setAttempt(0)
    if (!isOnline || !hasFailures) return
    const waitMs = attempt === 0 ? 0 : Math.min(firstWaitMs * 2 ** (attempt - 1), longestWaitMs)
    const timer = setTimeout(() => {
      setAttempt((before) => before + 1)
      setFailures(none)
    }, waitMs)
    return () => clearTimeout(timer)
  }, [isOnline, hasFailures, attempt])

  return { failures, onFailure }
}
