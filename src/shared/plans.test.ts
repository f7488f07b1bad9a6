import { expect, test } from 'vitest'
import { plans, usageLevel, usagePercent, withStudio } from './plans.ts'
import { plan } from './subscriptions.ts'

test.each([
  ['free', 'Free', 0, 2, 50],
  ['plus', 'Plus', 9.99, 10, 250],
  ['gold', 'Gold', 19.99, 25, 750],
] as const)('%s has the documented price and limits', (id, name, price, linkLimit, imageLimit) => {
  expect(plans[id]).toMatchObject({ id, name, price, currency: 'USD', linkLimit, imageLimit })
})

test.each([
  ['free', ['Public/private links', 'Basic analytics', 'Watermarks of your own']],
  ['plus', ['Custom expiration dates', 'Advanced analytics', 'Priority support', 'Custom branding', 'Own domain']],
  ['gold', ['Custom slugs', 'Premium analytics', 'Priority support', 'No watermarks', 'Custom branding', 'Own domain']],
] as const)('%s lists its main features', (id, features) => {
  expect(plans[id].features).toEqual(expect.arrayContaining([...features]))
})

test('the features list the same numbers as the limits', () => {
  for (const { features, linkLimit, imageLimit } of Object.values(plans)) {
    expect(features).toContain(`${linkLimit} shareable links`)
    expect(features).toContain(`Up to ${imageLimit} images total`)
  }
})

test('a plan advertises custom slugs and dates if and only if it allows them', () => {
  for (const { features, allows } of Object.values(plans)) {
    expect(features.includes('Custom slugs')).toBe(allows.customSlugs)
    expect(features.includes('Custom expiration dates')).toBe(allows.maxExpiryDays === null)
  }
})

test.each([
  ['free', 'basic', 30],
  ['plus', 'advanced', 90],
  ['gold', 'premium', 365],
] as const)('%s has %s analytics for %d days and lists them as a feature', (id, level, days) => {
  expect(plans[id].allows.analytics).toEqual({ level, days })
  expect(plans[id].features.map((feature) => feature.toLowerCase())).toContain(`${level} analytics`)
})

test('a plan advertises priority support and no watermarks if and only if it has them', () => {
  for (const { features, allows } of Object.values(plans)) {
    expect(features.includes('Priority support')).toBe(allows.prioritySupport)
    expect(features.includes('No watermarks')).toBe(!allows.brandingLine)
  }
})

test('a plan advertises branding, an own domain and collaborators if and only if it has them', () => {
  for (const { features, allows } of Object.values(plans)) {
    expect(features.includes('Custom branding')).toBe(allows.studio)
    expect(features.includes('Own domain')).toBe(allows.ownDomain)
    expect(features.includes(`${allows.collaborators} collaborators`)).toBe(allows.collaborators > 0)
  }
})

test('with everything for studios, a plan keeps the line about Framelight', () => {
  expect(withStudio(plans.free).allows).toEqual({
    ...plans.free.allows,
    studio: true,
    ownDomain: true,
    collaborators: 10,
  })
})

test('with everything for studios, a plan advertises it once', () => {
  const studio = ['Custom branding', 'Own domain', '10 collaborators']
  expect(withStudio(plans.free).features).toEqual([...plans.free.features, ...studio])
  const plus = plans.plus.features.filter(
    (feature) => !['Custom branding', 'Own domain', '2 collaborators'].includes(feature),
  )
  expect(withStudio(plans.plus).features).toEqual([...plus, ...studio])
  expect(withStudio(plans.gold).features).toEqual(plans.gold.features)
})

test('only Gold has custom slugs, and Free limits expiry dates to 30 days', () => {
  expect(Object.values(plans).filter(({ allows }) => allows.customSlugs)).toEqual([plans.gold])
  expect(plans.free.allows.maxExpiryDays).toBe(30)
})

test('the public plan schema omits the internal rules', () => {
  for (const [id, { allows, ...shown }] of Object.entries(plans)) {
    expect(plan.parse(plans[id as keyof typeof plans])).toEqual(shown)
    expect(allows).toBeDefined()
  }
})

test('each plan costs more and allows more than the one before', () => {
  const inOrder = Object.values(plans)
  for (const figure of ['price', 'linkLimit', 'imageLimit'] as const) {
    const figures = inOrder.map((each) => each[figure])
    expect(figures).toEqual([...new Set(figures)].sort((a, b) => a - b))
  }
})

test.each([
  [0, 2, 0, 'low'],
  [29, 50, 58, 'low'],
  [30, 50, 60, 'medium'],
  [39, 50, 78, 'medium'],
  [40, 50, 80, 'high'],
  [749, 750, 99, 'high'],
  [50, 50, 100, 'full'],
  [60, 50, 120, 'full'],
  [0, 0, 100, 'full'],
] as const)('using %i of %i is %i percent and counts as %s', (used, limit, percent, level) => {
  expect(usagePercent(used, limit)).toBe(percent)
  expect(usageLevel(used, limit)).toBe(level)
})
