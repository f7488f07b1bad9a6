// @vitest-environment happy-dom
import { fireEvent, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { Comment } from '#shared/comments.ts'
import { renderPart } from '#test/support/render.ts'
import { CommentItem, initialsOf } from './comment-item.tsx'

test.each([
  ['Mara Lind', 'ML'],
  ['ada king noel lovelace', 'AL'],
  ['Cher', 'C'],
  ['😀 Smile', '😀S'],
  ['', ''],
])('%j is %j in short', (name, initials) => {
  expect(initialsOf(name)).toBe(initials)
})

const comment: Comment = {
  _id: 'comment',
  content: 'The third one.\nIs it a heron?',
  user: { _id: 'mara', name: 'Mara Lind' },
  createdAt: '2026-11-01T10:00:00.000Z',
  updatedAt: '2026-11-01T10:00:00.000Z',
}
const nothing = { mayEdit: false, mayDelete: false }

function show(may: Partial<typeof nothing> = {}, change: Partial<Comment> = {}) {
  const props = { ...nothing, ...may, comment: { ...comment, ...change }, imageId: 'image' }
  renderPart(
    <ul>
      <CommentItem {...props} />
    </ul>,
  )
}
const buttons = () => screen.queryAllByRole('button').map(({ textContent }) => textContent)

test('a stranger reads it, and can do nothing to it', () => {
  show()
  expect(screen.getByText('Mara Lind')).toBeDefined()
  expect(screen.getByText(/Is it a heron/)).toBeDefined()
  expect(buttons()).toEqual([])
})

test('who wrote it may edit and delete it', () => {
  show({ mayEdit: true, mayDelete: true })
  expect(buttons()).toEqual(['Edit', 'Delete'])
})

test('the owner of the link may only delete', () => {
  show({ mayDelete: true })
  expect(buttons()).toEqual(['Delete'])
})

test('a comment that was changed says so', () => {
  show({}, { updatedAt: '2026-11-01T10:05:00.000Z' })
  expect(screen.getByText(/, edited$/)).toBeDefined()
})

test('editing takes the place of the text, and can be given up', async () => {
  show({ mayEdit: true })
  fireEvent.click(screen.getByRole('button', { name: 'Edit' }))
  const field = await screen.findByLabelText<HTMLTextAreaElement>('Edit comment')
  expect(field.value).toBe(comment.content)
  expect(screen.queryByRole('button', { name: 'Edit' })).toBeNull()
  fireEvent.click(screen.getByRole('button', { name: 'Cancel' }))
  expect(screen.getByText(/Is it a heron/).tagName).toBe('P')
})

test('deleting is asked about first', async () => {
  show({ mayDelete: true })
  fireEvent.click(screen.getByRole('button', { name: 'Delete' }))
  expect(await screen.findByText(/comment of Mara Lind is deleted for everyone/)).toBeDefined()
})
