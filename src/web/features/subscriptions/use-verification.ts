import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'
import { getSubscription, type Subscription, verifySubscription } from '#shared/subscriptions.ts'
import { ApiError, call, tokenKey } from '#web/lib/api.ts'
import { toSubscription } from '#web/lib/normalize-subscription.ts'
import { notify } from '#web/lib/notify.ts'
import { queryKeys } from '#web/lib/queries/keys.ts'
import { readStored } from '#web/lib/storage.ts'
import { startVerification, type Verification, wait } from './verification.ts'

/** `isSettled` means there's nothing to verify, because the change didn't need a checkout. */
type Checkout = { sessionId: string | null; isSettled: boolean }

function refusalOf({ sessionId, isSettled }: Checkout) {
  if (!sessionId && !isSettled) return 'No session ID found in the URL. Please try again or contact support.'
  return readStored(tokenKey) === null ? 'Authentication token not found. Please log in again.' : undefined
}

export function useVerification({ sessionId, isSettled }: Checkout) {
  const queryClient = useQueryClient()
  const [state, setState] = useState<Verification>({ step: 'verifying', isRetrying: false })
  const [attempt, setAttempt] = useState(1)

  const start = useEffectEvent((_attempt: number, { sessionId, isSettled }: Checkout) => {
    const refusal = refusalOf({ sessionId, isSettled })
    if (refusal) return setState({ step: 'refused', sentence: refusal })

    const keep = (subscription: Subscription) => queryClient.setQueryData(queryKeys.subscription, subscription)
    const reload = async (signal: AbortSignal) => {
      const subscription = toSubscription(await call(getSubscription, { signal }))
      keep(subscription)
      return subscription
    }
    const verify = async (signal: AbortSignal) => {
      const query = { sessionId: sessionId ?? '' }
      keep(toSubscription(await call(verifySubscription, { query, signal }).catch(sayExpiry)))
    }
    // Without a checkout, nothing will change later, so one fetch is enough.
    const known = async (signal: AbortSignal) => queryClient.getQueryData(queryKeys.subscription) ?? reload(signal)
    const ports = isSettled ? { verify: reload, reload: known, wait } : { verify, reload, wait }
    return startVerification(ports, setState)
  })
  useEffect(() => start(attempt, { sessionId, isSettled }), [attempt, sessionId, isSettled])

  return { state, retry: () => setAttempt((last) => last + 1) }
}

/** Shows the error as a toast, because an expired session redirects to the login page. */
function sayExpiry(error: unknown): never {
  if (error instanceof ApiError && error.status === 401) void notify('error', error.message)
  throw error
}
