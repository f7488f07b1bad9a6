// @vitest-environment happy-dom
import { screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { listSessions } from '#shared/accounts.ts'
import { getConfig } from '#shared/config.ts'
import { getExport } from '#shared/exports.ts'
import { listLinks, listPublicLinks } from '#shared/links.ts'
import { defaultNotifications } from '#shared/notification-settings.ts'
import { getNotifications } from '#shared/notifications.ts'
import { getSubscription } from '#shared/subscriptions.ts'
import { aConfig, aLink, aSubscription, aUser } from '#test/support/api-samples.ts'
import { createFakeApi } from '#test/support/fake-api.ts'
import { openPage } from '#test/support/pages.ts'

const api = createFakeApi()
const forbidden = /upgrade|\bplans?\b|pricing|paid|refund|subscription|\bPlus\b|\bGold\b|\$\d/i

beforeEach(() => {
  api.answer(getConfig, { success: true, data: aConfig({ payments: 'off' }) })
  api.answer(getSubscription, { success: true, data: aSubscription('free', { usage: { links: 2, images: 50 } }) })
  api.answer(listLinks, { success: true, data: [aLink({ imageCount: 50 })] })
  api.answer(listPublicLinks, { success: true, data: [] })
  api.answer(listSessions, { success: true, data: [] })
  api.answer(getNotifications, { success: true, data: defaultNotifications })
  api.answer(getExport, { success: true, data: null })
})

test.each([
  ['/', 'Free for everyone here.', false],
  ['/faq', 'Do I have to pay?', false],
  ['/contact', 'Monday-Friday', false],
  ['/terms', 'Nothing is sold on this site', false],
  ['/dashboard', 'Total Views', true],
  ['/links/create', 'Your usage', true],
  ['/account', 'How much you have added', true],
])('%s says nothing about plans or prices where nothing is sold', async (path, words, isSignedIn) => {
  await openPage(path, isSignedIn ? aUser() : undefined)
  await waitFor(() => expect(document.body.textContent).toContain(words))
  await waitFor(() => expect(screen.queryByRole('link', { name: 'Pricing' })).toBeNull())
  expect(forbidden.exec(document.body.innerText ?? '')?.[0]).toBeUndefined()
})

test.each(['/subscription/success', '/subscription/cancel'])('%s says that nothing is sold', async (path) => {
  await openPage(path, aUser())
  expect(await screen.findByRole('heading', { level: 1, name: 'Nothing to pay here' })).toBeDefined()
})
