// @vitest-environment happy-dom
import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { chooseImage, getChoice, type OwnChoice } from '#shared/choices.ts'
import { countFollowers } from '#shared/followers.ts'
import { listInvitations } from '#shared/invitations.ts'
import { getLink, getLinkBySlug } from '#shared/links.ts'
import { aLink, anImage, anInvitation, aUser } from '#test/support/api-samples.ts'
import { createFakeApi, refusal } from '#test/support/fake-api.ts'
import { openPage, press } from '#test/support/pages.ts'

const api = createFakeApi()

const invitation = anInvitation({
  name: 'Anna & Tom',
  rights: { download: true, comment: false, choose: true, add: false },
  givenRights: { download: true, comment: false, choose: true, add: null },
})
const link = aLink({ isPrivate: true, images: [anImage({ title: 'Dunes' })], imageCount: 1, choosing: 'on' })
const gallery = `/links/${link.slug}`

/** The app reads `?as=` from the window's URL, because it applies to every call. */
async function open(path: string) {
  window.history.replaceState(null, '', path)
  await openPage(path, aUser())
}
afterEach(() => window.history.replaceState(null, '', '/'))

beforeEach(() => {
  api.answer(listInvitations, { success: true, data: [invitation] })
  api.answer(getLinkBySlug, { success: true, data: link })
  const choice: OwnChoice = {
    imageIds: [],
    notes: {},
    limit: null,
    state: 'open',
    sentAt: null,
    askedAt: null,
    name: '',
  }
  api.answer(getChoice, { success: true, data: choice })
})

test('owners who preview their gallery as a guest see who it is, and no Owner Controls', async () => {
  await open(`${gallery}?as=anna`)
  const bar = await screen.findByRole('complementary', { name: 'Preview' })
  expect(bar.textContent).toContain('Viewing as Anna & Tom. Nothing you do here is saved or counted.')
  const back = within(bar).getByRole('link', { name: 'Back to the link' })
  expect(back.getAttribute('href')).toBe('/links/edit/link#invitations')
  expect(screen.queryByRole('region', { name: 'Owner Controls' })).toBeNull()
})

test('without a preview, owners have Owner Controls and no bar', async () => {
  await open(gallery)
  expect(await screen.findByRole('region', { name: 'Owner Controls' })).toBeDefined()
  expect(screen.queryByRole('complementary', { name: 'Preview' })).toBeNull()
  expect(screen.queryByRole('button', { name: 'Favorite Dunes' })).toBeNull()
})

test('a favorite in a preview is rejected with a message', async () => {
  api.answer(chooseImage, refusal('FORBIDDEN', "You can't change anything."))
  await open(`${gallery}?as=anna`)
  await press('Favorite Dunes')
  expect(await screen.findByText("You can't change anything.")).toBeDefined()
  await waitFor(() =>
    expect(screen.getByRole('button', { name: 'Favorite Dunes' }).getAttribute('aria-pressed')).toBe('false'),
  )
})

test('the menu of an invitation opens the preview in a new tab', async () => {
  api.answer(getLink, { success: true, data: link })
  api.answer(countFollowers, { success: true, data: { count: 0 } })
  await open('/links/edit/link')
  await press('More actions for Anna & Tom')
  const item = await screen.findByRole('menuitem', { name: 'Preview as Anna & Tom' })
  expect([item.getAttribute('href'), item.getAttribute('target')]).toEqual([`${gallery}?as=anna`, '_blank'])
})
