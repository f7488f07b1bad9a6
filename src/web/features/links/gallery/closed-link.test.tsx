// @vitest-environment happy-dom
import { act, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { renderPart } from '#test/support/render.ts'
import { forgetSession, startSession } from '#web/lib/session.ts'
import { ClosedLink } from './closed-link.tsx'

const mara = {
  id: 'mara',
  _id: 'mara',
  name: 'Mara',
  galleryName: 'Mara',
  email: 'mara@example.com',
  isAdmin: false,
  isConfirmed: true,
  createdAt: '2026-11-01T10:00:00.000Z',
}
const owned = { _id: 'one', title: 'A Year Outside' }
const ways = () => screen.getAllByRole('link').map((way) => [way.textContent, way.getAttribute('href')])
const signIn = () => startSession({ token: 'token', user: mara })

afterEach(() => act(forgetSession))

test('a private link offers strangers to sign in, since it may be theirs', () => {
  renderPart(<ClosedLink closed={{ state: 'private', message: 'It may be private or expired.' }} noun="Link" />)
  expect(screen.getByRole('heading').textContent).toBe('Private Link')
  expect(screen.getByText('This link is private. If it is yours, log in and it opens.')).toBeDefined()
  expect(ways()).toEqual([
    ['Login', '/login'],
    ['Go to Home', '/'],
  ])
})

test('who is signed in, and not its owner, is not asked to sign in again', () => {
  signIn()
  renderPart(<ClosedLink closed={{ state: 'private', message: 'This link is private.' }} noun="Link" />)
  expect(screen.getByText('This link is private. Only its owner can open it.')).toBeDefined()
  expect(ways()).toEqual([['Go to Home', '/']])
})

test('an expired link sends visitors back to who sent it', () => {
  renderPart(<ClosedLink closed={{ state: 'expired', message: 'This link has expired.' }} noun="Link" />)
  expect(screen.getByText(/Ask the person who sent it to open it again/)).toBeDefined()
})

test('its owner finds Owner Controls', async () => {
  signIn()
  renderPart(<ClosedLink closed={{ state: 'expired', message: 'This link has expired.', owned }} noun="Link" />)
  // Fetched for owners alone.
  await screen.findByRole('heading', { name: 'Owner Controls' })
  expect(ways()).toEqual([
    ['Edit Link', '/links/edit/one#expiry'],
    ['Upload Images', '/upload/one'],
  ])
})

test.each([
  ['Link', 'Link Not Found', /^No gallery/],
  ['Image', 'Image Not Found', /^No picture/],
] as const)('a missing %s says "%s"', (noun, title, sentence) => {
  renderPart(<ClosedLink closed={{ state: 'missing', message: 'Not found' }} noun={noun} />)
  expect(screen.getByRole('heading').textContent).toBe(title)
  expect(screen.getByText(sentence)).toBeDefined()
})
