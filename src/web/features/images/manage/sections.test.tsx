// @vitest-environment happy-dom
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { changeImages } from '#shared/images.ts'
import {
  addSectionsByDay,
  createLink,
  getLink,
  type Link,
  listLinks,
  listSharedLinks,
  orderSections,
} from '#shared/links.ts'
import { createSection, deleteSection, type Section, updateSection } from '#shared/sections.ts'
import { aLink, anImage, aUser } from '#test/support/api-samples.ts'
import { createFakeApi, refusal } from '#test/support/fake-api.ts'
import { alerts, fill, openPage, press } from '#test/support/pages.ts'

const api = createFakeApi()

const aSection = (_id: string, title: string, imageCount = 0): Section => ({
  _id,
  title,
  text: '',
  anchor: _id,
  imageCount,
})
const sections = [aSection('coast', 'The coast', 2), aSection('south', 'South', 1)]
const images = ['coast', 'coast', 'south', null].map((sectionId, index) =>
  anImage({ _id: `image-${index}`, title: `Roll ${index + 1}`, sectionId, isCoverImage: index === 0 }),
)

/** The server's link, which the calls change. */
let link: Link
const ok = <T,>(data: T) => ({ success: true as const, data })
const change = (changes: Partial<Link>) => {
  link = { ...link, ...changes }
  return ok(link)
}

beforeEach(() => {
  link = aLink({ sections, images })
  api.answer(getLink, () => ok(link))
})

const pressItem = async (name: string) => fireEvent.click(await screen.findByRole('menuitem', { name }))
const openMenu = async (title: string) => {
  const button = await screen.findByRole('button', { name: `Actions for the section ${title}` })
  fireEvent.click(button)
}
const titlesIn = (group: HTMLElement) =>
  within(group)
    .queryAllByRole('button', { name: /^Move Roll/ })
    .map((tile) => tile.getAttribute('aria-label'))

test('images are grouped by section, and those without one come first', async () => {
  await openPage('/upload/link', aUser())
  const coast = await screen.findByRole('region', { name: /^The coast 2 images$/ })
  expect(titlesIn(coast)).toEqual(['Move Roll 1', 'Move Roll 2'])
  expect(titlesIn(screen.getByRole('main'))[0]).toBe('Move Roll 4')
  expect(screen.queryByText(/^Sections let visitors jump/)).toBeNull()
})

test('a link without sections explains them, and the first one can be added', async () => {
  link = aLink({ images: images.slice(2).map(({ sectionId: _, ...image }) => image) })
  api.answer(createSection, ({ body }) => {
    const { title } = body as { title: string }
    change({ sections: [aSection('boat', title)] })
    return ok(aSection('boat', title))
  })
  await openPage('/upload/link', aUser())
  await screen.findByText(/^Sections let visitors jump to a part of a long gallery\./)
  await press('Add section')
  fill({ 'New section': 'The boat' })
  fireEvent.submit(screen.getByLabelText('New section'))
  await screen.findByRole('region', { name: /^The boat/ })
  expect(api.calls(createSection).map(({ body }) => body)).toEqual([{ title: 'The boat' }])
})

test('a section can be renamed, and an error stays at its field', async () => {
  api.answer(updateSection, refusal('VALIDATION_FAILED', 'Invalid', { title: 'Title is taken' }))
  await openPage('/upload/link', aUser())
  await openMenu('South')
  await pressItem('Rename')
  await screen.findByLabelText('Section title')
  fill({ 'Section title': 'Down south' })
  await press('Rename')
  await waitFor(() => expect(alerts()).toEqual(['Title is taken']))
  api.answer(updateSection, () => {
    change({ sections: [aSection('coast', 'The coast', 2), aSection('south', 'Down south', 1)] })
    return ok(aSection('south', 'Down south', 1))
  })
  await press('Rename')
  await screen.findByRole('region', { name: /^Down south/ })
  expect(api.calls(updateSection).at(-1)?.body).toEqual({ title: 'Down south' })
})

test('arrow keys on the grip move a section, which is announced', async () => {
  api.answer(orderSections, () => change({ sections: sections.toReversed() }))
  await openPage('/upload/link', aUser())
  const grip = await screen.findByRole('button', { name: /^Move South\./ })
  fireEvent.keyDown(grip, { key: 'ArrowUp' })
  await screen.findByText('South moved, 1 of 2')
  await waitFor(() =>
    expect(api.calls(orderSections).map(({ body }) => body)).toEqual([{ sectionIds: ['south', 'coast'] }]),
  )
})

test('removing a heading keeps its images, and an undo never reaches the server', async () => {
  await openPage('/upload/link', aUser())
  await openMenu('The coast')
  await pressItem('Remove heading')
  await screen.findByText('Section removed. Its 2 images are still here.')
  expect(screen.queryByRole('region', { name: /^The coast/ })).toBeNull()
  expect(screen.getByRole('button', { name: 'Move Roll 1' })).toBeDefined()
  expect(document.activeElement?.id).toBe('images-heading')
  await press('Undo')
  await screen.findByRole('region', { name: /^The coast/ })
  expect(api.calls(deleteSection)).toEqual([])
})

