import { useEffect, useEffectEvent } from 'react'

const longestTimerMs = 2 ** 31 - 1
/** Checks are repeated, because this device's clock may be ahead of the server's. */
const retryAfterMs = 60_000

/** Refetches when the gallery expires, so pages that are still open close too. */
export function useExpiry(expiresAt: string | null, refetch: () => void) {
  const onTime = useEffectEvent(refetch)
  useEffect(() => {
    if (!expiresAt) return
    const waitMs = Date.parse(expiresAt) - Date.now()
    if (waitMs > longestTimerMs) return
    // A gallery can expire between its rendering on the server and this effect.
    let timer = setTimeout(check, Math.max(waitMs, 0) + 500)
    function check() {
      onTime()
      timer = setTimeout(check, retryAfterMs)
    }
    return () => clearTimeout(timer)
  }, [expiresAt])
}
