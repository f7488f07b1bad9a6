import { describe, expect, test } from 'vitest'
import type { AppError } from '#shared/errors.ts'
import { isExpired, type LinkFacts, requireAccess, requireOwner, requireRole } from './link-access.ts'

const now = new Date('2026-06-01T12:00:00.000Z')
const owner = { userId: 'ann', sessionId: 's1' }
const stranger = { userId: 'bob', sessionId: 's2' }

const aLink = (fields: Partial<LinkFacts> = {}): LinkFacts => ({
  id: 'link-1',
  title: 'Summer',
  userId: 'ann',
  ownerState: 'active',
  isPrivate: false,
  hasPassword: false,
  passwordVersion: 0,
  allowDownloads: true,
  choosing: 'off',
  comments: 'accounts',
  expiresAt: null,
  guestUploads: 'off',
  hasGuestImages: false,
  uploadsCloseAt: null,
  visitorsSee: 'all',
  revealAt: null,
  mark: null,
  ...fields,
})

const viewers = { owner, stranger, visitor: undefined }
const states = {
  'public link': aLink(),
  "public link that hasn't expired": aLink({ expiresAt: '2026-06-01T12:00:00.001Z' }),
  'public link that expires now': aLink({ expiresAt: '2026-06-01T12:00:00.000Z' }),
  'public link that has expired': aLink({ expiresAt: '2026-06-01T11:59:59.999Z' }),
  'private link': aLink({ isPrivate: true }),
  "private link that hasn't expired": aLink({ isPrivate: true, expiresAt: '2027-01-01T00:00:00.000Z' }),
  'private link that expires now': aLink({ isPrivate: true, expiresAt: '2026-06-01T12:00:00.000Z' }),
  'private link that has expired': aLink({ isPrivate: true, expiresAt: '2020-01-01T00:00:00.000Z' }),
}

function outcome(work: () => { role: string } | { userId: string }) {
  try {
    const result = work()
    return 'role' in result ? result.role : 'allowed'
  } catch (error) {
    return (error as AppError).code
  }
}

type State = keyof typeof states
type Row = [State, owner: string, stranger: string, visitor: string]

const byId: Row[] = [
  ['public link', 'owner', 'visitor', 'visitor'],
  ["public link that hasn't expired", 'owner', 'visitor', 'visitor'],
  ['public link that expires now', 'owner', 'LINK_EXPIRED', 'LINK_EXPIRED'],
  ['public link that has expired', 'owner', 'LINK_EXPIRED', 'LINK_EXPIRED'],
  ['private link', 'owner', 'LINK_PRIVATE', 'LINK_PRIVATE'],
  ["private link that hasn't expired", 'owner', 'LINK_PRIVATE', 'LINK_PRIVATE'],
  ['private link that expires now', 'owner', 'LINK_EXPIRED', 'LINK_EXPIRED'],
  ['private link that has expired', 'owner', 'LINK_EXPIRED', 'LINK_EXPIRED'],
]

const asPage: Row[] = byId.map(([state, ofOwner, ...others]) => [
  state,
  /expires now|has expired/.test(state) ? 'LINK_EXPIRED' : ofOwner,
  ...others,
])

describe.each([
  ['access by ID', false, byId],
  ['access as a page', true, asPage],
])('%s', (_, page, table) => {
  test.each(table)('for a %s, the owner gets %s, other users get %s and visitors get %s', (state, ...expected) => {
    const outcomes = Object.values(viewers).map((viewer) =>
      outcome(() => requireAccess(states[state], { viewer, now, asPage: page })),
    )
    expect(outcomes).toEqual(expected)
  })

  test('everyone gets NOT_FOUND for a missing link', () => {
    for (const viewer of Object.values(viewers)) {
      expect(outcome(() => requireAccess(undefined, { viewer, now, asPage: page }))).toBe('NOT_FOUND')
    }
  })
})

test('the tables cover every state', () => {
  for (const table of [byId, asPage]) expect(table.map(([state]) => state)).toEqual(Object.keys(states))
})

test('requireAccess returns the full link', () => {
  const link = { ...aLink(), slug: 'summer' }
  expect(requireAccess(link, { viewer: undefined, now })).toMatchObject({ link, role: 'visitor' })
})

function refusal(work: () => unknown) {
  try {
    work()
  } catch (error) {
    return error as AppError
  }
  throw new Error('It was not refused')
}

test("the error for a private or expired link doesn't reveal its title to others", () => {
  for (const state of ['private link', 'public link that has expired', 'private link that has expired'] as const) {
    for (const viewer of [stranger, undefined]) {
      const { message, details } = refusal(() => requireAccess(states[state], { viewer, now, asPage: true }))
      expect(message).toContain('may be private or expired')
      expect(message).not.toContain('Summer')
      expect(details).toEqual({})
    }
  }
})

test("the owner's error for an expired page includes the link's ID and title", () => {
  const link = states['private link that has expired']
  const { code, details } = refusal(() => requireAccess(link, { viewer: owner, now, asPage: true }))
  expect(code).toBe('LINK_EXPIRED')
  expect(details).toEqual({ data: { _id: 'link-1', title: 'Summer' } })
})

test.each(Object.keys(states) as State[])('only the owner can change a %s', (state) => {
  expect(requireOwner(states[state], owner)).toBe(states[state])
  expect(outcome(() => requireOwner(states[state], stranger))).toBe('FORBIDDEN')
})

test('an uploader is told who has the role that a call needs', () => {
  const uploader = { ...stranger, collaborations: [{ ownerId: 'ann', linkId: null, role: 'uploader' as const }] }
  const sentenceFor = (least: 'owner' | 'editor') => refusal(() => requireRole(aLink(), uploader, least)).message
  expect(sentenceFor('owner')).toBe('Only the owner of this link can do that')
  expect(sentenceFor('editor')).toBe('Only the owner and editors of this link can do that')
})

test('changing a missing link fails with NOT_FOUND', () => {
  expect(outcome(() => requireOwner(undefined, owner))).toBe('NOT_FOUND')
})

test('a link expires exactly at its expiration time, if it has one', () => {
  expect(isExpired({ expiresAt: '2026-06-01T12:00:00.001Z' }, now)).toBe(false)
  expect(isExpired({ expiresAt: '2026-06-01T12:00:00.000Z' }, now)).toBe(true)
  expect(isExpired({ expiresAt: '2026-06-01T11:59:59.999Z' }, now)).toBe(true)
  expect(isExpired({ expiresAt: null }, now)).toBe(false)
  expect(isExpired({ expiresAt: '9999-12-31T23:59:59.999Z' }, now)).toBe(false)
})
