// @vitest-environment happy-dom
import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { type Collaboration, leaveCollaboration, listCollaborations } from '#shared/collaborators.ts'
import { type Link, listSharedLinks } from '#shared/links.ts'
import { aLink } from '#test/support/api-samples.ts'
import { createFakeApi } from '#test/support/fake-api.ts'
import { press } from '#test/support/pages.ts'
import { renderPart } from '#test/support/render.ts'
import { SharedWithMe } from './shared-with-me.tsx'

const api = createFakeApi()

const shared = (fields: Partial<Link>) => aLink({ user: 'owner', owner: { name: 'Mara Lind' }, ...fields })
const list = (data: Link[]) => api.answer(listSharedLinks, { success: true, data })

const collaboration: Collaboration = {
  _id: 'ours',
  owner: { name: 'Mara Lind' },
  role: 'editor',
  link: null,
  acceptedAt: '2026-11-01T10:00:00.000Z',
}

test('each card offers only what the role allows', async () => {
  list([
    shared({ _id: 'one', title: 'Anna & Tom', myRole: 'editor' }),
    shared({ _id: 'two', title: 'Autumn fair', myRole: 'uploader', isExpired: true }),
  ])
  renderPart(<SharedWithMe />)
  const [edited, uploaded] = await screen.findAllByRole('listitem')
  const actionsOf = (card: HTMLElement | undefined) =>
    [...(card?.querySelectorAll('[aria-label]') ?? [])].map((action) => action.getAttribute('aria-label'))
  expect(actionsOf(edited)).toEqual(['Manage Images Anna & Tom', 'Copy link Anna & Tom'])
  expect(actionsOf(uploaded)).toEqual(['Upload Autumn fair', 'Copy link Autumn fair'])
  expect([edited, uploaded].map((card) => card?.textContent?.includes('Expired'))).toEqual([false, true])
})

test('someone leaves what they helped with, after a question', async () => {
  list([shared({ myRole: 'editor' })])
  const load = api.hold(listCollaborations, { success: true, data: [collaboration] })
  renderPart(
    <main id="main" tabIndex={-1}>
      <SharedWithMe />
    </main>,
  )
  await press('Leave')
  const dialog = within(await screen.findByRole('dialog', { name: 'Leave' }))
  expect((await dialog.findByRole<HTMLButtonElement>('button', { name: 'Leave' })).disabled).toBe(true)
  load()
  expect(await dialog.findByRole('radio', { name: /^All of Mara Lind's galleries/ })).toBeDefined()
  expect(api.calls(leaveCollaboration)).toEqual([])
  api.answer(leaveCollaboration, { success: true, data: { message: 'You left' } })
  api.answer(listCollaborations, { success: true, data: [] })
  list([])
  await press('Leave', dialog)
  await waitFor(() => expect(screen.queryByRole('heading', { name: 'Shared with me' })).toBeNull())
  expect(api.calls(leaveCollaboration)[0]?.params).toEqual({ id: 'ours' })
  expect(document.activeElement).toBe(screen.getByRole('main'))
})

test('galleries that disappear by themselves leave the focus where it is', async () => {
  list([shared({ myRole: 'editor' })])
  const { client } = renderPart(
    <main id="main" tabIndex={-1}>
      <input aria-label="Search links" />
      <SharedWithMe />
    </main>,
  )
  await screen.findByRole('heading', { name: 'Shared with me' })
  screen.getByLabelText('Search links').focus()
  list([])
  await client.invalidateQueries()
  await waitFor(() => expect(screen.queryByRole('heading', { name: 'Shared with me' })).toBeNull())
  expect(document.activeElement).toBe(screen.getByLabelText('Search links'))
})

test('someone who helps an owner without galleries can leave, too', async () => {
  api.answer(listCollaborations, { success: true, data: [collaboration] })
  renderPart(<SharedWithMe />)
  expect(await screen.findByText('No galleries yet. New ones will appear here.')).toBeDefined()
  await press('Leave')
  expect(await screen.findByRole('radio', { name: /^All of Mara Lind's galleries/ })).toBeDefined()
})
