import { daysAfter } from '#web/lib/date-time.ts'

/** Uses the same wording as the server's errors. */
export function expiryProblem(instant: string, plan: { name: string; maxDays: number | null }, now: Date) {
  const { name, maxDays } = plan
  const date = new Date(instant)
  if (date <= now) return 'Expiration date must be in the future'
  if (maxDays === null || Number.isNaN(date.getTime()) || date <= daysAfter(now, maxDays)) return undefined
  return `Links on the ${name} plan can expire up to ${maxDays} days ahead. Upgrade to choose any date.`
}
