// @vitest-environment happy-dom
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import {
  type Collaborator,
  createCollaborator,
  listCollaborators,
  removeCollaborator,
  sendCollaborator,
  updateCollaborator,
} from '#shared/collaborators.ts'
import { listLinks } from '#shared/links.ts'
import { aLink, aUser } from '#test/support/api-samples.ts'
import { createFakeApi, refusal, unreachable } from '#test/support/fake-api.ts'
import { alerts, openPage, press } from '#test/support/pages.ts'

const api = createFakeApi()

const jonas: Collaborator = {
  _id: 'jonas',
  email: 'jonas@weber.example',
  name: 'Jonas Weber',
  role: 'editor',
  link: null,
  state: 'active',
  invitedAt: '2026-10-01T10:00:00.000Z',
  acceptedAt: '2026-10-03T10:00:00.000Z',
}
const noor: Collaborator = {
  ...jonas,
  _id: 'noor',
  email: 'noor@example.org',
  name: null,
  role: 'uploader',
  link: { _id: 'link', title: 'Anna & Tom' },
  state: 'invited',
  acceptedAt: null,
}

const panel = () => within(screen.getByRole('region', { name: 'People' }))
const list = (data: Collaborator[], limit = 10) => api.answer(listCollaborators, { success: true, data, limit })
const open = () => openPage('/studio', aUser())

test('the first person is invited to one link', async () => {
  list([])
  api.answer(listLinks, { success: true, data: [aLink()] })
  await open()
  expect(await panel().findByText('0 of 10 people')).toBeDefined()
  expect(panel().getByText('No one yet. Invite someone to add or arrange images.')).toBeDefined()
  await press('Invite', panel())
  const dialog = within(await screen.findByRole('dialog', { name: 'Invite someone' }))
  fireEvent.change(dialog.getByLabelText('Email'), { target: { value: noor.email } })
  fireEvent.click(dialog.getByLabelText('Uploader'))
  expect(dialog.getByText('Adds images and copies the link. Nothing else.')).toBeDefined()
  await dialog.findByRole('option', { name: 'A Year Outside' })
  fireEvent.change(dialog.getByLabelText('Links'), { target: { value: 'link' } })
  api.answer(createCollaborator, refusal('COLLABORATOR_EXISTS', "You've already invited this person here."))
  await press('Send invitation', dialog)
  await waitFor(() => expect(alerts()).toEqual(["You've already invited this person here."]))
  api.answer(createCollaborator, { success: true, data: noor })
  await press('Send invitation', dialog)
  expect(await panel().findByText('1 of 10 people')).toBeDefined()
  expect(api.calls(createCollaborator).at(-1)?.body).toEqual({ email: noor.email, role: 'uploader', linkId: 'link' })
  expect(panel().getByText('Invited')).toBeDefined()
})

test('a person changes role, gets the email again, and is removed only after a question', async () => {
  list([jonas, noor, { ...jonas, _id: 'jonas-2', link: noor.link }])
  await open()
  // Jonas works on two scopes, but is one person.
  expect(await panel().findByText('2 of 10 people')).toBeDefined()
  api.answer(updateCollaborator, { success: true, data: { ...noor, role: 'editor' } })
  fireEvent.change(panel().getByLabelText(`Role of ${noor.email}`), { target: { value: 'editor' } })
  await waitFor(() =>
    expect(api.calls(updateCollaborator)[0]).toMatchObject({ params: { id: 'noor' }, body: { role: 'editor' } }),
  )
  api.answer(sendCollaborator, { success: true, data: noor })
  await press(`Send again to ${noor.email}`, panel())
  expect(await screen.findByText(`Invitation sent to ${noor.email}`)).toBeDefined()
  await press(`Withdraw invitation to ${noor.email}`, panel())
  expect(api.calls(removeCollaborator)).toEqual([])
  api.answer(removeCollaborator, { success: true, data: { message: 'Removed' } })
  await press('Withdraw', within(await screen.findByRole('dialog', { name: 'Withdraw invitation' })))
  await waitFor(() => expect(panel().queryByText(noor.email)).toBeNull())
  expect(panel().getByText('1 of 10 people')).toBeDefined()
})

test('at the limit, the same people can still be invited to other links', async () => {
  list([jonas, noor], 2)
  await open()
  const sentence =
    'Your plan includes 2 collaborators. To invite someone else, remove one or upgrade to Gold for up to 10.'
  expect(await panel().findByText(sentence)).toBeDefined()
  expect(panel().getByRole('link', { name: 'See Gold' }).getAttribute('href')).toBe('/subscription')
  expect(panel().getByRole<HTMLButtonElement>('button', { name: 'Invite' }).disabled).toBe(false)
})

test('a plan without collaborators explains that', async () => {
  list([], 0)
  await open()
  expect(await panel().findByText('Collaborators are part of Plus and Gold.')).toBeDefined()
  expect(panel().getByRole('link', { name: 'Upgrade Plan' })).toBeDefined()
  expect(panel().getByRole<HTMLButtonElement>('button', { name: 'Invite' }).disabled).toBe(true)
})

test('people who fail to load can be loaded again', async () => {
  api.answer(listCollaborators, unreachable)
  await open()
  await panel().findByRole('button', { name: 'Try again' })
  list([jonas])
  await press('Try again', panel())
  expect(await panel().findByText('Jonas Weber')).toBeDefined()
})
