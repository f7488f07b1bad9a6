// @vitest-environment happy-dom
import { QueryClientProvider } from '@tanstack/react-query'
import { fireEvent, renderHook, screen, waitFor, within } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { getConfig } from '#shared/config.ts'
import { emptyTrash, listTrash, restoreTrash, type TrashEntry } from '#shared/trash.ts'
import { aConfig, aUser } from '#test/support/api-samples.ts'
import { createFakeApi, refusal } from '#test/support/fake-api.ts'
import { main, openPage, press, urlNow } from '#test/support/pages.ts'
import { createQueryClient } from '#web/lib/queries/site.ts'
import { useTrashChanges } from './use-trash.ts'

const api = createFakeApi()
afterEach(() => vi.restoreAllMocks())

const inDays = (days: number) => new Date(Date.now() + days * 86_400_000 - 60_000).toISOString()

const anEntry = (given: Partial<TrashEntry>): TrashEntry => ({
  _id: 'birthday',
  kind: 'link',
  title: 'Birthday',
  thumbnailUrl: null,
  imageCount: 38,
  commentCount: 4,
  bytes: 1000,
  link: null,
  deletedAt: inDays(-1),
  goesAt: inDays(29),
  ...given,
})

const anImage = (given: Partial<TrashEntry>) =>
  anEntry({ kind: 'image', imageCount: 1, commentCount: 0, link: { _id: 'year', title: 'A Year Outside' }, ...given })

function answerWith(entries: TrashEntry[]) {
  const of = (kind: string) => entries.filter((entry) => entry.kind === kind)
  const totals = { links: of('link').length, images: of('image').length, bytes: 2000 }
  api.answer(listTrash, ({ query }) => ({ success: true as const, data: of(query.get('kind') ?? ''), totals }))
}

const everything = [
  anEntry({}),
  anImage({ _id: 'leaf', title: 'A leaf', goesAt: inDays(2) }),
  anImage({ _id: 'hills', title: 'Hills' }),
]

test('lists links and images with the days they have left', async () => {
  answerWith(everything)
  await openPage('/trash', aUser())
  const row = within((await screen.findByRole('heading', { name: 'Birthday' })).closest('li') as HTMLElement)
  for (const text of ['38 images', '4 comments', '29 days left']) expect(row.getByText(text)).toBeDefined()
  expect(screen.getByText('2 days left').className).toContain('text-danger')
  expect(screen.getByRole('heading', { name: '2 images' })).toBeDefined()
})

test('restores a link, and explains if the plan has no room', async () => {
  answerWith(everything)
  await openPage('/trash', aUser())
  api.answer(restoreTrash, refusal('LINK_LIMIT_REACHED', "You've reached your plan's link limit."))
  await press('Restore Birthday', main())
  expect((await screen.findByRole('alert')).textContent).toContain("You've reached your plan's link limit.")
  api.answer(restoreTrash, { success: true, data: { done: 1 } })
  answerWith(everything.slice(1))
  await press('Restore Birthday', main())
  await waitFor(() => expect(screen.queryByRole('heading', { name: 'Birthday' })).toBeNull())
  expect(api.calls(restoreTrash).at(-1)?.body).toEqual({ linkIds: ['birthday'] })
  expect(screen.queryByRole('alert')).toBeNull()
})

test('deletes selected images for good after asking', async () => {
  answerWith(everything)
  await openPage('/trash', aUser())
  for (const name of ['Select A leaf', 'Select Hills']) (await screen.findByRole('checkbox', { name })).click()
  await press('Delete for good', main())
  const dialog = await screen.findByRole('dialog', { name: 'Delete 2 images for good?' })
  expect(dialog.textContent).toContain("This deletes 2 images. It can't be undone.")
  api.answer(emptyTrash, { success: true, data: { done: 2 } })
  await press('Delete for good', within(dialog))
  await waitFor(() => expect(api.calls(emptyTrash).at(-1)?.body).toEqual({ imageIds: ['leaf', 'hills'] }))
})

