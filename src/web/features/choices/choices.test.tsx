// @vitest-environment happy-dom
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import type { Choice, OwnChoice } from '#shared/choices.ts'
import type { Image } from '#shared/images.ts'
import type { Link } from '#shared/links.ts'
import { renderPart } from '#test/support/render.ts'
import { ChoiceBar } from './choice-bar.tsx'
import { Heart } from './heart.tsx'
import { MyChoice } from './my-choice.tsx'
import { ReceivedChoices } from './received-choices.tsx'

const images = ['a', 'b'].map(
  (_id) => ({ _id, title: `Picture ${_id}`, fileName: `IMG_${_id}.jpg`, thumbnailUrl: 'data:,' }) as Image,
)
const aLink = (slug: string) =>
  ({ _id: slug, slug, title: 'Summer', choosing: 'on', choiceLimit: 2, owner: { name: 'Mara' }, images }) as Link

/** Stubs fetch. `make` builds the data of each response from the request body and URL. */
function answerWith(make: (body: { chosen: boolean; note?: string } | undefined, url: string) => unknown) {
  const fetched = vi.fn(async (url: string, { body }: { body?: string | null }) => {
    const data = make(body ? JSON.parse(body) : undefined, url)
    return new Response(JSON.stringify({ success: true, data }), { status: 200 })
  })
  vi.stubGlobal('fetch', fetched)
  return fetched
}
afterEach(() => vi.unstubAllGlobals())

const choiceOf = (imageIds: string[], more: Partial<OwnChoice> = {}): OwnChoice => ({
  ...{ imageIds, notes: {}, limit: 2, state: 'open', sentAt: null, askedAt: null, name: '', ...more },
})

test('pressing a heart updates the bar immediately and saves the favorite', async () => {
  const link = aLink('pressed')
  const fetched = answerWith((body) => choiceOf(body?.chosen ? ['a'] : []))
  renderPart(
    <>
      <Heart link={link} imageId="a" alt="Dunes" />
      <ChoiceBar link={link} isOnlyChosen={false} onShow={() => {}} />
    </>,
  )
  expect(screen.getByText('Pick up to 2 favorites with the heart')).toBeDefined()
  fireEvent.click(screen.getByRole('button', { name: 'Favorite Dunes' }))
  expect(screen.getByRole('button', { name: 'Favorite Dunes' }).getAttribute('aria-pressed')).toBe('true')
  expect(screen.getByRole('progressbar').getAttribute('aria-valuetext')).toBe('1 of 2')
  await waitFor(() => expect(fetched.mock.calls.map(([url]) => url)).toContain('/api/images/a/choice'))
  expect(screen.getByRole('button', { name: 'Send favorites' })).toBeDefined()
})

test('sent favorites are locked, but the visitor can request changes', async () => {
  const link = aLink('sent')
  answerWith(() => choiceOf(['a'], { state: 'sent', sentAt: '2026-11-14T18:40:00.000Z' }))
  renderPart(
    <>
      <Heart link={link} imageId="a" alt="Dunes" />
      <Heart link={link} imageId="b" alt="Sea" />
      <ChoiceBar link={link} isOnlyChosen={false} onShow={() => {}} />
    </>,
  )
  expect(await screen.findByText('Sent on Nov 14, 2026')).toBeDefined()
  expect(screen.queryByRole('button', { name: /^Favorite/ })).toBe(null)
  expect(screen.getAllByRole('img', { name: 'In your favorites' })).toHaveLength(1)
  expect(screen.getByRole('button', { name: 'Request changes' })).toBeDefined()
})

test('the visitor can add a note to a favorite', async () => {
  const link = aLink('noted')
  const fetched = answerWith((body) => choiceOf(['a'], { notes: body?.note ? { a: body.note } : {} }))
  renderPart(<MyChoice link={link} imageId="a" />)
  expect(screen.queryByRole('button', { name: 'Add a note' })).toBe(null)
  fireEvent.click(screen.getByRole('button', { name: 'Favorite' }))
  fireEvent.click(screen.getByRole('button', { name: 'Add a note' }))
  fireEvent.change(screen.getByLabelText('Your note for Mara'), { target: { value: ' For the cover ' } })
  fireEvent.click(screen.getByRole('button', { name: 'Save note' }))
  expect(screen.getByText('For the cover')).toBeDefined()
  await waitFor(() => expect(fetched.mock.calls.at(-1)?.[1].body).toContain('"note":"For the cover"'))
})

test('the owner can filter favorites by person or show those everyone picked', async () => {
  const at = '2026-11-14T18:40:00.000Z'
  const chosenBy = (_id: string, name: string, imageIds: string[], notes = {}): Choice => ({
    ...{ _id, guest: { name, email: null, invitation: null }, state: 'sent', message: 'We love them' },
    ...{ createdAt: at, updatedAt: at, sentAt: at, askedAt: null, imageIds, notes },
  })
  answerWith(() => [chosenBy('1', 'Anna', ['a'], { a: 'Darker' }), chosenBy('2', '', ['a', 'b'])])
  renderPart(<ReceivedChoices link={aLink('received')} />)
  expect(await screen.findByRole('heading', { name: '2 favorites' })).toBeDefined()
  expect(screen.getByText('Everyone')).toBeDefined()
  expect(screen.getByText('Darker')).toBeDefined()
  fireEvent.click(screen.getByRole('button', { name: /^Picked by everyone/ }))
  expect(screen.getByRole('heading', { name: '1 favorite picked by everyone' })).toBeDefined()
  fireEvent.click(screen.getByRole('button', { name: /^Anna/ }))
  expect(screen.getByRole('heading', { name: '1 favorite from Anna' })).toBeDefined()
  expect(screen.getByText('We love them')).toBeDefined()
})
