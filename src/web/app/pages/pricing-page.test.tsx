// @vitest-environment happy-dom
import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { getConfig } from '#shared/config.ts'
import { listPublicLinks } from '#shared/links.ts'
import { plans } from '#shared/plans.ts'
import { getSubscription, listPlans } from '#shared/subscriptions.ts'
import { aConfig, aSubscription, aUser } from '#test/support/api-samples.ts'
import { createFakeApi, unreadable } from '#test/support/fake-api.ts'
import { alerts, follow, main, openPage, press, stateNow, urlNow } from '#test/support/pages.ts'

const api = createFakeApi()
const columns = () =>
  main()
    .getAllByRole('article')
    .map(({ textContent }) => textContent)
const mainText = () => screen.getByRole('main').textContent

test("the pricing page shows the plans, an FAQ and a note that cards aren't charged", async () => {
  await openPage('/pricing')
  await waitFor(() => expect(mainText()).toContain("You won't be charged, and real cards aren't accepted."))
  for (const [index, { name, linkLimit, imageLimit }] of Object.values(plans).entries()) {
    expect(main().getAllByRole('article')[index]?.querySelector('h2')?.textContent).toBe(name)
    expect(columns()[index]).toContain(`${linkLimit}links${imageLimit}images in total`)
  }
  expect(columns()).toEqual([
    expect.stringContaining('$0per month'),
    expect.stringMatching(/MOST POPULAR.*\$9\.99per month/),
    expect.stringContaining('$19.99per month'),
  ])
  expect(main().getAllByText('MOST POPULAR')).toHaveLength(1)
  expect(mainText()).toContain('Can I get my money back?Yes, within 14 days of a payment')
  await follow('Get Started', main())
  await waitFor(() => expect(urlNow()).toBe('/register'))
})

test("if plans can't load, the built-in ones are shown with an error", async () => {
  api.answer(listPlans, unreadable(404))
  await openPage('/pricing')
  await waitFor(() => expect(alerts()).toEqual(['Failed to fetch plans. Please try again.']))
  expect(columns()[1]).toContain('$9.99per month')
  api.answer(listPlans, { success: true, data: Object.values(plans) })
  await press('Try again')
  await waitFor(() => expect(alerts()).toEqual([]))
})

test.each([
  ['/pricing', '$12per month11links250images in total'],
  ['/pricing', 'Prints by post'],
  ['/', '$12'],
  ['/register', '3 links and 60 images, free for as long as you like.'],
  ['/terms', 'Plus$1211250'],
  ['/faq', 'Plus: $12 per month, 11 links, 250 images'],
  ['/faq', '3 on Free, 11 on Plus, 25 on Gold'],
])("%s uses the server's plans: %s", async (path, words) => {
  const larger = { ...plans.free, linkLimit: 3, imageLimit: 60 }
  const dearer = { ...plans.plus, price: 12, linkLimit: 11, features: ['11 shareable links', 'Prints by post'] }
  api.answer(listPlans, { success: true, data: [larger, dearer, plans.gold] })
  api.answer(listPublicLinks, { success: true, data: [] })
  await openPage(path)
  await waitFor(() => expect(mainText()).toContain(words))
})

test("if plans aren't for sale, the pricing page says that everything is free", async () => {
  api.answer(getConfig, { success: true, data: aConfig({ payments: 'off' }) })
  await openPage('/pricing')
  expect(await screen.findByRole('heading', { name: 'Everything here is free' })).toBeDefined()
  expect(mainText()).toContain('The person who runs this site decides how much everyone can add.')
  expect(mainText()).not.toContain('$')
  expect(main().getByRole('link', { name: 'Get Started' }).getAttribute('href')).toBe('/register')
})

test('choosing a plan leads to registration when logged out', async () => {
  await openPage('/pricing')
  await follow('Choose Gold')
  await waitFor(() => expect(urlNow()).toBe('/register'))
  expect(stateNow()).toEqual({ from: '/subscription?plan=gold' })
})

test('choosing a plan preselects it when logged in', async () => {
  api.answer(getSubscription, { success: true, data: aSubscription('free') })
  await openPage('/pricing', aUser())
  await waitFor(() => expect(columns()[0]).toContain('Your plan'))
  expect(screen.queryByRole('link', { name: 'Choose Free' })).toBeNull()
  await follow('Choose Gold')
  expect((await screen.findByRole<HTMLInputElement>('radio', { name: /^Gold,/ })).checked).toBe(true)
})
