// @vitest-environment happy-dom
import { fireEvent, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import type { Comment } from '#shared/comments.ts'
import { renderPart } from '#test/support/render.ts'
import { CommentList } from './comment-list.tsx'
import type { CommentTarget } from './comment-target.ts'

afterEach(() => vi.unstubAllGlobals())

const target: CommentTarget = {
  imageId: 'image',
  linkOwnerId: 'ida',
  ownerName: 'Ida Holm',
  commenting: 'guests',
  needsApproval: true,
}

const aComment = (n: number, fields: Partial<Comment> = {}): Comment => ({
  _id: `comment-${n}`,
  content: `word ${n}`,
  createdAt: `2026-01-01T00:00:0${n}.000Z`,
  updatedAt: `2026-01-01T00:00:0${n}.000Z`,
  guest: { name: 'Grandma' },
  state: 'shown',
  ...fields,
})

const serve = (pages: Record<string, { data: Comment[]; nextCursor?: string }>) =>
  vi.stubGlobal('fetch', async (url: string) => {
    const cursor = new URL(url, 'http://photos.test').searchParams.get('cursor') ?? ''
    return Response.json({ success: true, ...pages[cursor] })
  })

const shownWords = () => screen.getAllByText(/^word/).map(({ textContent }) => textContent)

test('earlier comments load above the newest ones', async () => {
  serve({ '': { data: [aComment(3), aComment(4)], nextCursor: 'more' }, more: { data: [aComment(1), aComment(2)] } })
  renderPart(<CommentList target={target} />)
  const earlier = await screen.findByRole('button', { name: 'Show earlier comments' })
  expect(shownWords()).toEqual(['word 3', 'word 4'])
  fireEvent.click(earlier)
  await screen.findByText('word 1')
  expect(shownWords()).toEqual(['word 1', 'word 2', 'word 3', 'word 4'])
  expect(screen.queryByRole('button', { name: 'Show earlier comments' })).toBeNull()
})

test('an author who can no longer comment can delete comments but not edit them', async () => {
  serve({ '': { data: [aComment(1, { isOwn: true })] } })
  renderPart(<CommentList target={{ ...target, commenting: 'off' }} />)
  expect(await screen.findByRole('button', { name: 'Delete' })).toBeDefined()
  expect(screen.queryByRole('button', { name: 'Edit' })).toBeNull()
})
