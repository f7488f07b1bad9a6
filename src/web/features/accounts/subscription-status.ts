import type { Subscription } from '#shared/subscriptions.ts'
import { formatDay } from '#web/lib/formats.ts'

/** Until when a plan is paid, and what happens then. */
export function subscriptionStatus({ status, currentPeriodEnd }: Pick<Subscription, 'status' | 'currentPeriodEnd'>) {
  if (currentPeriodEnd === null) return 'Your plan and how much of it you use.'
  const day = formatDay(currentPeriodEnd)
  if (status === 'canceled') return `Paid until ${day}, then Free.`
  if (status === 'past_due') return `The last payment failed. The plan stays until ${day} while it is tried again.`
  return `Renews on ${day}.`
}
