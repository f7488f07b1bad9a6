import type { Subscription } from '#shared/subscriptions.ts'
import { formatDay } from '#web/lib/formats.ts'

export function subscriptionStatus({ status, currentPeriodEnd }: Pick<Subscription, 'status' | 'currentPeriodEnd'>) {
  if (currentPeriodEnd === null) return 'Your plan and usage.'
  const day = formatDay(currentPeriodEnd)
  if (status === 'canceled') return `Paid until ${day}, then Free.`
  if (status === 'past_due') return `Your last payment failed. You'll keep your plan until ${day} while we try again.`
  return `Renews on ${day}.`
}
