// @vitest-environment happy-dom
import { act, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { askForMoreTime, getLinkBySlug } from '#shared/links.ts'
import { createFakeApi, refusal } from '#test/support/fake-api.ts'
import { alerts, fill, openPage, press } from '#test/support/pages.ts'
import { renderPart } from '#test/support/render.ts'
import { forgetSession, startSession } from '#web/lib/session.ts'
import { ClosedLink } from './closed-link.tsx'

const api = createFakeApi()

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
const links = () => screen.getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')])
const signIn = () => startSession({ token: 'token', user: mara })

afterEach(() => act(forgetSession))

test('a private link asks anonymous visitors to log in', () => {
  renderPart(<ClosedLink closed={{ state: 'private', message: 'It may be private or expired.' }} noun="Link" />)
  expect(screen.getByRole('heading').textContent).toBe('Private Link')
  expect(
    screen.getByText(
      "This gallery is private: only its owner and the people they invited can open it. If it's yours, log in to view it.",
    ),
  ).toBeDefined()
  expect(links()).toEqual([
    ['Login', '/login'],
    ['Go to Home', '/'],
  ])
})

test("a link of someone who hasn't confirmed their address says so", () => {
  renderPart(<ClosedLink closed={{ state: 'unconfirmed', message: "It isn't open yet." }} noun="Link" />)
  expect(screen.getByRole('heading', { name: 'Not open yet' })).toBeDefined()
  expect(screen.queryByRole('link', { name: 'Login' })).toBeNull()
})

test("a private link doesn't ask logged-in visitors to log in", () => {
  signIn()
  renderPart(<ClosedLink closed={{ state: 'private', message: 'This link is private.' }} noun="Link" />)
  expect(
    screen.getByText(
      'This gallery is private: only its owner and the people they invited can open it. Ask them for an invitation.',
    ),
  ).toBeDefined()
  expect(links()).toEqual([['Go to Home', '/']])
})

test('an expired link suggests asking for more time', () => {
  renderPart(<ClosedLink closed={{ state: 'expired', message: 'This link has expired.' }} noun="Link" />)
  expect(screen.getByText(/Ask the person who shared it for more time/)).toBeDefined()
})

test('so does that of a studio without a name', () => {
  const studio = { name: '', line: '', website: null, accent: null, logoUrl: null, logoDarkUrl: null, poweredBy: true }
  renderPart(<ClosedLink closed={{ state: 'expired', message: 'This link has expired.', studio }} noun="Link" />)
  expect(screen.getByText(/Ask the person who shared it for more time/)).toBeDefined()
})

test('visitors of an expired link can ask for more time', async () => {
  api.answer(getLinkBySlug, refusal('LINK_EXPIRED', 'This link has expired'))
  await openPage('/links/a-year-outside')
  await press('Ask for more time')
  await screen.findByLabelText('Name')
  await press('Ask for more time')
  await waitFor(() => expect(alerts()).toEqual(['Name is required']))
  expect(api.calls(askForMoreTime)).toEqual([])

  fill({ Name: 'Lena Brandt', Message: 'A week more would be lovely.' })
  const busy = 'Too many requests. Try again in a minute.'
  api.answer(askForMoreTime, refusal('RATE_LIMITED', busy))
  await press('Ask for more time')
  await waitFor(() => expect(alerts()).toEqual([busy]))

  api.answer(askForMoreTime, { success: true, data: { message: 'Sent' } })
  await press('Ask for more time')
  expect(await screen.findByRole('heading', { name: 'Request sent' })).toBeDefined()
  expect(screen.getByRole('blockquote').textContent).toMatch(/^A week more would be lovely\.Lena Brandt, /)
  const { params, body } = api.calls(askForMoreTime).at(-1) ?? {}
  expect(params).toEqual({ slug: 'a-year-outside' })
  expect(body).toEqual({ name: 'Lena Brandt', message: 'A week more would be lovely.' })
})

test('closed pages of a studio name it and lead to its website', () => {
  const studio = { name: 'Halden Studio', website: 'https://halden.example/', line: '', accent: null }
  const shown = { ...studio, logoUrl: null, logoDarkUrl: null, poweredBy: true }
  const closed = { state: 'expired', message: 'This link has expired.', studio: shown } as const
  renderPart(<ClosedLink closed={closed} noun="Link" />)
  expect(screen.getByText('This gallery has expired. Ask Halden Studio for more time.')).toBeDefined()
  expect(links()).toEqual([['Visit halden.example', 'https://halden.example/']])
})

test('the owner of an expired link sees Owner Controls', async () => {
  signIn()
  renderPart(<ClosedLink closed={{ state: 'expired', message: 'This link has expired.', owned }} noun="Link" />)
  // These controls load lazily, because only owners need them.
  await screen.findByRole('heading', { name: 'Owner Controls' })
  expect(links()).toEqual([
    ['Edit Link', '/links/edit/one#expiry'],
    ['Upload Images', '/upload/one'],
  ])
})

test.each([
  ['Link', 'Link Not Found', /^There's no gallery/],
  ['Image', 'Photo Not Found', /^There's no photo/],
] as const)('a missing %s shows "%s"', (noun, title, sentence) => {
  renderPart(<ClosedLink closed={{ state: 'missing', message: 'Not found' }} noun={noun} />)
  expect(screen.getByRole('heading').textContent).toBe(title)
  expect(screen.getByText(sentence)).toBeDefined()
})
