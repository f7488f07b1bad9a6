// @vitest-environment happy-dom
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { listApiKeys } from '#shared/api-keys.ts'
import { getConfig } from '#shared/config.ts'
import { getSubscription } from '#shared/subscriptions.ts'
import {
  createWebhook,
  type Delivery,
  deleteWebhook,
  listDeliveries,
  listWebhooks,
  renewWebhookSecret,
  retryDelivery,
  testWebhook,
  updateWebhook,
  type Webhook,
} from '#shared/webhooks.ts'
import { aConfig, aSubscription, aUser } from '#test/support/api-samples.ts'
import { createFakeApi, refusal, unreachable } from '#test/support/fake-api.ts'
import { openPage, press } from '#test/support/pages.ts'

const api = createFakeApi()
const url = 'https://halden.example/hooks/framelight'
const secret = 'whsec_u3Zk9mVd2sLwT4xBq7Pf0cYh6NrEa8Gj1Ui5oKtXAAA='

const aWebhook = (given: Partial<Webhook> = {}): Webhook => ({
  _id: 'hook1',
  url,
  events: ['images.added', 'choice.sent'],
  links: null,
  isActive: true,
  turnedOffBecause: null,
  createdAt: '2026-11-01T10:00:00.000Z',
  ...given,
})

const aDelivery = (given: Partial<Delivery> = {}): Delivery => ({
  _id: 'message1',
  event: 'images.added',
  createdAt: '2026-11-16T10:00:00.000Z',
  attempts: 1,
  status: 204,
  error: null,
  deliveredAt: '2026-11-16T10:00:01.000Z',
  ...given,
})

const answerWebhooks = (...data: Webhook[]) => api.answer(listWebhooks, { success: true, data })
const dialog = () => within(screen.getByRole('dialog'))
const done = { success: true, data: { message: 'Done' } } as const

beforeEach(() => {
  api.answer(getConfig, { success: true, data: aConfig({ payments: 'off' }) })
  api.answer(listApiKeys, { success: true, data: [] })
})

test('a new webhook shows its secret once', async () => {
  await openPage('/account/programs', aUser())
  expect(await screen.findByText('No webhooks yet.')).toBeDefined()
  await press('Add webhook')
  fireEvent.click(dialog().getByLabelText('Someone comments'))
  fireEvent.click(dialog().getByLabelText('Favorites are sent'))
  await press('Add webhook', dialog())
  expect(await dialog().findByText('URL is required')).toBeDefined()

  fireEvent.change(dialog().getByLabelText('URL'), { target: { value: 'https://10.0.0.1/' } })
  const sentence = "This URL leads to a private network, which isn't allowed."
  api.answer(createWebhook, refusal('VALIDATION_FAILED', sentence, { url: sentence }))
  await press('Add webhook', dialog())
  expect(await dialog().findByText(sentence)).toBeDefined()

  fireEvent.change(dialog().getByLabelText('URL'), { target: { value: url } })
  api.answer(createWebhook, { success: true, data: { ...aWebhook(), secret } })
  answerWebhooks(aWebhook())
  await press('Add webhook', dialog())
  const shown = await screen.findByLabelText<HTMLInputElement>('Webhook secret')
  expect([shown.value, shown.readOnly]).toEqual([secret, true])
  expect(dialog().getByText(/You will not see this again\./)).toBeDefined()
  expect(api.calls(createWebhook).at(-1)?.body).toEqual({
    url,
    events: ['images.added', 'comment.added'],
    links: null,
  })
  await press('Done', dialog())
  expect(await screen.findByRole('heading', { name: url })).toBeDefined()
  expect(screen.getByText('images added, favorites sent')).toBeDefined()
  expect(screen.getByText('Working')).toBeDefined()
})

