// @vitest-environment happy-dom
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { login } from '#shared/accounts.ts'
import { countFollowers } from '#shared/followers.ts'
import { updateImage } from '#shared/images.ts'
import { type Invitation, listInvitations } from '#shared/invitations.ts'
import { deleteLink, getLink, type Link, listLinks, updateLink } from '#shared/links.ts'
import { getSubscription } from '#shared/subscriptions.ts'
import { aLink, anImage, anInvitation, aUser } from '#test/support/api-samples.ts'
import { createFakeApi, refusal, unreachable, unreadable } from '#test/support/fake-api.ts'
import { emulateMedia } from '#test/support/media-queries.ts'
import { alerts, field, fill, follow, main, openPage, press, urlNow } from '#test/support/pages.ts'
import { watchSession } from '#web/lib/session.ts'

const api = createFakeApi()
afterEach(() => void vi.restoreAllMocks())

async function open(link: Link, invitations: Invitation[] = [], hash = '') {
  api.answer(getLink, { success: true, data: link })
  api.answer(listInvitations, { success: true, data: invitations })
  api.answer(countFollowers, { success: true, data: { count: 0 } })
  api.answer(listLinks, { success: true, data: [] })
  await openPage(`/links/edit/link${hash}`, aUser())
  await screen.findByLabelText('Title')
}

const image = anImage({ title: 'First light' })
const dunes = aLink({
  title: 'Dunes',
  imageCount: 1,
  images: [image],
  coverImage: image,
  expiresAt: '2036-12-12T12:00:00.000Z',
})

test('guest uploads that are off say how many invitations still allow adding', async () => {
  const invitation = (name: string, add: boolean | null, revokedAt: string | null = null) =>
    anInvitation({ _id: name, name, givenRights: { download: null, comment: null, choose: null, add }, revokedAt })
  await open(dunes, [
    invitation('Ruth', true),
    invitation('Tom', null),
    invitation('Lena', true, '2026-11-02T10:00:00.000Z'),
  ])
  expect(await screen.findByText(/^1 invitation still allows adding\./)).toBeDefined()
  // The settings below also apply to this invitation.
  fireEvent.click(field(/^Approve images/))
  fill({ 'Who can add images': 'everyone', 'Images per guest': '0' })
  expect(screen.queryByText(/still allows adding/)).toBeNull()
  await press('Save changes')
  await waitFor(() => expect(alerts()).toEqual(['The limit must be at least 1']))

  fill({ 'Images per guest': '20' })
  const change = { guestUploads: 'everyone', approveUploads: false, uploadLimitPerGuest: 20 } as const
  api.answer(updateLink, { success: true, data: { ...dunes, ...change } })
  await press('Save changes')
  expect(await screen.findByText('Changes saved')).toBeDefined()
  expect(api.calls(updateLink)[0]?.body).toEqual(change)
})

test('only changed fields are sent', async () => {
  await open(dunes)
  const about = screen.getByRole('complementary', { name: 'About this link' })
  expect(about.textContent).toMatch(/Views0Images1Created.+Expires.+/)
  expect(within(about).getByRole('img', { name: 'First light' })).toBeDefined()
  expect(screen.getByRole('link', { name: 'View Link' }).getAttribute('href')).toBe('/links/a-year-outside')
  expect(screen.getByRole('link', { name: 'Manage Images' }).getAttribute('href')).toBe('/upload/link')
  expect(field('Custom link').readOnly).toBe(true)
  expect(field('Date').value).toBe('12/12/2036')

  fill({ Title: 'Dunes at dawn' })
  fireEvent.click(field(/^Show camera details/))
  const saved = { ...dunes, title: 'Dunes at dawn', cameraDetails: true }
  for (const [answer, sentence] of [
    [unreachable, 'Failed to update link. Please try again.'],
    [unreadable(), 'Failed to update link'],
  ] as const) {
    api.answer(updateLink, answer)
    await press('Save changes')
    await waitFor(() => expect(alerts()).toEqual([sentence]))
    expect(field('Title').value).toBe('Dunes at dawn')
  }
  api.answer(updateLink, { success: true, data: saved })
  api.answer(getLink, { success: true, data: saved })
  await press('Save changes')
  expect(await screen.findByText('Changes saved')).toBeDefined()
  expect(api.calls(updateLink).at(-1)?.body).toEqual({ title: 'Dunes at dawn', cameraDetails: true })
})

test("a link can be edited while the owner's plan can't be fetched, and the server decides about its limits", async () => {
  api.answer(getSubscription, unreadable())
  await open(dunes)
  const sentence = 'Custom links are available on the Gold plan.'
  api.answer(updateLink, refusal('PLAN_FEATURE', sentence))
  fill({ 'Custom link': 'dunes' })
  await press('Save changes')
  await waitFor(() => expect(alerts()).toEqual([sentence]))
  expect(api.calls(updateLink)[0]?.body).toEqual({ slug: 'dunes' })
})

