import { type Plan, plans } from '#shared/plans.ts'

/** What a feature of the catalogue means; one that is not here is shown by its name. */
const meanings: Record<string, string> = {
  'Public/private links': 'Public and private links',
  'Basic analytics': 'Basic analytics: totals per link and image',
  'Custom expiration dates': 'Custom expiration dates: any day you like',
  'Advanced analytics': `Advanced analytics: every day for ${plans.plus.allows.analytics.days} days, unique visitors, top images`,
  'Priority support': 'Priority support: your messages are read first',
  'Custom slugs': 'Custom slugs: you choose the address of a link',
  'Premium analytics': 'Premium analytics: a year, referrers, devices, CSV',
  'No watermarks': 'No watermarks: no line ‘Shared with Framelight’ under your galleries',
}

/** The plan's own figures stand above its list in large type. */
const repeatsFigure = (feature: string, { linkLimit, imageLimit }: Plan) =>
  /^Unlimited (links|images)$/.test(feature) ||
  (feature.match(/\d+/g) ?? []).some((figure) => Number(figure) === linkLimit || Number(figure) === imageLimit)

/** What a plan gives beyond its figures, without repeating what the plan before it gives. */
export function pointsOf(plan: Plan, before: Plan | undefined) {
  const own = plan.features.filter((feature) => !repeatsFigure(feature, plan) && !before?.features.includes(feature))
  const points = own.map((feature) => meanings[feature] ?? feature)
  if (before) return [`Everything in ${before.name}`, ...points]
  const { maxExpiryDays } = plans[plan.id].allows
  return maxExpiryDays === null ? points : [...points, `Links that expire, up to ${maxExpiryDays} days ahead`]
}
