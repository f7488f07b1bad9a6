import { expect, test } from 'vitest'
import { fieldErrors } from '#test/support/field-errors.ts'
import { linkChange, newLink } from './link-forms.ts'
import { getLink, getLinkBySlug, listLinks, listPublicLinks } from './links.ts'

test('a new link requires only a title', () => {
  expect(newLink.parse({ title: 'Summer' })).toEqual({
    title: 'Summer',
    description: '',
    isPrivate: false,
    isListed: true,
    allowDownloads: true,
    cameraDetails: false,
    choosing: 'off',
    choiceLimit: null,
    comments: 'accounts',
    holdGuestComments: true,
    opening: 'wall',
    expiresAt: null,
    guestUploads: 'off',
    approveUploads: true,
    visitorsSee: 'all',
    revealAt: null,
    uploadsCloseAt: null,
    watermark: { mode: 'off', source: 'text', text: '', opacity: 40, size: 20 },
    guestUploadLimit: 500,
    uploadLimitPerGuest: 100,
    askGuestName: 'optional',
  })
})

test("a change doesn't add defaults for omitted fields", () => {
  expect(linkChange.parse({})).toEqual({})
  expect(linkChange.parse({ title: 'Summer' })).toEqual({ title: 'Summer' })
  expect(linkChange.parse({ expiresAt: null })).toEqual({ expiresAt: null })
})

test("a title can't be empty", () => {
  expect(fieldErrors(newLink, {})).toEqual({ title: 'Title is required' })
  for (const title of ['', '  ', '\u0000', null]) {
    expect(fieldErrors(newLink, { title })).toEqual({ title: 'Title is required' })
    expect(fieldErrors(linkChange, { title })).toEqual({ title: 'Title is required' })
  }
})

test('a title can have up to 100 characters and a description up to 500', () => {
  expect(fieldErrors(newLink, { title: '🌄'.repeat(100), description: 'd'.repeat(500) })).toEqual({})
  const tooLong = { title: 't'.repeat(101), description: 'd'.repeat(501) }
  const expected = {
    title: 'Title cannot be more than 100 characters',
    description: 'Description cannot be more than 500 characters',
  }
  expect(fieldErrors(newLink, tooLong)).toEqual(expected)
  expect(fieldErrors(linkChange, tooLong)).toEqual(expected)
})

test('a title is a single line, but a description can have several', () => {
  expect(newLink.parse({ title: ' Our\nsummer ', description: ' by the\r\nsea ' })).toMatchObject({
    title: 'Our summer',
    description: 'by the\nsea',
  })
})

test('switches must be true or false', () => {
  expect(
    fieldErrors(newLink, { title: 'Summer', isPrivate: 'no', isListed: 1, allowDownloads: null, cameraDetails: 'on' }),
  ).toEqual({
    isPrivate: 'Private must be true or false',
    isListed: 'Show on the public page must be true or false',
    allowDownloads: 'Allow downloads must be true or false',
    cameraDetails: 'Show camera details must be true or false',
  })
})

test("counters, owner and ID can't be set", () => {
  const sent = { title: 'Summer', views: 9, user: 'eve', _id: 'x', imageCount: 3, createdAt: '2020-01-01T00:00:00Z' }
  expect(linkChange.parse(sent)).toEqual({ title: 'Summer' })
  expect(Object.keys(newLink.parse(sent)).sort()).toEqual(Object.keys(newLink.parse({ title: 'Summer' })).sort())
})

test.each([
  '2030-01-01T10:00:00Z',
  '2030-01-01T10:00:00.5Z',
  '2030-01-01T10:00:00.123456Z',
  '2030-01-01T10:00:00+02:00',
  '2030-01-01T10:00:00-11:30',
  '2028-02-29T23:59:59Z',
])('a link can expire at %s', (expiresAt) => {
  expect(newLink.parse({ title: 'Summer', expiresAt }).expiresAt).toBe(expiresAt)
  expect(linkChange.parse({ expiresAt }).expiresAt).toBe(expiresAt)
})

test.each([
  '',
  'tomorrow',
  '2030-01-01',
  '2030-01-01T10:00:00',
  '2030-01-01 10:00:00Z',
  '2030-13-01T10:00:00Z',
  '2030-02-30T10:00:00Z',
  '2029-02-29T10:00:00Z',
  '2030-01-01T24:00:00Z',
  '2030-01-01T10:00:60Z',
  '2030-01-01T10:00:00+24:00',
  '2030-01-01T10:00:00Z\u0000',
  '+010000-01-01T00:00:00Z',
  1_900_000_000_000,
  {},
])("a link can't expire at %j", (expiresAt) => {
  const expected = { expiresAt: "Expiration date isn't valid" }
  expect(fieldErrors(newLink, { title: 'Summer', expiresAt })).toEqual(expected)
  expect(fieldErrors(linkChange, { expiresAt })).toEqual(expected)
})