test('deliveries are listed, and failed ones can be sent again', async () => {
  answerWebhooks(aWebhook())
  const failed = { _id: 'm2', event: 'choice.sent', status: 500, error: 'The receiver answered 500.' } as const
  api.answer(listDeliveries, {
    success: true,
    data: [
      aDelivery({ _id: 'm3', event: 'webhook.test', attempts: 0, status: null, deliveredAt: null }),
      aDelivery({ ...failed, attempts: 3, deliveredAt: null }),
      aDelivery(),
    ],
  })
  await openPage('/account/programs', aUser())
  await press(`Deliveries to ${url}`)
  const rows = within(await screen.findByRole('list', { name: 'Deliveries' })).getAllByRole('listitem')
  expect(rows.map((row) => row.textContent)).toEqual([
    expect.stringMatching(/^Test.*, waiting$/),
    expect.stringMatching(/^Favorites sent.*\. The receiver answered 500\. Tried 3 times\.Try again$/),
    expect.stringMatching(/^Images added.*, delivered$/),
  ])
  api.answer(retryDelivery, done)
  await press('Send Favorites sent again')
  await waitFor(() => expect(api.calls(retryDelivery)[0]?.params).toEqual({ id: 'hook1', deliveryId: 'm2' }))
  api.answer(testWebhook, refusal('RATE_LIMITED', "You've tested your webhooks a lot. Try again in an hour."))
  await press(`Send test to ${url}`)
  expect(await screen.findByText(/tested your webhooks a lot/)).toBeDefined()
})

test('a webhook that was turned off says why and can be turned on again', async () => {
  const turnedOffBecause = "halden.example didn't accept a message for a day."
  answerWebhooks(aWebhook({ isActive: false, turnedOffBecause, links: ['a', 'b'] }))
  await openPage('/account/programs', aUser())
  expect(await screen.findByText(new RegExp(`^Turned off: ${turnedOffBecause}`))).toBeDefined()
  expect([screen.getByText('Off'), screen.getByText('2 links')]).toHaveLength(2)
  api.answer(updateWebhook, { success: true, data: aWebhook() })
  answerWebhooks(aWebhook())
  await press('Turn on')
  expect(await screen.findByText('Webhook turned on')).toBeDefined()
  expect(api.calls(updateWebhook)[0]).toMatchObject({ params: { id: 'hook1' }, body: { isActive: true } })
  expect(await screen.findByText('Working')).toBeDefined()
})

test('a webhook can be edited, get a new secret and be deleted', async () => {
  answerWebhooks(aWebhook())
  await openPage('/account/programs', aUser())
  const choose = async (item: string) => {
    const button = await screen.findByRole('button', { name: `More for ${url}` })
    // The first click loads the menu. After that, it opens on keys and pointers.
    fireEvent.click(button)
    fireEvent.keyDown(button, { key: 'ArrowDown' })
    fireEvent.click(await screen.findByRole('menuitem', { name: item }))
    await screen.findByRole('dialog')
  }
  await choose('Edit')
  fireEvent.click(dialog().getByLabelText('Images are added'))
  api.answer(updateWebhook, { success: true, data: aWebhook() })
  await press('Save', dialog())
  await waitFor(() => expect(api.calls(updateWebhook)[0]?.body).toEqual({ url, events: ['choice.sent'], links: null }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())

  await choose('New secret')
  api.answer(renewWebhookSecret, { success: true, data: { ...aWebhook(), secret } })
  await press('Create secret', dialog())
  expect((await screen.findByLabelText<HTMLInputElement>('Webhook secret')).value).toBe(secret)
  // The dialog with the secret replaces the one before it.
  await press('Done', within(await screen.findByRole('dialog')))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())

  await choose('Delete')
  api.answer(deleteWebhook, unreachable)
  await press('Delete webhook', dialog())
  expect(await dialog().findByRole('alert')).toBeDefined()
  api.answer(deleteWebhook, done)
  answerWebhooks()
  await press('Delete webhook', dialog())
  expect(await screen.findByText('No webhooks yet.')).toBeDefined()
})

test('webhooks that fail to load can be loaded again', async () => {
  api.answer(listWebhooks, unreachable)
  await openPage('/account/programs', aUser())
  expect(await screen.findByText("Couldn't load your webhooks.")).toBeDefined()
  answerWebhooks(aWebhook())
  await press('Try again')
  expect(await screen.findByRole('heading', { name: url })).toBeDefined()
})

test('plans without webhooks offer an upgrade', async () => {
  api.answer(getConfig, { success: true, data: aConfig({ payments: 'test' }) })
  api.answer(getSubscription, { success: true, data: aSubscription('plus') })
  await openPage('/account/programs', aUser())
  const link = await screen.findByRole('link', { name: 'the Gold plan' })
  expect(link.getAttribute('href')).toBe('/pricing')
  expect(await screen.findByText('No webhooks yet.')).toBeDefined()
  expect(screen.queryByRole('button', { name: 'Add webhook' })).toBeNull()
})
