// @vitest-environment happy-dom
import { screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { acceptCollaboration, declineCollaboration, getCollaborationOffer } from '#shared/collaborators.ts'
import { aUser } from '#test/support/api-samples.ts'
import { createFakeApi, refusal } from '#test/support/fake-api.ts'
import { main, openPage, press, urlNow } from '#test/support/pages.ts'

const api = createFakeApi()
const path = '/collaborate/token'
const offer = { owner: { name: 'Mara Lind' }, role: 'uploader' as const, link: { title: 'Anna & Tom' } }

beforeEach(() => api.answer(getCollaborationOffer, { success: true, data: offer }))

test('someone without a session can log in, register or decline', async () => {
  await openPage(path)
  expect(await main().findByRole('heading', { name: 'Mara Lind invites you to help' })).toBeDefined()
  expect(main().getByText('Anna & Tom')).toBeDefined()
  for (const name of ['Login', 'Register']) expect(main().getByRole('link', { name })).toBeDefined()
  api.answer(declineCollaboration, { success: true, data: { message: 'Declined' } })
  await press('Decline', main())
  expect(await main().findByRole('heading', { name: 'Invitation declined' })).toBeDefined()
})

test('the invited account accepts, and another one can be switched', async () => {
  await openPage(path, aUser())
  api.answer(acceptCollaboration, refusal('FORBIDDEN', 'This invitation was sent to another email address.'))
  await press('Accept', main())
  expect(await main().findByText(/^You're logged in as mara@example\.com/)).toBeDefined()
  expect(main().getByRole('button', { name: 'Switch account' })).toBeDefined()
})

test('accepting leads to the dashboard', async () => {
  await openPage(path, aUser())
  const accepted = {
    _id: 'one',
    owner: offer.owner,
    role: offer.role,
    link: null,
    acceptedAt: '2026-11-01T10:00:00.000Z',
  }
  api.answer(acceptCollaboration, { success: true, data: accepted })
  await press('Accept', main())
  await waitFor(() => expect(urlNow()).toBe('/dashboard'))
  expect(await screen.findByText("You're in")).toBeDefined()
})

test('an invitation that was used or withdrawn says so', async () => {
  api.answer(getCollaborationOffer, refusal('NOT_FOUND', 'This invitation no longer works. Ask for a new one.'))
  await openPage(path)
  expect(await main().findByRole('heading', { name: 'This invitation no longer works' })).toBeDefined()
})