test("an offset can't move the expiry date past the year 9999", () => {
  expect(fieldErrors(linkChange, { expiresAt: '9999-12-31T23:59:59-01:00' })).toEqual({
    expiresAt: "Expiration date isn't valid",
  })
})

test.each(['abc', 'my-summer-2026', '2026', 'x'.repeat(60)])('%s is a valid slug', (slug) => {
  expect(linkChange.parse({ slug: ` ${slug} ` })).toEqual({ slug })
})

test.each([
  ['', 'Custom link must be at least 3 characters'],
  ['ab', 'Custom link must be at least 3 characters'],
  ['x'.repeat(61), 'Custom link cannot be more than 60 characters'],
  ['Summer', 'Custom link can only contain a-z, 0-9 and hyphens'],
  ['my summer', 'Custom link can only contain a-z, 0-9 and hyphens'],
  ['my_summer', 'Custom link can only contain a-z, 0-9 and hyphens'],
  ['été', 'Custom link can only contain a-z, 0-9 and hyphens'],
  ['a/../b', 'Custom link can only contain a-z, 0-9 and hyphens'],
  ['abc\u0000', 'Custom link can only contain a-z, 0-9 and hyphens'],
  ['ab\ncd', 'Custom link can only contain a-z, 0-9 and hyphens'],
  [null, 'Custom link must be text'],
  [5, 'Custom link must be text'],
])("%j isn't a valid slug", (slug, sentence) => {
  expect(fieldErrors(newLink, { title: 'Summer', slug })).toEqual({ slug: sentence })
  expect(fieldErrors(linkChange, { slug })).toEqual({ slug: sentence })
})

test.each(
  'create edit slug public api admin login framelight support undefined null studio collaborate shared trash activity share forgot-password'.split(
    ' ',
  ),
)('the slug %s is reserved', (slug) => {
  expect(fieldErrors(newLink, { title: 'Summer', slug })).toEqual({ slug: 'This link is reserved' })
  expect(fieldErrors(newLink, { title: 'Summer', slug: `${slug}-2` })).toEqual({})
  expect(fieldErrors(linkChange, { slug })).toEqual({})
})

test('links are sorted newest first by default', () => {
  expect(listLinks.schema.querystring.parse({})).toEqual({ sort: 'newest' })
  for (const sort of ['newest', 'oldest', 'title-asc', 'title-desc', 'most-views', 'most-images']) {
    expect(listLinks.schema.querystring.parse({ sort })).toEqual({ sort })
  }
  expect(Object.keys(fieldErrors(listLinks.schema.querystring, { sort: 'best' }))).toEqual(['sort'])
})

test.each([
  ['0', 'Limit must be at least 1'],
  ['-1', 'Limit must be at least 1'],
  ['101', 'Limit cannot be more than 100'],
  ['1.5', 'Limit must be a whole number'],
  ['many', 'Limit must be a number'],
  [['1', '2'], 'Limit must be a number'],
])('a limit of %j is rejected', (limit, sentence) => {
  for (const { schema } of [listLinks, listPublicLinks]) {
    expect(fieldErrors(schema.querystring, { limit })).toEqual({ limit: sentence })
  }
})

test('a limit from 1 to 100 is parsed from the URL', () => {
  expect(listPublicLinks.schema.querystring.parse({ limit: '1' })).toEqual({ limit: 1 })
  expect(listPublicLinks.schema.querystring.parse({ limit: '100' })).toEqual({ limit: 100 })
})

test('a search can have up to 200 characters and a cursor up to 500', () => {
  const { querystring } = listLinks.schema
  expect(fieldErrors(querystring, { search: 's'.repeat(200), cursor: 'c'.repeat(500) })).toEqual({})
  expect(fieldErrors(querystring, { search: 's'.repeat(201), cursor: 'c'.repeat(501) })).toEqual({
    search: 'Search cannot be more than 200 characters',
    cursor: "This cursor isn't valid",
  })
})

test('a missing ID or slug has its own error message', () => {
  expect(fieldErrors(getLink.schema.params, { id: '' })).toEqual({ id: 'Invalid link: No ID provided' })
  expect(fieldErrors(getLinkBySlug.schema.params, { slug: '' })).toEqual({ slug: 'Invalid link: No slug provided' })
})
