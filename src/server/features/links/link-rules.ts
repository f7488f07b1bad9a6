import { days, hours } from '#server/platform/clock.ts'
import { AppError, invalidField } from '#shared/errors.ts'
import type { LinkChange } from '#shared/link-forms.ts'
import type { CatalogPlan } from '#shared/plans.ts'
import type { LinkFields, LinkRecord } from './link-rows.ts'

/** What a link may be on a plan; asked only about values that are new. */
export function checkPlanAllows(
  plan: CatalogPlan,
  { slug, expiresAt }: { slug?: string | undefined; expiresAt?: string | null | undefined },
  now: Date,
) {
  if (slug !== undefined && !plan.allows.customSlugs) {
    throw new AppError('PLAN_FEATURE', 'Custom slugs are part of the Gold plan. Please upgrade to choose your own.')
  }
  if (!expiresAt) return
  const aheadMs = Date.parse(expiresAt) - now.getTime()
  if (aheadMs <= 0) throw invalidField('expiresAt', 'Expiration date must be in the future')
  const { maxExpiryDays } = plan.allows
  // An hour's grace: the clock of whoever picked the last allowed day may be a little ahead of ours.
  if (maxExpiryDays !== null && aheadMs > days(maxExpiryDays) + hours(1)) {
    throw new AppError(
      'PLAN_FEATURE',
      `On the ${plan.name} plan a link can expire up to ${maxExpiryDays} days ahead. Please upgrade to choose any date.`,
    )
  }
}

export const toInstant = (text: string | null) => text && new Date(text).toISOString()

/** The fields that really change: a value that stays as it is needs no permission. */
export function changesIn(link: LinkRecord, change: Omit<LinkChange, 'password'>): Partial<LinkFields> {
  const wanted = change.expiresAt === undefined ? change : { ...change, expiresAt: toInstant(change.expiresAt) }
  const changed = Object.entries(wanted).filter(
    ([name, value]) => value !== undefined && value !== link[name as keyof LinkRecord],
  )
  return Object.fromEntries(changed)
}

/** Old slugs stay their link's for ever, so a link has so many at the most. */
export const maxOldSlugs = 20

export const tooManySlugs = () =>
  invalidField(
    'slug',
    `This link has had ${maxOldSlugs} other addresses already, which all lead to it. Keep one of them.`,
  )

export const slugTaken = () => new AppError('SLUG_TAKEN', 'This slug is already taken')

export const limitReached = () =>
  new AppError('LINK_LIMIT_REACHED', "You have reached your plan's link limit. Please upgrade to create more links.")