test('selects a range with Shift, and all with Ctrl+A', async () => {
  const titles = ['A leaf', 'Hills', 'Dunes', 'Coast']
  answerWith(titles.map((title) => anImage({ _id: title, title })))
  await openPage('/trash', aUser())
  const box = (title: string) => screen.findByRole('checkbox', { name: `Select ${title}` })
  fireEvent.click(await box('Hills'))
  fireEvent.click(await box('Coast'), { shiftKey: true })
  expect(screen.getByText('3 selected')).toBeDefined()
  fireEvent.keyDown(window, { key: 'a', ctrlKey: true })
  expect(screen.getByText('4 selected')).toBeDefined()
  fireEvent.keyDown(window, { key: 'Escape' })
  expect(screen.queryByText(/ selected$/)).toBeNull()
})

test('selects a range with Shift on the pictures in Firefox, which ignores labels then', async () => {
  const titles = ['A leaf', 'Hills', 'Dunes']
  answerWith(titles.map((title) => anImage({ _id: title, title })))
  await openPage('/trash', aUser())
  fireEvent.click(await screen.findByText('Select A leaf'))
  vi.spyOn(HTMLLabelElement.prototype, 'control', 'get').mockReturnValue(null)
  fireEvent.click(screen.getByText('Select Dunes'), { shiftKey: true })
  expect(screen.getByText('3 selected')).toBeDefined()
})

test('opens a restored link', async () => {
  answerWith(everything)
  await openPage('/trash', aUser())
  api.answer(restoreTrash, { success: true, data: { done: 1 } })
  await press('Restore Birthday', main())
  await press('Open')
  await waitFor(() => expect(urlNow()).toBe('/upload/birthday'))
})

test('empties the trash after asking with exact numbers, up to the latest entry', async () => {
  // As with a clock that's slow.
  const latest = inDays(3)
  answerWith(everything.map((entry) => (entry._id === 'leaf' ? { ...entry, deletedAt: latest } : entry)))
  await openPage('/trash', aUser())
  await press('Empty the trash', main())
  const dialog = await screen.findByRole('dialog', { name: 'Empty the trash?' })
  expect(dialog.textContent).toContain('This deletes 1 link with 38 images, and 2 more images.')
  api.answer(emptyTrash, { success: true, data: { done: 3 } })
  answerWith([])
  await press('Empty the trash', within(dialog))
  expect(await screen.findByText('The trash is empty')).toBeDefined()
  expect(api.calls(emptyTrash).at(-1)?.body).toEqual({ all: true, until: latest })
  expect(screen.queryByRole('button', { name: 'Empty the trash' })).toBeNull()
})

test('more than 1,000 images are restored in several calls, and a failure says how many were done', async () => {
  const entries = Array.from({ length: 1200 }, (_, index) => anImage({ _id: `image-${index}` }))
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={createQueryClient()}>{children}</QueryClientProvider>
  )
  const { restore } = renderHook(() => useTrashChanges(), { wrapper }).result.current
  const sizes = () => api.calls(restoreTrash).map(({ body }) => (body as { imageIds: string[] }).imageIds.length)
  api.answer(restoreTrash, ({ body }) =>
    (body as { imageIds: string[] }).imageIds.length === 1000
      ? Response.json({ success: true, data: { done: 1000 } })
      : refusal('IMAGE_LIMIT_REACHED', 'Your plan is full.'),
  )
  await expect(restore(entries)).rejects.toThrow('1,000 of 1,200 images were restored. Your plan is full.')
  expect(sizes()).toEqual([1000, 200])
})

test('the account menu has no trash if deleting is final', async () => {
  api.answer(getConfig, { success: true, data: aConfig({ trashDays: 0 }) })
  answerWith([])
  await openPage('/trash', aUser({ name: 'Mara' }))
  await press('Mara')
  expect(await screen.findByRole('menuitem', { name: 'Account Settings' })).toBeDefined()
  expect(screen.queryByRole('menuitem', { name: 'Trash' })).toBeNull()
})
