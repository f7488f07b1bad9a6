import { expect, test } from 'vitest'
import { plans } from '#shared/plans.ts'
import { pointsOf } from './plan-points.ts'

const { free, plus, gold } = plans

test('a plan lists its features without its limits', () => {
  expect(pointsOf(free, undefined)).toEqual([
    'Public and private links',
    'Basic analytics: totals per link and image',
    'Your own watermark on the images that visitors see',
    'Links that expire in up to 30 days',
  ])
})

test('a plan refers to the smaller plan instead of repeating its features', () => {
  expect(pointsOf(plus, free)).toEqual([
    'Everything in Free',
    'Custom expiration dates: any date you like',
    'Advanced analytics: daily numbers for 90 days, unique visitors, top images',
    'Priority support: we answer your messages first',
    'Read-only API access: programs can read your galleries',
    'Custom branding: your name, logo and color on galleries and emails',
    'Own domain: galleries at an address like photos.example.com',
    '2 collaborators: people who help with your links',
  ])
  expect(pointsOf(gold, plus)).toEqual([
    'Everything in Plus',
    'Custom slugs: choose your own link',
    'Premium analytics: a full year, referrers, devices, CSV export',
    'No watermarks: no Framelight branding on your galleries',
    'API access: programs can also upload and manage',
    '10 collaborators: people who help with your links',
  ])
})

test('a number that equals a limit is only left out if it is about links or images', () => {
  expect(pointsOf({ ...gold, linkLimit: 10 }, plus)).toContain('10 collaborators: people who help with your links')
})

test('an unknown feature is shown by its name', () => {
  const changed = { ...plus, features: ['10 shareable links', 'Prints by post'] }
  expect(pointsOf(changed, free)).toEqual(['Everything in Free', 'Prints by post'])
})