test('failing to save the focal point of the cover shows an error', async () => {
  api.answer(updateImage, unreadable())
  await open(dunes)
  await press('Set focal point')
  const point = await screen.findByRole('slider', { name: 'Focal point' })
  fireEvent.keyDown(point, { key: 'ArrowDown' })
  fireEvent.keyUp(point, { key: 'ArrowDown' })
  await waitFor(() =>
    expect(screen.getByRole('dialog').textContent).toContain('Failed to update image. Please try again.'),
  )
})

test('the save bar counts changes and names their parts, and Discard restores every field', async () => {
  await open(dunes)
  expect(screen.queryByRole('region', { name: 'Unsaved changes' })).toBeNull()
  fill({ Title: 'Something else', Date: '12/24/2036' })
  fireEvent.click(field(/^Allow downloads/))
  const bar = await screen.findByRole('region', { name: 'Unsaved changes' })
  expect(bar.textContent).toContain('3 unsaved changesIn Details, Who can see it, Visitor permissions')
  expect(screen.getAllByText('changed')).toHaveLength(3)
  await press('Discard')
  await waitFor(() => expect(screen.queryByRole('region', { name: 'Unsaved changes' })).toBeNull())
  expect([field('Title').value, field('Date').value]).toEqual(['Dunes', '12/12/2036'])
  expect(field(/^Allow downloads/).checked).toBe(true)
  expect(api.calls(updateLink)).toEqual([])
})

test('a URL that ends in #expiry opens the expiration date and focuses it, even on a phone', async () => {
  emulateMedia('min-width: 64rem', false)
  await open(dunes, [], '#expiry')
  expect(document.activeElement).toBe(field('Date'))
  expect(screen.getByRole('button', { name: 'Who can see it', expanded: true })).toBeDefined()
})

test('on a phone, parts are collapsed and show their values, and an error opens its part', async () => {
  emulateMedia('min-width: 64rem', false)
  await open(dunes)
  const part = (name: string) => screen.getByRole('button', { name })
  expect(part('Details').getAttribute('aria-expanded')).toBe('true')
  expect(part('Who can see it').getAttribute('aria-expanded')).toBe('false')
  expect(part('Who can see it').closest('section')?.textContent).toContain('Public, until Dec 12, 2036')
  expect(part('Visitor permissions').closest('section')?.textContent).toContain('Visitors can download and comment')

  fill({ Date: 'soon' })
  await press('Save changes')
  await waitFor(() => expect(alerts()).toEqual(['Date input not valid.']))
  expect(part('Who can see it').getAttribute('aria-expanded')).toBe('true')
  await waitFor(() => expect(document.activeElement).toBe(field('Date')))
})

test('the preview of the first screen follows the title and the choice', async () => {
  await open({ ...dunes, opening: 'wall' })
  const preview = () => screen.getAllByText('Dunes at dawn', { selector: '[aria-hidden] p' })
  fill({ Title: 'Dunes at dawn' })
  await waitFor(() => expect(preview()).toHaveLength(2))
  const images = () => preview()[0]?.closest('[aria-hidden]')?.querySelectorAll('img').length
  expect(images()).toBe(2)
  fireEvent.click(field('Cover photo'))
  await waitFor(() => expect(images()).toBe(4))
})

test('leaving with unsaved changes must be confirmed', async () => {
  await open(dunes)
  fill({ Title: 'Something else' })
  await waitFor(() => expect(field('Title').value).toBe('Something else'))
  await follow('Dashboard', main())
  const question = await screen.findByRole('dialog', { name: 'Leave without saving?' })
  await press('Cancel', within(question))
  expect(field('Title').value).toBe('Something else')
  await follow('Dashboard', main())
  await press('Leave', within(await screen.findByRole('dialog')))
  await waitFor(() => expect(urlNow()).toBe('/dashboard'))
  expect(api.calls(updateLink)).toEqual([])
})

