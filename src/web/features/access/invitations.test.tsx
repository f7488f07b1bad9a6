// @vitest-environment happy-dom
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import type { NewInvitation } from '#shared/invitation-forms.ts'
import { createInvitation, listInvitations, sendInvitation } from '#shared/invitations.ts'
import { aLink, anInvitation } from '#test/support/api-samples.ts'
import { createFakeApi, refusal } from '#test/support/fake-api.ts'
import { alerts, field, fill, press } from '#test/support/pages.ts'
import { renderPart } from '#test/support/render.ts'
import { Invitations } from './invitations.tsx'

const api = createFakeApi()

beforeEach(async () => {
  api.answer(listInvitations, { success: true, data: [] })
  api.answer(createInvitation, ({ body }) => {
    const { name, email } = body as NewInvitation
    return Response.json({ success: true, data: anInvitation({ _id: name, name, email }) })
  })
  api.answer(sendInvitation, { success: true, data: { message: 'Sent' } })
  renderPart(<Invitations link={aLink()} />)
  await press('Invite someone')
})

test('the first email can include a message', async () => {
  expect(screen.queryByLabelText(/^Message/)).toBeNull()
  fill({ Name: 'Anna', 'Email (optional)': 'anna@example.com' })
  fill({ 'Message (optional)': 'Here they are.' })
  await press('Invite')
  const made = await screen.findByRole('dialog', { name: "Anna's personal link" })
  expect(made.textContent).toContain("We've emailed anna@example.com.")
  expect(api.calls(createInvitation)[0]?.body).not.toHaveProperty('message')
  expect(api.calls(sendInvitation).map(({ body }) => body)).toEqual([{ message: 'Here they are.' }])
})

test('several people get their own invitation, and failures are listed by address', async () => {
  await press('Invite several people')
  fill({ 'Email addresses': 'Anna <anna@example.com>, tom' })
  await press('Invite')
  await waitFor(() => expect(alerts()).toEqual(['Not an email address: tom']))
  expect(api.calls(createInvitation)).toEqual([])

  fill({ 'Email addresses': 'Anna <anna@example.com>, tom@example.com', 'Message (optional)': 'Enjoy' })
  api.answer(sendInvitation, ({ params }) =>
    params.id === 'Tom'
      ? refusal('RATE_LIMITED', 'Try again tomorrow.')
      : Response.json({ success: true, data: { message: 'Sent' } }),
  )
  await press('Invite')
  const made = await screen.findByRole('dialog', { name: '1 person invited' })
  expect(within(made).getByText("We've emailed personal links to anna@example.com.")).toBeDefined()
  expect(alerts()).toEqual(['tom@example.com: Try again tomorrow. Copy the link and send it yourself.'])
  expect(api.calls(createInvitation).map(({ body }) => (body as NewInvitation).name)).toEqual(['Anna', 'Tom'])
  expect(screen.getByRole('button', { name: 'Copy link for Tom', hidden: true })).toBeDefined()
})

test('if no invitation can be created, the addresses are kept', async () => {
  await press('Invite several people')
  fill({ 'Email addresses': 'anna@example.com' })
  api.answer(createInvitation, refusal('VALIDATION_FAILED', 'This link has reached its limit of 200 invitations.'))
  await press('Invite')
  await waitFor(() => expect(alerts()).toEqual(['This link has reached its limit of 200 invitations.']))
  expect(field('Email addresses').value).toBe('anna@example.com')
})

test('an invitation can be limited to sections, which has no effect on a public link', async () => {
  await press('Cancel')
  const aSection = (_id: string, title: string) => ({ _id, title, text: '', anchor: _id, imageCount: 1 })
  const sections = [aSection('coast', 'The coast'), aSection('south', 'South')]
  renderPart(<Invitations link={aLink({ sections })} />)
  fireEvent.click(screen.getAllByRole('button', { name: 'Invite someone' })[1] as HTMLElement)
  fill({ Name: 'Anna' })
  const scroll = vi.spyOn(HTMLElement.prototype, 'scrollIntoView')
  fireEvent.click(screen.getByLabelText(/^Only certain sections/))
  expect(scroll.mock.instances).toHaveLength(1)
  fireEvent.click(screen.getByLabelText('South'))
  expect(screen.getByText(/^This link is public, so the choice has no effect/)).toBeDefined()
  await press('Invite')
  await waitFor(() => expect(api.calls(createInvitation)[0]?.body).toMatchObject({ sections: ['coast'] }))
})
