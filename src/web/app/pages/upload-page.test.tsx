// @vitest-environment happy-dom
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { login } from '#shared/accounts.ts'
import { type Image, listImages, setCover } from '#shared/images.ts'
import { getLink } from '#shared/links.ts'
import { type PlanId, plans } from '#shared/plans.ts'
import { createCheckoutSession, getSubscription } from '#shared/subscriptions.ts'
import { aLink, anImage, aSubscription, aUser } from '#test/support/api-samples.ts'
import { createFakeApi } from '#test/support/fake-api.ts'
import { field, fill, follow, main, openPage, press, urlNow } from '#test/support/pages.ts'
import { watchSession } from '#web/lib/session.ts'

const api = createFakeApi()

type SentFile = { name: string; answer: (status: number, data: unknown) => Promise<void> }

/** Uploads use XMLHttpRequest, which the fake API doesn't replace. */
function holdUploads() {
  const sent: SentFile[] = []
  class FakeRequest {
    upload = {}
    status = 0
    response: unknown
    onloadend = () => {}
    open() {}
    setRequestHeader() {}
    getResponseHeader = () => null
    abort() {}
    send(form: FormData) {
      const answer = (status: number, response: unknown) =>
        act(async () => {
          Object.assign(this, { status, response })
          this.onloadend()
        })
      sent.push({ name: (form.get('image') as File).name, answer })
    }
  }
  vi.stubGlobal('XMLHttpRequest', FakeRequest)
  return sent
}

const chooseFiles = (...names: string[]) =>
  fireEvent.change(field('Images to upload'), {
    target: { files: names.map((name) => new File([name], name, { type: 'image/jpeg' })) },
  })

test('at the image limit of the largest plan, no upgrade is offered', async () => {
  const usage = { links: 1, images: plans.gold.imageLimit }
  api.answer(getSubscription, { success: true, data: aSubscription('gold', { usage }) })
  api.answer(getLink, { success: true, data: aLink() })
  api.answer(listImages, { success: true, data: [] })
  await openPage('/upload/link', aUser())
  const sentence = "You have reached your plan's image limit. Delete images to upload more."
  await waitFor(() => expect(screen.getAllByText(sentence)).toHaveLength(1))
  expect(screen.queryByRole('button', { name: 'Choose files' })).toBeNull()
  expect(screen.getByRole('main').textContent).not.toMatch(/upgrade/i)
  // The page doesn't suggest dropping files that would be rejected.
  expect(screen.getByRole('main').textContent).not.toContain('Drop images')
})

test('an image chosen as the cover while it uploads stays the cover, even if it arrives first', async () => {
  const sent = holdUploads()
  const arrived: Image[] = []
  api.answer(getLink, () => Response.json({ success: true, data: aLink({ images: arrived }) }))
  api.answer(setCover, { success: true, data: anImage() })
  await openPage('/upload/link', aUser())
  chooseFiles('one.jpg', 'two.jpg')
  await press('Edit details of two.jpg')
  const form = within(await screen.findByRole('form', { name: 'Details of two.jpg' }))
  fireEvent.click(form.getByLabelText('Use as cover'))
  await press('Save', form)
  await waitFor(() => expect(screen.queryByRole('form', { name: 'Details of two.jpg' })).toBeNull())

  // It's the automatic cover until the first file arrives.
  const two = anImage({ _id: 'two', fileName: 'two.jpg', isCoverImage: true })
  arrived.push(two)
  await sent.find(({ name }) => name === 'two.jpg')?.answer(201, { success: true, data: two })
  await waitFor(() => expect(api.calls(setCover).map(({ params }) => params.id)).toEqual(['two']))
  const one = anImage({ _id: 'one', fileName: 'one.jpg', isCoverImage: false })
  arrived.unshift(one)
  await sent.find(({ name }) => name === 'one.jpg')?.answer(201, { success: true, data: one })
  await screen.findByRole('heading', { name: '2 images uploaded' })
})