test('if the session ends while saving, the changes are restored after logging in', async () => {
  watchSession()
  await open(dunes)
  fill({ Title: 'Dunes at dawn', Description: 'Before anybody was up.', Date: '12/24/2036' })
  api.answer(updateLink, refusal('UNAUTHENTICATED', 'Please login again.'))
  await press('Save changes')
  await waitFor(() => expect(urlNow()).toBe('/login'))
  expect(await screen.findByText('Your session has ended. Log in again to pick up where you left off.')).toBeDefined()
  expect(Object.keys(localStorage)).toEqual([])
  await screen.findByLabelText('Password')
  api.answer(login, { success: true, token: 'new token', user: aUser() })
  fill({ Email: 'mara@example.com', Password: 'correct horse' })
  await press('Login', main())
  await waitFor(() => expect(urlNow()).toBe('/links/edit/link'))

  await waitFor(() => expect(field('Title').value).toBe('Dunes at dawn'))
  expect(field('Description').value).toBe('Before anybody was up.')
  expect(field('Date').value).toBe('12/24/2036')
  api.answer(updateLink, { success: true, data: { ...dunes, title: 'Dunes at dawn' } })
  await press('Save changes')
  expect(await screen.findByText('Changes saved')).toBeDefined()
  expect(api.calls(updateLink).at(-1)?.body).toEqual({
    title: 'Dunes at dawn',
    description: 'Before anybody was up.',
    expiresAt: expect.stringMatching(/^2036-12-2[345]T/),
  })
})

test('an expired link shows a notice and can be renamed and deleted', async () => {
  const sunday = aLink({ title: 'Sunday', imageCount: 2, isExpired: true, expiresAt: '2026-11-10T12:00:00.000Z' })
  await open(sunday)
  expect(screen.getByText(/^This link expired on .+ Pick a new date to reopen it\.$/)).toBeDefined()
  fill({ Title: 'Sunday table' })
  const saved = { ...sunday, title: 'Sunday table' }
  api.answer(updateLink, { success: true, data: saved })
  api.answer(getLink, { success: true, data: saved })
  await press('Save changes')
  expect(await screen.findByText('Changes saved')).toBeDefined()
  expect(api.calls(updateLink).at(-1)?.body).toEqual({ title: 'Sunday table' })

  expect(screen.getByText('This also deletes its 2 images and their comments.')).toBeDefined()
  await press('Delete')
  const dialog = await screen.findByRole('dialog', { name: 'Delete Link' })
  await waitFor(() =>
    expect(dialog.textContent).toContain(
      'delete the link "Sunday table"? You can restore it from the trash for 30 days.',
    ),
  )
  expect(dialog.textContent).toContain('All images associated with this link will also be deleted.')
  api.answer(deleteLink, { success: true, data: { message: 'Deleted' } })
  await press('Delete', within(dialog))
  await waitFor(() => expect(urlNow()).toBe('/dashboard'))
  expect(await screen.findByRole('heading', { name: 'No links yet' })).toBeDefined()
})

test.each([
  ['a missing link', () => refusal('NOT_FOUND', 'Link not found')],
  ["someone else's private link", () => refusal('LINK_PRIVATE', 'This link is private')],
  ["someone else's public link", () => Response.json({ success: true, data: aLink({ user: 'somebody' }) })],
])("%s can't be edited", async (_whose, answer) => {
  api.answer(getLink, answer)
  api.answer(listInvitations, refusal('NOT_FOUND', 'Link not found'))
  api.answer(listLinks, { success: true, data: [] })
  await openPage('/links/edit/link', aUser())
  expect(await screen.findByRole('heading', { level: 1, name: 'Unable to fetch the link' })).toBeDefined()
  expect(screen.queryByLabelText('Title')).toBeNull()
  await follow('Go to Dashboard')
  await waitFor(() => expect(urlNow()).toBe('/dashboard'))
})

test('editors only change how the link is described', async () => {
  api.answer(getLink, { success: true, data: { ...dunes, user: 'owner', myRole: 'editor' } })
  api.answer(listInvitations, refusal('FORBIDDEN', 'Only the owner of this link can do that'))
  await openPage('/links/edit/link', aUser())
  await screen.findByLabelText('Title')
  expect(
    main()
      .getAllByRole('heading', { level: 2 })
      .map(({ textContent }) => textContent),
  ).toEqual(['Details'])
  for (const label of ['Custom link', 'Password']) expect(screen.queryByLabelText(label)).toBeNull()
  expect(main().queryByRole('link', { name: 'View analytics' })).toBeNull()
  fill({ Title: 'Dunes at dawn' })
  api.answer(updateLink, { success: true, data: { ...dunes, title: 'Dunes at dawn', user: 'owner', myRole: 'editor' } })
  await press('Save changes')
  expect(await screen.findByText('Changes saved')).toBeDefined()
  expect(api.calls(updateLink)[0]?.body).toEqual({ title: 'Dunes at dawn' })
})

test("uploaders can't edit the link", async () => {
  api.answer(getLink, { success: true, data: { ...dunes, user: 'owner', myRole: 'uploader' } })
  api.answer(listInvitations, refusal('FORBIDDEN', 'Only the owner of this link can do that'))
  await openPage('/links/edit/link', aUser())
  expect(await screen.findByRole('heading', { name: 'Unable to fetch the link' })).toBeDefined()
})
