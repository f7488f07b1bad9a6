// @vitest-environment happy-dom
import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { getConfig } from '#shared/config.ts'
import { listPublicLinks } from '#shared/links.ts'
import { aLink } from '#test/support/api-samples.ts'
import { createFakeApi, unreadable } from '#test/support/fake-api.ts'
import { alerts, main, openPage, press } from '#test/support/pages.ts'

const api = createFakeApi()

test('the home page shows its headline, a Get Started link, the features and support', async () => {
  api.answer(listPublicLinks, { success: true, data: [] })
  await openPage('/')
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Share Your Images Beautifully')
  expect(document.title).toBe('Share Your Images Beautifully · Framelight')
  expect(main().getAllByRole('link', { name: 'Get Started' })[0]?.getAttribute('href')).toBe('/register')
  for (const name of ['Private sharing', 'Image comments', 'View analytics', 'Upload images', 'Create links'])
    expect(screen.getByRole('heading', { name: new RegExp(name, 'i') })).toBeDefined()
  const footer = screen.getByRole('contentinfo')
  expect(footer.textContent).toContain('Monday-Friday, 9am-5pm GMT')
  const support = await within(footer).findByRole('link', { name: 'support@framelight.example' })
  expect(support.getAttribute('href')).toBe('mailto:support@framelight.example')
})

test("the footer links to support if the configuration can't load", async () => {
  api.answer(listPublicLinks, { success: true, data: [] })
  api.answer(getConfig, unreadable(404))
  await openPage('/')
  const footer = screen.getByRole('contentinfo')
  expect(footer.textContent).toContain('Monday-Friday, 9am-5pm GMT')
  expect(within(footer).getByRole('link', { name: 'Contact support' }).getAttribute('href')).toBe('/contact')
})

test("the home page shows public links, or an error if they can't load", async () => {
  api.answer(listPublicLinks, unreadable())
  await openPage('/')
  await waitFor(() => expect(alerts()).toEqual(['Failed to fetch public links. Please try again.']))
  api.answer(listPublicLinks, { success: true, data: [aLink({ title: 'Open to everybody' })] })
  await press('Try again')
  const section = within(await screen.findByRole('region', { name: 'Public galleries' }))
  const link = await section.findByRole('link', { name: 'Open to everybody' })
  expect(link.getAttribute('href')).toBe('/links/a-year-outside')
})
