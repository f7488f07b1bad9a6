// @vitest-environment happy-dom
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { type Image, listImages, setCover } from '#shared/images.ts'
import { getLink } from '#shared/links.ts'
import { plans } from '#shared/plans.ts'
import { getSubscription } from '#shared/subscriptions.ts'
import { aLink, anImage, aSubscription, aUser } from '#test/support/api-samples.ts'
import { createFakeApi } from '#test/support/fake-api.ts'
import { field, openPage, press } from '#test/support/pages.ts'

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
  await waitFor(() => expect(screen.getAllByText(sentence)).not.toEqual([]))
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
