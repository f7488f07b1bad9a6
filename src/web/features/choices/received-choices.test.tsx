// @vitest-environment happy-dom
import { fireEvent, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import type { Choice } from '#shared/choices.ts'
import type { Link } from '#shared/links.ts'
import { renderPart } from '#test/support/render.ts'
import { ReceivedChoices } from './received-choices.tsx'

afterEach(() => vi.unstubAllGlobals())

const images = ['a', 'b', 'c'].map((_id) => ({
  _id,
  title: '',
  fileName: `${_id}.jpg`,
  thumbnailUrl: '/media/thumbnail',
}))
const link = { _id: 'link', slug: 'summer', choosing: 'on', choiceLimit: null, images } as unknown as Link

const choiceOf = (name: string, imageIds: string[]): Choice => ({
  _id: name,
  guest: { name, email: null, invitation: null },
  state: 'open',
  createdAt: '2026-01-01T00:00:00.000Z',
  updatedAt: '2026-01-01T00:00:00.000Z',
  sentAt: null,
  askedAt: null,
  message: '',
  imageIds,
  notes: {},
})

const serve = (pages: Record<string, { data: Choice[]; nextCursor?: string }>) =>
  vi.stubGlobal('fetch', async (url: string) => {
    const cursor = new URL(url, 'http://photos.test').searchParams.get('cursor') ?? ''
    return Response.json({ success: true, ...pages[cursor] })
  })

test('a short list has filters for all favorites and for those picked by everyone', async () => {
  serve({ '': { data: [choiceOf('Anna', ['a', 'b']), choiceOf('Tom', ['b'])] } })
  renderPart(<ReceivedChoices link={link} />)
  expect((await screen.findByRole('button', { name: /^Picked by everyone/ })).textContent).toContain('1 favorite')
  expect(screen.getByRole('button', { name: /^All favorites/ }).textContent).toContain('2 favorites')
  expect(screen.queryByRole('button', { name: 'Show more people' })).toBeNull()
})

test('a long list starts with the most recent people and can load the rest', async () => {
  serve({
    '': { data: [choiceOf('Anna', ['a', 'b']), choiceOf('Tom', ['b'])], nextCursor: 'more' },
    more: { data: [choiceOf('Lena', ['c'])] },
  })
  renderPart(<ReceivedChoices link={link} />)
  const more = await screen.findByRole('button', { name: 'Show more people' })
  expect(screen.getByText(/^Showing favorites from the 2 most recent people/)).toBeDefined()
  expect(screen.queryByRole('button', { name: /^Picked by everyone/ })).toBeNull()
  fireEvent.click(more)
  expect((await screen.findByRole('button', { name: /^All favorites/ })).textContent).toContain('3 favorites')
  expect(screen.queryByText(/most recent people/)).toBeNull()
})
