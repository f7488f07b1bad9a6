// @vitest-environment happy-dom
import { screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { changeImages, setCover } from '#shared/images.ts'
import { type Link, orderImages } from '#shared/links.ts'
import { restoreTrash } from '#shared/trash.ts'
import { aLink, anImage } from '#test/support/api-samples.ts'
import { createFakeApi, refusal } from '#test/support/fake-api.ts'
import { press } from '#test/support/pages.ts'
import { queryKeys } from '#web/lib/queries/keys.ts'
import { createQueryClient } from '#web/lib/queries/site.ts'
import { copyImages, moveImages, moveToSection, trashImages } from './bulk-changes.ts'

const api = createFakeApi()

const idsOf = (count: number) => Array.from({ length: count }, (_, index) => `image-${index}`)
const sent = () => api.calls(changeImages).map(({ body }) => body as { action: string; imageIds: string[] })
/** Toasts of earlier tests may still be fading out. */
async function undo(sentence: string) {
  const toast = (await screen.findByText(sentence)).closest<HTMLElement>('[data-sonner-toast]')
  if (!toast) throw new Error(`"${sentence}" isn't a toast`)
  await press('Undo', within(toast))
}
const album = aLink({ _id: 'album', title: 'Album' })

test('more than 1,000 images are changed in several calls, and a failure says how many were done', async () => {
  const ids = idsOf(2400)
  const link = aLink({ images: ids.map((_id) => anImage({ _id })) })
  let calls = 0
  api.answer(changeImages, ({ body }) => {
    calls += 1
    if (calls === 3) return refusal('IMAGE_LIMIT_REACHED', 'Your plan is full.')
    return Response.json({ success: true, data: { done: (body as { imageIds: string[] }).imageIds.length } })
  })
  const onProgress = vi.fn()
  const moving = moveImages(createQueryClient(), link, ids, album, onProgress)
  await expect(moving).rejects.toThrow('2,000 of 2,400 images were moved. Your plan is full.')
  expect(sent().map(({ imageIds }) => imageIds.length)).toEqual([1000, 1000, 400])
  expect(onProgress.mock.calls).toEqual([[1000], [2000]])
  // The part that was moved can still be moved back.
  expect(await screen.findByText('2,000 images moved to Album')).toBeDefined()
})

test('images are deleted at once, and an undo restores them and the cover', async () => {
  const client = createQueryClient()
  const link = aLink({
    images: [anImage({ _id: 'a', isCoverImage: true }), anImage({ _id: 'b', isCoverImage: false })],
  })
  client.setQueryData(queryKeys.link('link'), link)
  api.answer(changeImages, { success: true, data: { done: 1 } })
  api.answer(restoreTrash, { success: true, data: { done: 1 } })
  api.answer(setCover, { success: true, data: anImage({ _id: 'a' }) })
  const deleting = trashImages(client, link, ['a'])
  expect(client.getQueryData<Link>(queryKeys.link('link'))?.images.map(({ _id }) => _id)).toEqual(['b'])
  await deleting
  expect(sent()).toEqual([{ action: 'delete', imageIds: ['a'] }])
  await undo('1 image deleted')
  await waitFor(() => expect(api.calls(setCover)).toHaveLength(1))
  expect(api.calls(restoreTrash)[0]?.body).toEqual({ imageIds: ['a'] })
})

test('what an editor deletes is in the trash of the owner, so there is no undo', async () => {
  api.answer(changeImages, { success: true, data: { done: 3 } })
  await trashImages(createQueryClient(), aLink({ myRole: 'editor' }), idsOf(3))
  const toast = (await screen.findByText('3 images deleted')).closest<HTMLElement>('[data-sonner-toast]')
  expect(within(toast as HTMLElement).queryByRole('button', { name: 'Undo' })).toBeNull()
})

test('undoing a move into a section restores the former sections and positions', async () => {
  const client = createQueryClient()
  const sections = ['coast', 'south'].map((_id) => ({ _id, title: _id, text: '', anchor: _id, imageCount: 1 }))
  const link = aLink({
    sections,
    images: [
      anImage({ _id: 'a', sectionId: null }),
      anImage({ _id: 'b', sectionId: 'coast' }),
      anImage({ _id: 'c', sectionId: 'south' }),
    ],
  })
  client.setQueryData(queryKeys.link('link'), link)
  api.answer(changeImages, { success: true, data: { done: 1 } })
  api.answer(orderImages, { success: true, data: link })
  await moveToSection(client, link, ['a', 'b'], sections[1])
  const filed = client
    .getQueryData<Link>(queryKeys.link('link'))
    ?.images.map(({ _id, sectionId }) => `${_id} ${sectionId}`)
  expect(filed).toEqual(['c south', 'a south', 'b south'])
  await undo('2 images moved to south')
  await waitFor(() => expect(api.calls(orderImages).map(({ body }) => body)).toEqual([{ imageIds: ['a', 'b', 'c'] }]))
  expect(sent()).toEqual([
    { action: 'section', sectionId: 'south', imageIds: ['a', 'b'] },
    { action: 'section', sectionId: null, imageIds: ['a'] },
    { action: 'section', sectionId: 'coast', imageIds: ['b'] },
  ])
})

test('copies can be opened, and undone by deleting them', async () => {
  api.answer(changeImages, { success: true, data: { done: 2, imageIds: ['copy-1', 'copy-2'] } })
  const open = vi.fn()
  await copyImages(createQueryClient(), ['a', 'b'], album, { open })
  expect(await screen.findByText('2 images copied to Album')).toBeDefined()
  await press('Open')
  expect(open).toHaveBeenCalledOnce()
  await copyImages(createQueryClient(), ['a', 'b', 'c'], album, { open })
  await undo('3 images copied to Album')
  await waitFor(() => expect(sent().at(-1)).toEqual({ action: 'delete', imageIds: ['copy-1', 'copy-2'] }))
})
