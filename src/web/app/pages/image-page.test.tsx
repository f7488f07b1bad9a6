// @vitest-environment happy-dom
import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { chooseImage, getChoice, type OwnChoice } from '#shared/choices.ts'
import { type Comment, createComment, deleteComment, listComments, updateComment } from '#shared/comments.ts'
import { getImage, listImages } from '#shared/images.ts'
import { anImage, aUser } from '#test/support/api-samples.ts'
import { createFakeApi, unreachable, unreadable } from '#test/support/fake-api.ts'
import { alerts, field, fill, openPage, press } from '#test/support/pages.ts'

const api = createFakeApi()
const image = anImage({ title: 'Dunes', owner: { name: 'Mara Lind' }, comments: 'accounts', holdGuestComments: true })

beforeEach(() => {
  api.answer(getImage, { success: true, data: image })
  api.answer(listImages, { success: true, data: [image] })
  api.answer(listComments, { success: true, data: [] })
})

test('an image that failed to load can be retried', async () => {
  api.answer(getImage, unreadable())
  await openPage('/images/image')
  await waitFor(() => expect(alerts()).toEqual([expect.stringContaining('Failed to fetch image. Please try again.')]))
  api.answer(getImage, { success: true, data: image })
  await press('Try again')
  expect(await screen.findByRole('heading', { level: 1, name: 'Dunes' })).toBeDefined()
})

test('comments that failed to load can be retried, and an error keeps the input', async () => {
  api.answer(listComments, unreadable(404))
  api.answer(createComment, unreadable(404))
  await openPage('/images/image', aUser())
  await waitFor(() => expect(alerts()).toEqual(['Error fetching comments']))
  await screen.findByLabelText('Add a comment')
  fill({ 'Add a comment': 'Kept' })
  await press('Post comment')
  expect(await screen.findByText('Error adding comment')).toBeDefined()
  expect(field('Add a comment').value).toBe('Kept')
  api.answer(listComments, { success: true, data: [] })
  await press('Try again')
  expect(await screen.findByText(/^No comments yet\./)).toBeDefined()
})

test('failing to change or delete a comment shows an error', async () => {
  const at = '2026-11-01T10:00:00.000Z'
  const user = { _id: 'mara', name: 'Mara Lind' }
  const comment: Comment = { _id: 'one', content: 'Kept', createdAt: at, updatedAt: at, user, state: 'shown' }
  api.answer(listComments, { success: true, data: [comment] })
  api.answer(updateComment, unreachable)
  api.answer(deleteComment, unreachable)
  await openPage('/images/image', aUser())
  const item = (await screen.findByText('Kept')).closest('li') as HTMLElement
  await press(/^Edit/, within(item))
  await screen.findByLabelText('Edit comment')
  fill({ 'Edit comment': 'Changed' })
  await press('Save', within(item))
  expect(await screen.findByText('Error updating comment')).toBeDefined()
  expect(field('Edit comment').value).toBe('Changed')
  await press('Cancel', within(item))
  await press(/^Delete/, within(item))
  await press('Delete', within(await screen.findByRole('dialog')))
  await waitFor(() => expect(alerts()).toContain('Error deleting comment'))
})

test("an editor can approve and delete others' comments", async () => {
  const at = '2026-11-01T10:00:00.000Z'
  const comment: Comment = {
    _id: 'one',
    content: 'Lovely',
    createdAt: at,
    updatedAt: at,
    guest: { name: 'Ben' },
    state: 'waiting',
  }
  api.answer(getImage, { success: true, data: { ...image, myRole: 'editor' } })
  api.answer(listComments, { success: true, data: [comment] })
  await openPage('/images/image', aUser({ _id: 'editor', id: 'editor' }))
  const item = within((await screen.findByText('Lovely')).closest('li') as HTMLElement)
  expect(item.getByRole('button', { name: /^Approve/ })).toBeDefined()
  expect(item.getByRole('button', { name: /^Delete/ })).toBeDefined()
})

test('visitors can favorite a photo and comment on it without an account, if the gallery allows it', async () => {
  const more = { comments: 'guests', choosing: 'on', choiceLimit: 2 } as const
  api.answer(getImage, { success: true, data: { ...image, ...more } })
  const none: OwnChoice = {
    imageIds: [],
    notes: {},
    limit: 2,
    state: 'open',
    sentAt: null,
    askedAt: null,
    name: '',
  }
  api.answer(getChoice, { success: true, data: none })
  api.answer(chooseImage, { success: true, data: { ...none, imageIds: ['image'] } })
  await openPage('/images/image')
  await press('Favorite')
  expect(await screen.findByRole('button', { name: 'Favorited', pressed: true })).toBeDefined()
  expect(await screen.findByLabelText('Your name')).toBeDefined()
  expect(screen.queryByText('Please login to add a comment')).toBeNull()
})

test('the owner gets Edit and Delete in words', async () => {
  await openPage('/images/image', aUser({ _id: image.user._id }))
  const words = async (name: string) => (await screen.findByRole('button', { name })).textContent
  expect([await words('Edit'), await words('Delete')]).toEqual(['Edit', 'Delete'])
})
