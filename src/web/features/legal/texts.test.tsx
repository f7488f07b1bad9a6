// @vitest-environment happy-dom
import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { plans, withStudio } from '#shared/plans.ts'
import { listPlans } from '#shared/subscriptions.ts'
import { createFakeApi } from '#test/support/fake-api.ts'
import { follow, main, openPage, urlNow } from '#test/support/pages.ts'

const api = createFakeApi()
const textsOf = (elements: HTMLElement[]) => elements.map(({ textContent }) => textContent)
const sections = () => textsOf(main().getAllByRole('heading', { level: 2 }))

test.each([
  ['/terms', 'Terms & Conditions', 'You can get a refund within 14 days of a payment'],
  ['/privacy', 'Privacy Policy', 'We don’t store the IP address itself.'],
  ['/cookie-policy', 'Cookie Policy', 'Viewing a public link doesn’t set any cookies.'],
])('%s is linked in the footer and has a table of contents that matches its sections', async (path, title, words) => {
  await openPage('/faq')
  await follow(title, within(screen.getByRole('contentinfo')))
  await waitFor(() => expect(screen.getByRole('heading', { level: 1 }).textContent).toBe(title))
  expect(urlNow()).toBe(path)
  expect(document.title).toBe(`${title} · Framelight`)
  await waitFor(() => expect(main().getAllByRole('link', { name: 'support@framelight.example' })).not.toEqual([]))
  expect(screen.getByRole('main').textContent).toContain(words)
  const contents = within(screen.getByRole('navigation', { name: 'On this page' })).getAllByRole('link')
  expect(textsOf(contents)).toEqual(sections())
  expect(contents.map((link) => link.getAttribute('href')?.split('#')[1])).toEqual(
    [...document.querySelectorAll('main h2')].map((it) => it.closest('section')?.id),
  )
})

test('the FAQ has five categories and names the plans', async () => {
  await openPage('/faq')
  await waitFor(() => expect(screen.getByRole('main').textContent).toContain('Email support@framelight.example within'))
  expect(sections()).toEqual(['General', 'Account', 'Links', 'Images', 'Billing'])
  for (const { name, linkLimit, imageLimit } of Object.values(plans))
    expect(screen.getByRole('main').textContent).toMatch(
      new RegExp(`${name}: .* ${linkLimit} links, ${imageLimit} images`),
    )
})

test('the FAQ says which plans include branding, an own domain and collaborators', async () => {
  await openPage('/faq')
  const said = () => screen.getByRole('main').textContent
  await waitFor(() => expect(said()).toContain('On Plus and Gold. Under Studio, you can set a name'))
  expect(said()).toContain('On Plus and Gold. Add it under Studio')
  expect(said()).toContain('Yes, up to 2 people on Plus and 10 on Gold. Under Studio')
  expect(said()).toContain('Unless you’re on Gold')
})

test('on a site where every plan includes them, the FAQ says so', async () => {
  api.answer(listPlans, { success: true, data: Object.values(plans).map(withStudio) })
  await openPage('/faq')
  const said = () => screen.getByRole('main').textContent
  await waitFor(() => expect(said()).toContain('On Free, Plus, and Gold. Add it under Studio'))
  expect(said()).toContain('Yes, up to 10 people on Free, 10 on Plus, and 10 on Gold.')
})

test('legal pages link to each other by section, without storing data', async () => {
  await openPage('/cookie-policy')
  await follow('Privacy Policy', main())
  await waitFor(() => expect(urlNow()).toBe('/privacy#counting'))
  expect(await screen.findByRole('heading', { name: 'Counting views' })).toBeDefined()
  expect(document.cookie).toBe('')
  expect(Object.keys(localStorage)).toEqual([])
})
