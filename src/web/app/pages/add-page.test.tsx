// @vitest-environment happy-dom
import { fireEvent, screen, waitFor } from '@testing-library/react'
import type { HttpResponse, UploadOptions } from 'tus-js-client'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import type { User } from '#shared/accounts.ts'
import { listMyUploads } from '#shared/guest-uploads.ts'
import { deleteImage, type Image } from '#shared/images.ts'
import { countVisit, getLinkBySlug, type Link } from '#shared/links.ts'
import { aLink, anImage, aUser } from '#test/support/api-samples.ts'
import { createFakeApi } from '#test/support/fake-api.ts'
import { field, fill, openPage, press } from '#test/support/pages.ts'

type Refusal = { status: number; body: object }

function toResponse({ status, body }: Refusal): HttpResponse {
  const getBody = () => JSON.stringify(body)
  return { getStatus: () => status, getHeader: () => undefined, getBody, getUnderlyingObject: () => undefined }
}

/** Replaces the tus client, which doesn't use fetch. */
const tus = vi.hoisted(() => ({
  started: [] as { file: File; options: UploadOptions }[],
  refusals: new Map<string, Refusal>(),
  onSent: (_file: File) => {},
}))
vi.mock('tus-js-client', () => ({
  Upload: class {
    url: string | null
    file: File
    options: UploadOptions
    constructor(file: File, options: UploadOptions) {
      this.file = file
      this.options = options
      this.url = options.uploadUrl ?? null
    }
    async start() {
      const { file, options } = this
      tus.started.push({ file, options })
      await Promise.resolve()
      const refusal = tus.refusals.get(file.name)
      if (refusal) {
        const originalResponse = toResponse(refusal)
        return options.onError?.(Object.assign(new Error('refused'), { originalResponse }))
      }
      this.url ??= `/api/uploads/${file.name}`
      options.onUploadUrlAvailable?.()
      options.onProgress?.(file.size, file.size)
      tus.onSent(file)
      options.onSuccess?.({ lastResponse: toResponse({ status: 204, body: {} }) })
    }
    async abort() {}
  },
}))

const api = createFakeApi()
const done = { success: true, data: { message: 'Done' } } as const
const adding = { needsApproval: true, askName: 'optional', closesAt: null } as const
let mine: Image[]

/** Every test has its own gallery, because uploads continue on other pages. */
let slug = ''
let galleries = 0

function open(fields: Partial<Link> = {}, { path = `/links/${slug}/add`, user }: { path?: string; user?: User } = {}) {
  api.answer(getLinkBySlug, { success: true, data: aLink({ slug, adding, owner: { name: 'Anna Berg' }, ...fields }) })
  return openPage(path, user)
}
const aPhoto = (name: string, type = 'image/jpeg') => new File(['bytes'], name, { type })
const choose = (...files: File[]) => fireEvent.change(screen.getByLabelText(/^Choose photos/), { target: { files } })
const heading = (name: string | RegExp) => screen.findByRole('heading', { level: 2, name })

beforeEach(() => {
  galleries += 1
  slug = `gallery-${galleries}`
  mine = []
  tus.started.length = 0
  tus.refusals.clear()
  tus.onSent = (file) => {
    mine.unshift(anImage({ _id: file.name, state: 'waiting', isOwn: true, addedBy: { name: 'Ben' } }))
  }
  api.answer(listMyUploads, () => ({
    success: true as const,
    data: { images: mine, name: mine[0] ? 'Ben' : '', remaining: 99 },
  }))
  api.answer(countVisit, done)
})

