import type { CatalogPlan } from './plans.ts'

const hourMs = 60 * 60 * 1000

type Problem = { code: 'VALIDATION_FAILED' | 'PLAN_FEATURE'; sentence: string }

/** Returns why a link can't expire at this time. Check only new dates, because existing ones remain valid. */
export function expiryProblem(
  expiresAt: string,
  plan: Pick<CatalogPlan, 'name' | 'allows'>,
  now: Date,
): Problem | undefined {
  const aheadMs = Date.parse(expiresAt) - now.getTime()
  if (aheadMs <= 0) return { code: 'VALIDATION_FAILED', sentence: 'Expiration date must be in the future' }
  const { maxExpiryDays } = plan.allows
  // Allow an hour of grace, because the user's clock may be ahead of the server's.
  if (maxExpiryDays === null || Number.isNaN(aheadMs) || aheadMs <= (maxExpiryDays * 24 + 1) * hourMs) return undefined
  return {
    code: 'PLAN_FEATURE',
    sentence: `Links on the ${plan.name} plan can expire up to ${maxExpiryDays} days ahead. Upgrade to choose any date.`,
  }
}
