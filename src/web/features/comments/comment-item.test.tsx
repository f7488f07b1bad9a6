// @vitest-environment happy-dom
import { fireEvent, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { Comment } from '#shared/comments.ts'
import { renderPart } from '#test/support/render.ts'
import { CommentItem, initialsOf } from './comment-item.tsx'
import type { CommentTarget } from './comment-target.ts'

test.each([
  ['Mara Lind', 'ML'],
  ['ada king noel lovelace', 'AL'],
  ['Cher', 'C'],
  ['😀 Smile', '😀S'],
  ['', ''],
])('the initials of %j are %j', (name, initials) => {
  expect(initialsOf(name)).toBe(initials)
})

const comment: Comment = {
  _id: 'comment',
  content: 'The third one.\nIs it a heron?',
  user: { _id: 'mara', name: 'Mara Lind' },
  createdAt: '2026-11-01T10:00:00.000Z',
  updatedAt: '2026-11-01T10:00:00.000Z',
  state: 'shown',
}
const target: CommentTarget = {
  imageId: 'image',
  linkOwnerId: 'ida',
  ownerName: 'Ida Holm',
  commenting: 'guests',
  needsApproval: true,
}
const nothing = { isOwn: false, isModerator: false }

function show(may: Partial<typeof nothing> = {}, change: Partial<Comment> = {}) {
  const props = { ...nothing, ...may, comment: { ...comment, ...change }, target }
  renderPart(
    <ul>
      <CommentItem {...props} />
    </ul>,
  )
}
const buttons = () => screen.queryAllByRole('button').map(({ textContent }) => textContent)

test('a visitor can read a comment but not change it', () => {
  show()
  expect(screen.getByText('Mara Lind')).toBeDefined()
  expect(screen.getByText(/Is it a heron/)).toBeDefined()
  expect(buttons()).toEqual([])
})

test('the author can edit and delete a comment', () => {
  show({ isOwn: true })
  expect(buttons()).toEqual(['Edit', 'Delete'])
})

test('the link owner can delete a comment but not edit it', () => {
  show({ isModerator: true })
  expect(buttons()).toEqual(['Delete'])
})

test('a pending guest comment is labeled as a guest comment awaiting approval', () => {
  const { user: _, ...guests } = comment
  renderPart(
    <ul>
      <CommentItem
        {...nothing}
        isOwn
        target={target}
        comment={{ ...guests, guest: { name: 'Grandma' }, state: 'waiting' }}
      />
    </ul>,
  )
  expect(screen.getByText('Guest')).toBeDefined()
  expect(screen.getByText(/Awaiting approval/)).toBeDefined()
  expect(buttons()).toEqual(['Edit', 'Delete'])
})

test('the link owner can approve or delete a pending comment', () => {
  show({ isModerator: true }, { state: 'waiting' })
  expect(screen.getByText(/Awaiting your approval/)).toBeDefined()
  expect(buttons()).toEqual(['Approve', 'Delete'])
})

test('an edited comment is marked as edited', () => {
  show({}, { updatedAt: '2026-11-01T10:05:00.000Z' })
  expect(screen.getByText(/, edited$/)).toBeDefined()
})

test('the edit form replaces the text and can be canceled', async () => {
  show({ isOwn: true })
  fireEvent.click(screen.getByRole('button', { name: 'Edit' }))
  const field = await screen.findByLabelText<HTMLTextAreaElement>('Edit comment')
  expect(field.value).toBe(comment.content)
  expect(screen.queryByRole('button', { name: 'Edit' })).toBeNull()
  fireEvent.click(screen.getByRole('button', { name: 'Cancel' }))
  expect(screen.getByText(/Is it a heron/).tagName).toBe('P')
})

test('deleting a comment requires confirmation', async () => {
  show({ isOwn: true })
  fireEvent.click(screen.getByRole('button', { name: 'Delete' }))
  expect(await screen.findByText(/deletes the comment by Mara Lind for everyone/)).toBeDefined()
})
