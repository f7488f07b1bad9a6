// @vitest-environment happy-dom
import { act, fireEvent, screen, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { defaultNotifications } from '#shared/notification-settings.ts'
import { getNotifications, updateNotifications } from '#shared/notifications.ts'
import { createFakeApi } from '#test/support/fake-api.ts'
import { renderPart } from '#test/support/render.ts'
import { browserTimeZone } from '#web/lib/formats.ts'
import { ownerQueries } from '#web/lib/queries/owner.ts'
import { EmailSettings } from './email-settings.tsx'

const api = createFakeApi()

const optionOf = (topic: RegExp, option: string) =>
  within(screen.getByRole('group', { name: topic })).getByRole<HTMLInputElement>('radio', { name: option })

test("the account's time zone can be set to the browser's", async () => {
  api.answer(getNotifications, { success: true, data: { ...defaultNotifications, timeZone: 'Asia/Tokyo' } })
  const requests: unknown[] = []
  api.answer(updateNotifications, ({ body }) => {
    requests.push(body)
    return { success: true as const, data: defaultNotifications }
  })
  renderPart(<EmailSettings />)
  expect(await screen.findByText('Time zone for emails: Asia/Tokyo')).toBeDefined()
  fireEvent.click(screen.getByRole('button', { name: `Use ${browserTimeZone().replaceAll('_', ' ')}` }))
  await vi.waitFor(() => expect(requests).toEqual([{ timeZone: browserTimeZone() }]))
})

test("a refetch in flight doesn't undo a change", async () => {
  const late = Promise.withResolvers<Response>()
  const asItWas = () => Response.json({ success: true, data: defaultNotifications })
  const answers = [asItWas(), late.promise]
  api.answer(getNotifications, () => answers.shift() ?? asItWas())
  api.answer(updateNotifications, { success: true as const, data: defaultNotifications })
  const { client } = renderPart(<EmailSettings />)
  expect((await screen.findAllByRole('radio', { checked: true })).length).toBe(5)
  const refetched = client.refetchQueries(ownerQueries.notifications)

  fireEvent.click(optionOf(/^Comments/, 'Immediately'))
  await vi.waitFor(() => expect(optionOf(/^Comments/, 'Immediately').checked).toBe(true))
  late.resolve(asItWas())
  await act(() => refetched)

  expect(client.getQueryData(ownerQueries.notifications.queryKey)?.comments).toBe('now')
})