test('if the session ends during an upload, it continues after logging in', async () => {
  watchSession()
  const sent = holdUploads()
  api.answer(getLink, { success: true, data: aLink() })
  await openPage('/upload/link', aUser())
  chooseFiles('one.jpg', 'two.jpg')
  await waitFor(() => expect(sent).toHaveLength(2))
  for (const { answer } of sent) await answer(401, { code: 'UNAUTHENTICATED', message: 'Please login again.' })
  await waitFor(() => expect(urlNow()).toBe('/login'))
  expect(await screen.findByText('Your session has ended. Log in again to pick up where you left off.')).toBeDefined()
  expect(await screen.findByText('Upload paused until you log in')).toBeDefined()
  await screen.findByLabelText('Password')
  api.answer(login, { success: true, token: 'new token', user: aUser() })
  fill({ Email: 'mara@example.com', Password: 'correct horse' })
  await press('Login', main())
  await waitFor(() => expect(urlNow()).toBe('/upload/link'))
  await waitFor(() => expect(sent).toHaveLength(4))
  expect(screen.getByRole('main').textContent).not.toContain('login again')
})

test("photos that don't fit wait for an upgrade and can then be added", async () => {
  const sent = holdUploads()
  const using = (plan: PlanId, images: number) => ({
    success: true as const,
    data: aSubscription(plan, { usage: { links: 1, images } }),
  })
  api.answer(getSubscription, using('free', 49))
  api.answer(getLink, { success: true, data: aLink() })
  await openPage('/upload/link', aUser())
  await screen.findByText(/Room for 1 more image\./)
  chooseFiles('one.jpg', 'two.jpg', 'three.jpg')
  await waitFor(() => expect(sent).toHaveLength(1))
  // The file that's being uploaded takes the last place.
  expect(await screen.findByText("2 images don't fit on your plan. They'll wait here while you upgrade.")).toBeDefined()
  expect(screen.queryByRole('button', { name: 'Add them' })).toBeNull()
  api.answer(getSubscription, using('free', 50))
  await sent[0]?.answer(201, { success: true, data: anImage() })
  expect(await screen.findByText("2 images don't fit on your plan. They'll wait here while you upgrade.")).toBeDefined()
  expect(screen.getAllByText('Waiting for room on your plan')).toHaveLength(2)

  await follow('Upgrade Plan', within(screen.getByRole('region', { name: 'Uploads' })))
  await waitFor(() => expect(urlNow()).toBe('/subscription'))
  api.answer(createCheckoutSession, { success: true, data: { changed: true } })
  api.answer(getSubscription, using('plus', 50))
  await press('Continue')
  await screen.findByRole('heading', { name: "You're on Plus" })
  expect(await screen.findByText('2 images are still waiting.')).toBeDefined()
  await press('Add them')
  await waitFor(() => expect(urlNow()).toBe('/upload/link'))
  await waitFor(() => expect(sent.map(({ name }) => name)).toEqual(['one.jpg', 'two.jpg', 'three.jpg']))
})

const images = (count: number) =>
  Array.from({ length: count }, (_, index) =>
    anImage({ _id: `image-${index}`, title: `Roll ${index + 1}`, isCoverImage: index === 0 }),
  )

test('pointing at an image shows buttons to make it the cover, edit it and delete it', async () => {
  api.answer(getLink, { success: true, data: aLink({ images: images(2) }) })
  api.answer(setCover, { success: true, data: anImage() })
  await openPage('/upload/link', aUser())
  fireEvent.focus(await screen.findByRole('button', { name: 'Move Roll 2' }))
  await press('Set Roll 2 as cover')
  await waitFor(() => expect(api.calls(setCover).map(({ params }) => params.id)).toEqual(['image-1']))
  await press('Edit Roll 2')
  expect(await screen.findByRole('dialog', { name: 'Edit details' })).toBeDefined()
  await press('Cancel')
  await press('Delete Roll 2')
  expect(await screen.findByRole('dialog', { name: 'Delete Image' })).toBeDefined()
})

test('a link with more than 60 images starts with small thumbnails', async () => {
  api.answer(getLink, { success: true, data: aLink({ images: images(61) }) })
  await openPage('/upload/link', aUser())
  expect(await screen.findByRole('button', { name: 'Larger thumbnails' })).toBeDefined()
})
