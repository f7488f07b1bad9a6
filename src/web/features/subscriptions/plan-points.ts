import { type Plan, plans } from '#shared/plans.ts'

/** Descriptions of the catalog's features. Features that aren't listed here are shown by name. */
const descriptions: Record<string, string> = {
  'Public/private links': 'Public and private links',
  'Basic analytics': 'Basic analytics: totals per link and image',
  'Custom expiration dates': 'Custom expiration dates: any date you like',
  'Advanced analytics': `Advanced analytics: daily numbers for ${plans.plus.allows.analytics.days} days, unique visitors, top images`,
  'Priority support': 'Priority support: we answer your messages first',
  'Custom slugs': 'Custom slugs: choose your own link',
  'Premium analytics': 'Premium analytics: a full year, referrers, devices, CSV export',
  'Read-only API access': 'Read-only API access: programs can read your galleries',
  'API access': 'API access: programs can also upload and manage',
  'Watermarks of your own': 'Your own watermark on the images that visitors see',
  'Custom branding': 'Custom branding: your name, logo and color on galleries and emails',
  'Own domain': 'Own domain: galleries at an address like photos.example.com',
  '2 collaborators': '2 collaborators: people who help with your links',
  '10 collaborators': '10 collaborators: people who help with your links',
  'No watermarks': 'No watermarks: no Framelight branding on your galleries',
}

/** Whether a feature just repeats the plan's limits, which are already shown above the list. */
const repeatsFigure = (feature: string, { linkLimit, imageLimit }: Plan) =>
  /^Unlimited (links|images)$/.test(feature) ||
  (/\b(links?|images)\b/.test(feature) &&
    (feature.match(/\d+/g) ?? []).some((figure) => Number(figure) === linkLimit || Number(figure) === imageLimit))

export function pointsOf(plan: Plan, before: Plan | undefined) {
  const own = plan.features.filter((feature) => !repeatsFigure(feature, plan) && !before?.features.includes(feature))
  const points = own.map((feature) => descriptions[feature] ?? feature)
  if (before) return [`Everything in ${before.name}`, ...points]
  const { maxExpiryDays } = plans[plan.id].allows
  return maxExpiryDays === null ? points : [...points, `Links that expire in up to ${maxExpiryDays} days`]
}