test('all images of a section can be selected and moved to another one', async () => {
  api.answer(changeImages, () => {
    change({ images: images.map((image) => ({ ...image, sectionId: image.sectionId && 'south' })) })
    return ok({ done: 2 })
  })
  await openPage('/upload/link', aUser())
  await openMenu('The coast')
  await pressItem('Select all')
  await press('Section')
  const dialog = within(await screen.findByRole('dialog', { name: 'Move 2 images to' }))
  expect(dialog.getByRole<HTMLButtonElement>('button', { name: 'The coast' }).disabled).toBe(true)
  await press('South', dialog)
  await screen.findByText('2 images moved to South')
  const south = await screen.findByRole('region', { name: /^South 3 images$/ })
  expect(titlesIn(south)).toHaveLength(3)
  expect(api.calls(changeImages).map(({ body }) => body)).toEqual([
    { action: 'section', sectionId: 'south', imageIds: ['image-0', 'image-1'] },
  ])
})

test('Ctrl+A selects all images, except while typing, and Escape clears the selection', async () => {
  await openPage('/upload/link', aUser())
  await press('Add section')
  fireEvent.keyDown(screen.getByLabelText('New section'), { key: 'a', ctrlKey: true })
  expect(screen.queryByText(/selected$/)).toBeNull()
  fireEvent.keyDown(document.body, { key: 'a', ctrlKey: true })
  await screen.findByText('4 selected')
  fireEvent.keyDown(document.body, { key: 'Escape' })
  await waitFor(() => expect(screen.queryByText(/selected$/)).toBeNull())
})

test('images can be copied to a new link', async () => {
  api.answer(listLinks, { success: true, data: [link, aLink({ _id: 'album', title: 'Album' })] })
  api.answer(createLink, { success: true, data: aLink({ _id: 'prints', title: 'Prints' }) })
  api.answer(changeImages, { success: true, data: { done: 1, imageIds: ['copy'] } })
  await openPage('/upload/link', aUser())
  fireEvent.click(await screen.findByLabelText('Select Roll 3'))
  await press('Copy to')
  const dialog = within(await screen.findByRole('dialog', { name: 'Copy 1 image to…' }))
  fireEvent.change(await dialog.findByLabelText('Search your links'), { target: { value: 'sea' } })
  expect(dialog.queryByRole('radio', { name: /^Album/ })).toBeNull()
  fireEvent.click(dialog.getByRole('radio', { name: 'New link' }))
  fireEvent.change(await dialog.findByLabelText('Title of the new link'), { target: { value: 'Prints' } })
  await press('Copy', dialog)
  await screen.findByText('1 image copied to Prints')
  expect(api.calls(changeImages)[0]?.body).toEqual({ action: 'copy', linkId: 'prints', imageIds: ['image-2'] })
})

test('editors move images only to other links of the same owner that they edit', async () => {
  const shared = (fields: Partial<Link>) => aLink({ user: 'owner', myRole: 'editor', ...fields })
  const portraits = shared({ _id: 'portraits', title: 'Portraits' })
  const others = [aLink({ _id: 'theirs', title: 'Theirs', user: 'other', myRole: 'editor' })]
  others.push(shared({ _id: 'upload-only', title: 'Upload only', myRole: 'uploader' }))
  change({ user: 'owner', myRole: 'editor' })
  api.answer(listSharedLinks, { success: true, data: [link, ...others] })
  await openPage('/upload/link', aUser())
  fireEvent.click(await screen.findByLabelText('Select Roll 3'))
  await screen.findByRole('button', { name: 'Section' })
  await waitFor(() => expect(api.calls(listSharedLinks)).toHaveLength(1))
  expect(screen.queryByRole('button', { name: 'Move to' })).toBeNull()
  cleanup()

  api.answer(listSharedLinks, { success: true, data: [link, portraits, ...others] })
  api.answer(changeImages, { success: true, data: { done: 1 } })
  await openPage('/upload/link', aUser())
  fireEvent.click(await screen.findByLabelText('Select Roll 3'))
  await press('Move to')
  const dialog = within(await screen.findByRole('dialog', { name: 'Move 1 image' }))
  expect(dialog.getAllByRole('radio')).toHaveLength(1)
  fireEvent.click(dialog.getByRole('radio', { name: /^Portraits/ }))
  await press('Move', dialog)
  await screen.findByText('1 image moved to Portraits')
  expect(api.calls(changeImages)[0]?.body).toEqual({ action: 'move', linkId: 'portraits', imageIds: ['image-2'] })
})

test('editors read that the owner can restore what they delete', async () => {
  change({ user: 'owner', owner: { name: '' }, myRole: 'editor' })
  api.answer(listSharedLinks, { success: true, data: [link] })
  await openPage('/upload/link', aUser())
  fireEvent.click(await screen.findByLabelText('Select Roll 3'))
  await press('Delete')
  const dialog = await screen.findByRole('dialog', { name: 'Delete Image' })
  expect(dialog.textContent).toContain('The owner can restore it from the trash for 30 days.')
})

test('sections by day can be undone', async () => {
  const day = aSection('day', 'June 14, 2026', 1)
  api.answer(addSectionsByDay, () => change({ sections: [...sections, day] }))
  api.answer(deleteSection, () => {
    change({ sections })
    return ok({ message: 'Deleted' })
  })
  await openPage('/upload/link', aUser())
  await press('By day')
  await screen.findByText('1 section added')
  await press('Undo')
  await waitFor(() => expect(api.calls(deleteSection).map(({ params }) => params.id)).toEqual(['day']))
})
