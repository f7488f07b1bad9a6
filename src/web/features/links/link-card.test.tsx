// @vitest-environment happy-dom
import { fireEvent, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import type { Link } from '#shared/links.ts'
import { renderPart } from '#test/support/render.ts'
import { LinkCard } from './link-card.tsx'

const link: Link = {
  _id: 'one',
  slug: 'a-year-outside',
  title: 'A Year Outside',
  description: '',
  isPrivate: false,
  isListed: false,
  allowDownloads: true,
  cameraDetails: false,
  choosing: 'off',
  choiceLimit: null,
  comments: 'accounts',
  holdGuestComments: true,
  visitorsSee: 'all',
  revealAt: null,
  expiresAt: null,
  isExpired: false,
  views: 1,
  imageCount: 1200,
  coverImage: null,
  images: [],
  createdAt: '2026-11-01T10:00:00.000Z',
  updatedAt: '2026-11-01T10:00:00.000Z',
  user: 'somebody',
  owner: { name: 'Ann' },
  opening: 'wall',
  branded: true,
  studio: null,
  shareUrl: 'https://photos.example/links/summer',
}

const show = (change: Partial<Link> = {}, onDelete = () => {}) =>
  renderPart(<LinkCard link={{ ...link, ...change }} onDelete={onDelete} />)

test('badges show the audience, views and images', () => {
  show()
  expect(screen.getByText('Public')).toBeDefined()
  expect(screen.getByText('view').parentElement?.textContent).toBe('1 view')
  expect(screen.getByText('images').parentElement?.textContent).toBe('1,200 images')
  expect(screen.queryByText('Expired')).toBeNull()
})

test('an expired private link shows both badges and the date', () => {
  show({ isPrivate: true, isExpired: true, expiresAt: '2026-11-10T12:00:00.000Z' })
  expect(screen.getByText('Private')).toBeDefined()
  expect(screen.getByText('Expired')).toBeDefined()
  expect(screen.getByText(/^Expired .*Nov/)).toBeDefined()
})

test('a long description is shortened', () => {
  const { container, unmount } = show({ description: 'x'.repeat(101) })
  expect(screen.getByText(`${'x'.repeat(100)}…`)).toBeDefined()
  unmount()
  show()
  expect(container.textContent).not.toContain('…')
})

test('the title links to the gallery, and the Edit and Delete labels include the title', () => {
  const onDelete = vi.fn()
  show({}, onDelete)
  expect(screen.getByRole('link', { name: 'A Year Outside' }).getAttribute('href')).toBe('/links/a-year-outside')
  expect(screen.getByRole('link', { name: 'Edit A Year Outside' }).getAttribute('href')).toBe('/links/edit/one')
  fireEvent.click(screen.getByRole('button', { name: 'Delete A Year Outside' }))
  expect(onDelete).toHaveBeenCalledOnce()
})

test('a link without a slug has a disabled View button with a reason', () => {
  show({ slug: '' })
  const view = screen.getByRole('button', { name: 'View A Year Outside' })
  expect(view.hasAttribute('disabled')).toBe(true)
  expect(view.title).toBe('Link unavailable')
  expect(screen.queryByRole('link', { name: 'A Year Outside' })).toBeNull()
})