describe('on the page for adding photos', () => {
  test('photos are sent with a name, and a video is refused in words before that', async () => {
    await open()
    choose(aPhoto('one.jpg'), aPhoto('two.jpg'), aPhoto('toast.mov', 'video/quicktime'))
    expect(await heading('2 photos')).toBeDefined()
    expect(screen.getByText("Videos can't be added here. This file won't be sent.")).toBeDefined()
    fill({ 'Your name (optional)': 'Ben' })
    await press('Send 2 photos')

    expect(await heading('Thank you, Ben. 2 photos are waiting for Anna Berg.')).toBeDefined()
    expect(tus.started.map(({ file, options }) => [file.name, options.metadata, options.chunkSize])).toEqual([
      ['one.jpg', { slug, filename: 'one.jpg', name: 'Ben' }, 5 * 2 ** 20],
      ['two.jpg', { slug, filename: 'two.jpg', name: 'Ben' }, 5 * 2 ** 20],
    ])
    expect(await screen.findAllByText('Waiting')).toHaveLength(2)
    expect(localStorage.getItem('guestName')).toBe('Ben')
  })

  test('a required name is asked for before anything is sent', async () => {
    await open({ adding: { ...adding, askName: 'required' } })
    choose(aPhoto('one.jpg'))
    await press('Send 1 photo')
    expect(await screen.findByText('Enter your name')).toBeDefined()
    expect(field('Your name').getAttribute('aria-invalid')).toBe('true')
    expect(tus.started).toEqual([])
  })

  test('a photo that was refused shows why, and the limit stops all that are queued', async () => {
    const sentence = 'You have added 2 photos, the most this gallery takes from one person.'
    tus.refusals.set('one.jpg', { status: 415, body: { code: 'UNSUPPORTED_IMAGE', message: "It isn't a photo." } })
    tus.refusals.set('two.jpg', { status: 403, body: { code: 'UPLOAD_LIMIT', message: sentence } })
    await open()
    choose(...['one.jpg', 'two.jpg', 'three.jpg', 'four.jpg', 'five.jpg'].map((name) => aPhoto(name)))
    await press('Send 5 photos')
    expect(await screen.findByText("It isn't a photo.")).toBeDefined()
    await waitFor(() => expect(screen.getAllByText(sentence).length).toBeGreaterThan(0))
    tus.refusals.delete('two.jpg')
    const before = tus.started.length
    await press('Try two.jpg again')
    await waitFor(() => expect(tus.started.slice(before).map(({ file }) => file.name)).toEqual(['two.jpg']))
  })

  test('a photo can be taken back, unless it was undone within 5 seconds', async () => {
    mine = [anImage({ _id: 'first', state: 'waiting' }), anImage({ _id: 'second', state: 'shown' })]
    api.answer(deleteImage, ({ params }) => {
      mine = mine.filter(({ _id }) => _id !== params.id)
      return done
    })
    await open()
    expect(await heading('Your 2 photos')).toBeDefined()
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true })
    try {
      await press('Take back photo 1')
      expect(await heading('Your photo')).toBeDefined()
      await press('Undo')
      expect(await heading('Your 2 photos')).toBeDefined()
      await press('Take back photo 2')
      await vi.advanceTimersByTimeAsync(4900)
      expect(api.calls(deleteImage)).toEqual([])
      await vi.advanceTimersByTimeAsync(200)
      expect(api.calls(deleteImage).map(({ params }) => params.id)).toEqual(['second'])
    } finally {
      vi.useRealTimers()
    }
  })

  test('the owner adds photos to their link, which appear right away', async () => {
    await open({ adding: undefined, user: 'mara' }, { user: aUser() })
    choose(aPhoto('one.jpg'))
    await press('Send 1 photo')
    expect(await heading('Thank you. 1 photo is in the gallery.')).toBeDefined()
    expect(tus.started[0]?.options.metadata).toEqual({ linkId: 'link', filename: 'one.jpg' })
    expect(tus.started[0]?.options.headers).toEqual({ authorization: 'Bearer token' })
  })

  test('a gallery that takes no photos says so', async () => {
    await open({ adding: null })
    expect(screen.getByText("Photos can't be added to this gallery.")).toBeDefined()
    expect(screen.getByRole('link', { name: 'See the gallery' })).toBeDefined()
    expect(screen.queryByLabelText(/^Choose photos/)).toBeNull()
  })
})

describe('in the gallery', () => {
  test('visitors who can add photos get a button in the head and after the last photo', async () => {
    const image = anImage()
    await open({ images: [image], imageCount: 1 }, { path: `/links/${slug}` })
    const buttons = screen.getAllByRole('link', { name: 'Add your photos' })
    expect(buttons.map((button) => button.getAttribute('href'))).toEqual(Array(2).fill(`/links/${slug}/add`))
  })

  test('others get none', async () => {
    await open({ adding: null, images: [anImage()], imageCount: 1 }, { path: `/links/${slug}` })
    expect(screen.queryByRole('link', { name: 'Add your photos' })).toBeNull()
  })

  test('visitors who only see their own photos add some, and learn when it opens', async () => {
    mine = [anImage({ _id: 'first', state: 'waiting' })]
    await open({ visitorsSee: 'own', revealAt: '2027-06-14T12:00:00.000Z' }, { path: `/links/${slug}` })
    expect(await screen.findByLabelText(/^Choose photos/)).toBeDefined()
    expect(screen.getByText(/^The gallery opens on/).textContent).toBe('The gallery opens on Jun 14, 2027')
    expect(await heading('Your photo')).toBeDefined()
  })
})
