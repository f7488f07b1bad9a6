// @vitest-environment happy-dom
import { act, fireEvent, screen, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { defaultNotifications } from '#shared/notification-settings.ts'
import { renderPart } from '#test/support/render.ts'
import { browserTimeZone } from '#web/lib/formats.ts'
import { ownerQueries } from '#web/lib/queries/owner.ts'
import { EmailSettings } from './email-settings.tsx'

afterEach(() => vi.unstubAllGlobals())

const optionOf = (topic: RegExp, option: string) =>
  within(screen.getByRole('group', { name: topic })).getByRole<HTMLInputElement>('radio', { name: option })

test("the account's time zone can be set to the browser's", async () => {
  const requests: unknown[] = []
  vi.stubGlobal('fetch', (_url: string, { method = 'GET', body }: RequestInit = {}) => {
    if (method === 'PUT') requests.push(JSON.parse(String(body)))
    return Promise.resolve(Response.json({ success: true, data: { ...defaultNotifications, timeZone: 'Asia/Tokyo' } }))
  })
  renderPart(<EmailSettings />)
  expect(await screen.findByText('Time zone for emails: Asia/Tokyo')).toBeDefined()
  fireEvent.click(screen.getByRole('button', { name: `Use ${browserTimeZone().replaceAll('_', ' ')}` }))
  await vi.waitFor(() => expect(requests).toEqual([{ timeZone: browserTimeZone() }]))
})

test("a refetch in flight doesn't undo a change", async () => {
  const late = Promise.withResolvers<Response>()
  const asItWas = () => Response.json({ success: true, data: defaultNotifications })
  const answers = [Promise.resolve(asItWas()), late.promise]
  vi.stubGlobal('fetch', (url: string, { method = 'GET' }: RequestInit = {}) => {
    if (method !== 'GET') return Promise.resolve(Response.json({ success: true, message: 'Saved' }))
    return url.includes('notifications') ? answers.shift() : Promise.resolve(asItWas())
  })
  const { client } = renderPart(<EmailSettings />)
  expect((await screen.findAllByRole('radio', { checked: true })).length).toBe(4)
  const refetched = client.refetchQueries(ownerQueries.notifications)

  fireEvent.click(optionOf(/^Comments/, 'Immediately'))
  await vi.waitFor(() => expect(optionOf(/^Comments/, 'Immediately').checked).toBe(true))
  late.resolve(asItWas())
  await act(() => refetched)

  expect(client.getQueryData(ownerQueries.notifications.queryKey)?.comments).toBe('now')
})
