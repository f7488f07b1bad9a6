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

/** A server that answers every call with this, or what it makes of the body. */
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

test('a pressed heart is chosen at once, counted in the bar, and sent', async () => {
  const link = aLink('pressed')
  const fetched = answerWith((body) => choiceOf(body?.chosen ? ['a'] : []))
  renderPart(
    <>
      <Heart link={link} imageId="a" alt="Dunes" />
      <ChoiceBar link={link} isOnlyChosen={false} onShow={() => {}} />
    </>,
  )
  expect(screen.getByText('Choose up to 2 with the heart')).toBeDefined()
  fireEvent.click(screen.getByRole('button', { name: 'Choose Dunes' }))
  expect(screen.getByRole('button', { name: 'Choose Dunes' }).getAttribute('aria-pressed')).toBe('true')
  expect(screen.getByRole('progressbar').getAttribute('aria-valuetext')).toBe('1 of 2')
  await waitFor(() => expect(fetched.mock.calls.map(([url]) => url)).toContain('/api/images/a/choice'))
  expect(screen.getByRole('button', { name: 'Send my choice' })).toBeDefined()
})

test('what was sent cannot be changed, and can be asked for', async () => {
  const link = aLink('sent')
  answerWith(() => choiceOf(['a'], { state: 'sent', sentAt: '2026-11-14T18:40:00.000Z' }))
  renderPart(
    <>
      <Heart link={link} imageId="a" alt="Dunes" />
      <Heart link={link} imageId="b" alt="Sea" />
      <ChoiceBar link={link} isOnlyChosen={false} onShow={() => {}} />
    </>,
  )
  expect(await screen.findByText('Sent on 14 November 2026')).toBeDefined()
  expect(screen.queryByRole('button', { name: /^Choose/ })).toBe(null)
  expect(screen.getAllByRole('img', { name: 'In your choice' })).toHaveLength(1)
  expect(screen.getByRole('button', { name: 'Ask to change it' })).toBeDefined()
})

test('a note is written beside a chosen picture', async () => {
  const link = aLink('noted')
  const fetched = answerWith((body) => choiceOf(['a'], { notes: body?.note ? { a: body.note } : {} }))
  renderPart(<MyChoice link={link} imageId="a" />)
  expect(screen.queryByRole('button', { name: 'Add a note' })).toBe(null)
  fireEvent.click(screen.getByRole('button', { name: 'Choose' }))
  fireEvent.click(screen.getByRole('button', { name: 'Add a note' }))
  fireEvent.change(screen.getByLabelText('Your note for Mara'), { target: { value: ' For the cover ' } })
  fireEvent.click(screen.getByRole('button', { name: 'Save note' }))
  expect(screen.getByText('For the cover')).toBeDefined()
  await waitFor(() => expect(fetched.mock.calls.at(-1)?.[1].body).toContain('"note":"For the cover"'))
})

test('the owner sees who chose what, where all agree, and each alone', async () => {
  const at = '2026-11-14T18:40:00.000Z'
  const chosenBy = (_id: string, name: string, imageIds: string[], notes = {}): Choice => ({
    ...{ _id, guest: { name, email: null, invitation: null }, state: 'sent', message: 'We love them' },
    ...{ createdAt: at, updatedAt: at, sentAt: at, askedAt: null, imageIds, notes },
  })
  answerWith(() => [chosenBy('1', 'Anna', ['a'], { a: 'Darker' }), chosenBy('2', '', ['a', 'b'])])
  renderPart(<ReceivedChoices link={aLink('received')} />)
  expect(await screen.findByRole('heading', { name: '2 pictures' })).toBeDefined()
  expect(screen.getByText('Both')).toBeDefined()
  expect(screen.getByText('Darker')).toBeDefined()
  fireEvent.click(screen.getByRole('button', { name: /^All agree/ }))
  expect(screen.getByRole('heading', { name: '1 that all chose' })).toBeDefined()
  fireEvent.click(screen.getByRole('button', { name: /^Anna/ }))
  expect(screen.getByRole('heading', { name: 'Anna chose 1' })).toBeDefined()
  expect(screen.getByText('We love them')).toBeDefined()
})
