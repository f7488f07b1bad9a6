// @vitest-environment happy-dom
import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, test } from 'vitest'
import { deleteLink, type Link, listLinks } from '#shared/links.ts'
import { getSubscription } from '#shared/subscriptions.ts'
import { restoreTrash } from '#shared/trash.ts'
import { aLink, aSubscription, aUser } from '#test/support/api-samples.ts'
import { createFakeApi, refusal, unreadable } from '#test/support/fake-api.ts'
import { alerts, openPage, press } from '#test/support/pages.ts'

const api = createFakeApi()
const [table, other] = [aLink({ _id: 'table', title: 'Sunday table' }), aLink({ _id: 'other', title: 'The other' })]
const titles = () =>
  screen
    .queryAllByRole('heading', { level: 3 })
    .flatMap((it) => it.closest('li')?.querySelector('h3')?.textContent ?? [])

function answer(links: Link[]) {
  api.answer(listLinks, { success: true, data: links })
  const usage = { links: links.length, images: 0 }
  api.answer(getSubscription, { success: true, data: aSubscription('free', { usage }) })
}

async function deleteTable() {
  await press('Delete Sunday table')
  await press('Delete', within(await screen.findByRole('dialog', { name: 'Delete Link' })))
}

beforeEach(async () => {
  answer([table, other])
  await openPage('/dashboard', aUser())
})

test('deleting a link from its card can be canceled', async () => {
  await press('Delete Sunday table')
  const dialog = await screen.findByRole('dialog', { name: 'Delete Link' })
  expect(dialog.textContent).toContain(
    'Are you sure you want to delete the link "Sunday table"? You can restore it from the trash for 30 days.All images associated with this link will also be deleted.',
  )
  await press('Cancel', within(dialog))
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(titles()).toEqual(['Sunday table', 'The other'])
})

test('a link can be deleted from its card, and a failure shows an error', async () => {
  api.answer(deleteLink, unreadable())
  await deleteTable()
  await waitFor(() => expect(alerts()).toEqual(['Failed to delete link. Please try again.']))
  api.answer(deleteLink, { success: true, data: { message: 'Deleted' } })
  answer([other])
  await press('Delete', within(screen.getByRole('dialog')))
  await waitFor(() => expect(titles()).toEqual(['The other']))
  expect(api.calls(deleteLink).at(-1)?.params).toEqual({ id: 'table' })
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Your Links' })))
  const meter = await screen.findByRole('meter', { name: 'Links used' })
  await waitFor(() => expect(meter.getAttribute('aria-valuetext')).toBe('1 of 2'))
  expect(screen.getByRole('link', { name: 'Create New Link' })).toBeDefined()
})

describe('Undo in the toast', () => {
  beforeEach(async () => {
    api.answer(deleteLink, { success: true, data: { message: 'Deleted' } })
    answer([other])
    await deleteTable()
    await waitFor(() => expect(titles()).toEqual(['The other']))
    expect(await screen.findByText('"Sunday table" deleted')).toBeDefined()
  })

  test('restores the deleted link', async () => {
    api.answer(restoreTrash, { success: true, data: { done: 1 } })
    answer([table, other])
    await press('Undo')
    await waitFor(() => expect(titles()).toEqual(['Sunday table', 'The other']))
    expect(api.calls(restoreTrash).map(({ body }) => body)).toEqual([{ linkIds: ['table'] }])
    const meter = screen.getByRole('meter', { name: 'Links used' })
    await waitFor(() => expect(meter.getAttribute('aria-valuetext')).toBe('2 of 2'))
  })

  test("says why the link can't be restored", async () => {
    const full = "You've reached your plan's link limit."
    api.answer(restoreTrash, refusal('LINK_LIMIT_REACHED', full))
    await press('Undo')
    expect(await screen.findByText(full)).toBeDefined()
    expect(titles()).toEqual(['The other'])
  })
})
