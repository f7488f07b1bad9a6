import { withTimeout } from '#server/platform/concurrency/with-timeout.ts'
import { PaymentDeclined, PaymentProviderDown } from '#server/platform/payments/payments.ts'
import { AppError } from '#shared/errors.ts'

/** Whoever waits for an answer gives up after 15 seconds; ours comes before. */
const patienceMs = 13_000

/** To be asked before anything is changed: whoever was told that it failed must not find it done a minute later. */
export type Deadline = { throwIfPassed(): void }

/** Work that asks the payment provider; when it cannot be reached, or not in time, that is said in this sentence. */
export async function callProvider<T>(sentence: string, work: (deadline: Deadline) => Promise<T>): Promise<T> {
  try {
    return await inTime(work)
  } catch (error) {
    if (error instanceof PaymentDeclined) {
      const declined =
        'Your card was declined. Nothing has changed; use another card in the billing portal and try again.'
      throw new AppError('VALIDATION_FAILED', declined, { fields: { planId: declined } })
    }
    if (!(error instanceof PaymentProviderDown)) throw error
    // The cause is for the log; the caller is told the sentence alone.
    throw Object.assign(new AppError('PAYMENT_PROVIDER', sentence), { cause: error })
  }
}

async function inTime<T>(work: (deadline: Deadline) => Promise<T>) {
  let isOver = false
  const deadline = {
    throwIfPassed() {
      if (isOver) throw new PaymentProviderDown('Nobody waits for it any more')
    },
  }
  return await withTimeout(work(deadline), patienceMs, () => {
    isOver = true
    return new PaymentProviderDown('No answer in time')
  })
}
