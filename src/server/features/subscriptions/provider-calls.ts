import { withTimeout } from '#server/platform/concurrency/with-timeout.ts'
import { PaymentDeclined, PaymentProviderDown } from '#server/platform/payments/payments.ts'
import { AppError } from '#shared/errors.ts'

/** The web app's verification request times out after 15 seconds, so we must respond earlier. */
const timeoutMs = 13_000

/** Check the deadline before each change, because no change must happen after we've reported a failure. */
export type Deadline = { throwIfPassed(): void }

/** `sentence` is the error if the provider is down or too slow. */
export async function callProvider<T>(sentence: string, work: (deadline: Deadline) => Promise<T>): Promise<T> {
  try {
    return await inTime(work)
  } catch (error) {
    if (error instanceof PaymentDeclined) {
      const declined =
        'Your card was declined. Nothing has changed. Use another card in the billing portal and try again.'
      throw new AppError('VALIDATION_FAILED', declined, { fields: { planId: declined } })
    }
    if (!(error instanceof PaymentProviderDown)) throw error
    // The cause is logged but not sent to the client.
    throw Object.assign(new AppError('PAYMENT_PROVIDER', sentence), { cause: error })
  }
}

async function inTime<T>(work: (deadline: Deadline) => Promise<T>) {
  let isOver = false
  const deadline = {
    throwIfPassed() {
      if (isOver) throw new PaymentProviderDown('The request has already timed out')
    },
  }
  return await withTimeout(work(deadline), timeoutMs, () => {
    isOver = true
    return new PaymentProviderDown('No response in time')
  })
}
