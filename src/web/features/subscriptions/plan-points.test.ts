import { expect, test } from 'vitest'
import { plans } from '#shared/plans.ts'
import { pointsOf } from './plan-points.ts'

const { free, plus, gold } = plans

test('a plan lists what it gives beyond its figures', () => {
  expect(pointsOf(free, undefined)).toEqual([
    'Public and private links',
    'Basic analytics: totals per link and image',
    'Links that expire, up to 30 days ahead',
  ])
})

test('a plan names the one before it instead of repeating it', () => {
  expect(pointsOf(plus, free)).toEqual([
    'Everything in Free',
    'Custom expiration dates: any day you like',
    'Advanced analytics: every day for 90 days, unique visitors, top images',
    'Priority support: your messages are read first',
  ])
  expect(pointsOf(gold, plus)).toEqual([
    'Everything in Plus',
    'Custom slugs: you choose the address of a link',
    'Premium analytics: a year, referrers, devices, CSV',
    'No watermarks: no line ‘Shared with Framelight’ under your galleries',
  ])
})

test('a feature that only the server knows is shown by its name', () => {
  const changed = { ...plus, features: ['10 shareable links', 'Prints by post'] }
  expect(pointsOf(changed, free)).toEqual(['Everything in Free', 'Prints by post'])
})
