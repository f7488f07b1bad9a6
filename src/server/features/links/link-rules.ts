import { days, hours } from '#server/platform/clock.ts'
import { AppError, invalidField } from '#shared/errors.ts'
import type { LinkChange } from '#shared/link-forms.ts'
import type { CatalogPlan } from '#shared/plans.ts'
import type { LinkRecord, StoredFields } from './link-rows.ts'

/** Pass only new values, because existing ones remain valid after a downgrade. */
export function checkPlanAllows(
  plan: CatalogPlan,
  { slug, expiresAt }: { slug?: string | undefined; expiresAt?: string | null | undefined },
  now: Date,
) {
  if (slug !== undefined && !plan.allows.customSlugs) {
    throw new AppError('PLAN_FEATURE', 'Custom links are a Gold feature. Please upgrade to choose your own.')
  }
  if (!expiresAt) return
  const aheadMs = Date.parse(expiresAt) - now.getTime()
  if (aheadMs <= 0) throw invalidField('expiresAt', 'Expiration date must be in the future')
  const { maxExpiryDays } = plan.allows
  // Allow an hour of grace, because the user's clock may be ahead of ours.
  if (maxExpiryDays !== null && aheadMs > days(maxExpiryDays) + hours(1)) {
    throw new AppError(
      'PLAN_FEATURE',
      `Links on the ${plan.name} plan can expire up to ${maxExpiryDays} days ahead. Upgrade to choose any date.`,
    )
  }
}

export const toInstant = (text: string | null) => text && new Date(text).toISOString()

/** Returns only the fields that differ, because the plan doesn't need to allow unchanged values. */
export function changesIn(link: LinkRecord, change: Omit<LinkChange, 'password'>): Partial<StoredFields> {
  const wanted = change.expiresAt === undefined ? change : { ...change, expiresAt: toInstant(change.expiresAt) }
  const changed = Object.entries(wanted).filter(
    ([name, value]) => value !== undefined && value !== link[name as keyof LinkRecord],
  )
  return Object.fromEntries(changed)
}

/** A link keeps its old slugs forever, so their number is limited. */
export const maxOldSlugs = 20

export const tooManySlugs = () =>
  invalidField(
    'slug',
    `This link has already had ${maxOldSlugs} other custom links, which all redirect to it. Choose one of those.`,
  )

export const slugTaken = () => new AppError('SLUG_TAKEN', 'This link is already taken')

export const limitReached = () =>
  new AppError('LINK_LIMIT_REACHED', "You have reached your plan's link limit. Please upgrade to create more links.")
