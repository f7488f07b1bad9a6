// @vitest-environment happy-dom
import { fireEvent, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { renderPart } from '#test/support/render.ts'
import { AddComment } from './add-comment.tsx'
import type { CommentTarget } from './comment-target.ts'

afterEach(() => {
  vi.unstubAllGlobals()
  localStorage.clear()
})

const target: CommentTarget = {
  imageId: 'image',
  linkOwnerId: 'ida',
  ownerName: 'Ida Holm',
  commenting: 'guests',
  needsApproval: true,
}

test('visitors are asked to log in if comments require an account', () => {
  renderPart(<AddComment target={{ ...target, commenting: 'accounts' }} />)
  expect(screen.getByRole('link', { name: 'Please login to add a comment' })).toBeDefined()
})

test('a notice is shown if comments are turned off', () => {
  renderPart(<AddComment target={{ ...target, commenting: 'off' }} />)
  expect(screen.getByText('Comments are turned off for this gallery.')).toBeDefined()
})

test('a guest can comment with a name, which is remembered without storing it', async () => {
  const sent: unknown[] = []
  vi.stubGlobal('fetch', async (_url: string, { body }: RequestInit = {}) => {
    if (body) sent.push(JSON.parse(String(body)))
    return Response.json({ success: true, data: body ? { state: 'waiting' } : [] })
  })
  renderPart(<AddComment target={target} />)
  const post = await screen.findByRole('button', { name: 'Post comment' })
  expect(screen.getByText(/^Ida Holm approves comments/)).toBeDefined()
  fireEvent.click(post)
  expect(await screen.findByText('Name is required')).toBeDefined()
  expect(screen.getByText('Comment is required')).toBeDefined()
  fireEvent.change(screen.getByLabelText('Your name'), { target: { value: 'Grandma' } })
  fireEvent.change(screen.getByLabelText(/^Comment/), { target: { value: 'Our hill?' } })
  fireEvent.click(post)
  fireEvent.click(await screen.findByRole('button', { name: 'Write another' }))
  expect(sent).toEqual([{ name: 'Grandma', content: 'Our hill?' }])
  expect((await screen.findByLabelText<HTMLInputElement>('Your name')).value).toBe('Grandma')
  expect(Object.keys(localStorage)).toEqual([])
})

test("the name of a guest's last comment on the image is filled in", async () => {
  const comment = { content: '', createdAt: '', updatedAt: '', state: 'shown' }
  const data = [
    { ...comment, _id: 'own', guest: { name: 'Grandpa' }, isOwn: true },
    { ...comment, _id: 'other', guest: { name: 'Lena' } },
  ]
  vi.stubGlobal('fetch', async () => Response.json({ success: true, data }))
  vi.resetModules()
  const { AddComment: OnNextVisit } = await import('./add-comment.tsx')
  renderPart(<OnNextVisit target={target} />)
  expect(await screen.findByDisplayValue('Grandpa')).toBeDefined()
})
