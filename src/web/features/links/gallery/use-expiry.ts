import { useEffect, useEffectEvent } from 'react'

const longestTimerMs = 2 ** 31 - 1
/** This device's clock may be ahead of the server's. */
const againAfterMs = 60_000

/** Asks anew when a gallery's time is over, so that a page that stays open closes with it. */
export function useExpiry(expiresAt: string | null, ask: () => void) {
  const onTime = useEffectEvent(ask)
  useEffect(() => {
    if (!expiresAt) return
    const waitMs = Date.parse(expiresAt) - Date.now()
    if (waitMs > longestTimerMs) return
    let timer = setTimeout(check, waitMs < 0 ? againAfterMs : waitMs + 500)
    function check() {
      onTime()
      timer = setTimeout(check, againAfterMs)
    }
    return () => clearTimeout(timer)
  }, [expiresAt])
}
