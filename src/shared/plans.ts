import type { KeyScope } from './api-key-forms.ts'

export const planIds = ['free', 'plus', 'gold'] as const
export type PlanId = (typeof planIds)[number]
export type PaidPlanId = Exclude<PlanId, 'free'>

export type Plan = {
  id: PlanId
  name: string
  price: number
  currency: string
  /** Null means unlimited. */
  linkLimit: number | null
  imageLimit: number | null
  storageLimitGb: number | null
  features: string[]
}

type Allowances = {
  customSlugs: boolean
  /** Null means any date. */
  maxExpiryDays: number | null
  /**
   * Basic has totals. Advanced adds days, unique visitors and top images. Premium adds referrers, devices, invitations
   * and CSV.
   */
  analytics: { level: 'basic' | 'advanced' | 'premium'; days: number }
  /** What API keys can do. If payments are off, they can do everything. */
  apiScopes: readonly KeyScope[]
  /** If payments are off, everyone can use webhooks. */
  webhooks: boolean
  /** Messages to support are marked, so they're read first. */
  prioritySupport: boolean
  /** Gallery pages show 'Shared with Framelight', or 'Powered by Framelight' below the owner's own branding. */
  brandingLine: boolean
  /** Whether galleries can show the owner's own name, logo and color. */
  studio: boolean
  ownDomain: boolean
  /** How many people can be invited to help with links. */
  collaborators: number
}

export type CatalogPlan = Plan & { allows: Allowances }

export type Limits = Pick<Plan, 'linkLimit' | 'imageLimit' | 'storageLimitGb'>

export const plans: Record<PlanId, CatalogPlan & { linkLimit: number; imageLimit: number }> = {
  free: {
    id: 'free',
    name: 'Free',
    price: 0,
    currency: 'USD',
    linkLimit: 2,
    imageLimit: 50,
    storageLimitGb: null,
    features: [
      '2 shareable links',
      'Up to 50 images total',
      'Public/private links',
      'Basic analytics',
      'Watermarks of your own',
    ],
    allows: {
      customSlugs: false,
      maxExpiryDays: 30,
      analytics: { level: 'basic', days: 30 },
      apiScopes: [],
      webhooks: false,
      prioritySupport: false,
      brandingLine: true,
      studio: false,
      ownDomain: false,
      collaborators: 0,
    },
  },
  plus: {
    id: 'plus',
    name: 'Plus',
    price: 9.99,
    currency: 'USD',
    linkLimit: 10,
    imageLimit: 250,
    storageLimitGb: null,
    features: [
      '10 shareable links',
      'Up to 250 images total',
      'Public/private links',
      'Custom expiration dates',
      'Advanced analytics',
      'Priority support',
      'Read-only API access',
      'Custom branding',
      'Own domain',
      '2 collaborators',
    ],
    allows: {
      customSlugs: false,
      maxExpiryDays: null,
      analytics: { level: 'advanced', days: 90 },
      apiScopes: ['read'],
      webhooks: false,
      prioritySupport: true,
      brandingLine: true,
      studio: true,
      ownDomain: true,
      collaborators: 2,
    },
  },
  gold: {
    id: 'gold',
    name: 'Gold',
    price: 19.99,
    currency: 'USD',
    linkLimit: 25,
    imageLimit: 750,
    storageLimitGb: null,
    features: [
      '25 shareable links',
      'Up to 750 images total',
      'Public/private links',
      'Custom expiration dates',
      'Custom slugs',
      'Premium analytics',
      'Priority support',
      'No watermarks',
      'API access',
      'Custom branding',
      'Own domain',
      '10 collaborators',
    ],
    allows: {
      customSlugs: true,
      maxExpiryDays: null,
      analytics: { level: 'premium', days: 365 },
      apiScopes: ['read', 'upload', 'manage'],
      webhooks: true,
      prioritySupport: true,
      brandingLine: false,
      studio: true,
      ownDomain: true,
      collaborators: 10,
    },
  },
}

/**
 * What's in the trash doesn't count against the plan, so that it can be restored. Without a limit of its own, uploading
 * and deleting in turns would fill the disk.
 */
export const trashLimit = (limit: number | null) => (limit === null ? null : Math.max(1000, 2 * limit))

const studioFeatures = ({ allows }: CatalogPlan) => [
  'Custom branding',
  'Own domain',
  `${allows.collaborators} collaborators`,
]

/** Includes everything for studios. Whether pages mention Framelight still depends on the plan. */
export function withStudio(plan: CatalogPlan): CatalogPlan {
  const { studio, ownDomain, collaborators } = plans.gold.allows
  const included = studioFeatures(plan)
  const others = plan.features.filter((feature) => !included.includes(feature))
  return {
    ...plan,
    features: [...others, ...studioFeatures(plans.gold)],
    allows: { ...plan.allows, studio, ownDomain, collaborators },
  }
}

/** Also updates the limits in the list of features. */
export function withLimits(plan: CatalogPlan, limits: Limits): CatalogPlan {
  const { linkLimit, imageLimit, storageLimitGb } = limits
  const [_links, _images, ...others] = plan.features
  const features = [
    linkLimit === null ? 'Unlimited links' : `${linkLimit} shareable ${linkLimit === 1 ? 'link' : 'links'}`,
    imageLimit === null ? 'Unlimited images' : `Up to ${imageLimit} images total`,
    ...(storageLimitGb === null ? [] : [`${storageLimitGb} GB of storage`]),
    ...others,
  ]
  return { ...plan, ...limits, features }
}

export type UsageLevel = 'low' | 'medium' | 'high' | 'full'

/** Rounds down, so usage never shows as 100% before the limit is reached. */
export const usagePercent = (used: number, limit: number) => (limit > 0 ? Math.floor((used * 100) / limit) : 100)

export function usageLevel(used: number, limit: number): UsageLevel {
  const percent = usagePercent(used, limit)
  if (percent >= 100) return 'full'
  if (percent >= 80) return 'high'
  return percent >= 60 ? 'medium' : 'low'
}
