// @vitest-environment happy-dom
import type { HttpResponse, UploadOptions } from 'tus-js-client'
import { beforeEach, expect, test, vi } from 'vitest'
import { getUpload } from '#shared/resumable-uploads.ts'
import { anImage } from '#test/support/api-samples.ts'
import { createFakeApi } from '#test/support/fake-api.ts'
import { discardByTus } from './send-by-tus.ts'
import { sendUpload } from './send-upload.ts'
import { newUpload } from './upload.ts'

type Started = UploadOptions & { url: string | null; isAborted?: boolean }

/** Replaces the tus client, which doesn't use fetch. `forgotten` is an upload that has expired on the server. */
const tus = vi.hoisted(() => ({
  started: [] as Started[],
  deleted: [] as string[],
  forgotten: '/api/uploads/forgotten',
}))
vi.mock('tus-js-client', () => ({
  Upload: class {
    started: Started
    constructor(_file: File, options: UploadOptions) {
      this.started = { ...options, url: options.uploadUrl ?? null }
    }
    get url() {
      return this.started.url
    }
    start() {
      const { started } = this
      tus.started.push(started)
      if (started.url === tus.forgotten) {
        const originalResponse = { getStatus: () => 404, getHeader: () => undefined, getBody: () => '' }
        return started.onError?.(Object.assign(new Error('gone'), { originalResponse }))
      }
      started.url ??= '/api/uploads/new'
      started.onUploadUrlAvailable?.()
    }
    async abort() {
      this.started.isAborted = true
    }
    static async terminate(url: string) {
      tus.deleted.push(url)
    }
  },
}))

const api = createFakeApi()
const details = { title: 'Dünen', description: 'At noon', isCoverImage: true }
const aLargeFile = (url?: string) => {
  const file = new File([new Uint8Array(2 ** 20)], 'dunes.jpg', { type: 'image/jpeg' })
  return { ...newUpload('id', 'link', file, { sectionId: 'section' }), details, url }
}

function send(url?: string) {
  const urls: (string | undefined)[] = []
  const controller = new AbortController()
  const onUrl = (url: string | undefined) => void urls.push(url)
  const image = sendUpload(aLargeFile(url), { onProgress: () => {}, onUrl }, controller.signal)
  return { image, urls, cancel: () => controller.abort() }
}

beforeEach(() => {
  tus.started.length = 0
})

test('a large file is sent in pieces, with its details', async () => {
  const image = anImage({ _id: 'dunes' })
  api.answer(getUpload, {
    success: true,
    data: { offset: 2 ** 20, length: 2 ** 20, expiresAt: '2026-11-30T18:00:00.000Z', image },
  })
  const sending = send()
  await vi.waitFor(() => expect(sending.urls).toEqual(['/api/uploads/new']))
  const [started] = tus.started
  expect(started?.metadata).toEqual({
    linkId: 'link',
    title: 'Dünen',
    description: 'At noon',
    isCoverImage: 'true',
    sectionId: 'section',
    filename: 'dunes.jpg',
  })
  started?.onSuccess?.({ lastResponse: {} as HttpResponse })
  expect(await sending.image).toEqual(image)
  expect(api.calls(getUpload).map(({ params }) => params.id)).toEqual(['new'])
})

test('an upload that the server has forgotten starts again, but one out of reach waits', async () => {
  const { urls } = send(tus.forgotten)
  await vi.waitFor(() => expect(urls).toEqual([undefined, '/api/uploads/new']))
  expect(tus.started.map(({ endpoint, uploadUrl }) => [endpoint, uploadUrl])).toEqual([
    [null, tus.forgotten],
    ['/api/uploads', null],
  ])
  const unreachable = send('/api/uploads/known')
  await vi.waitFor(() => expect(unreachable.urls).toEqual(['/api/uploads/known']))
  tus.started.at(-1)?.onError?.(new Error('offline'))
  await expect(unreachable.image).rejects.toMatchObject({ status: 0 })
  expect([unreachable.urls, tus.started.length]).toEqual([['/api/uploads/known'], 3])
})

test('a file whose section was removed is sent without it', async () => {
  const { urls } = send()
  await vi.waitFor(() => expect(urls).toHaveLength(1))
  const message = 'Section must be a section of this link'
  const body = { success: false, code: 'VALIDATION_FAILED', message, error: message, fields: { sectionId: message } }
  const originalResponse = { getStatus: () => 400, getHeader: () => undefined, getBody: () => JSON.stringify(body) }
  tus.started[0]?.onError?.(Object.assign(new Error('refused'), { originalResponse }))
  await vi.waitFor(() => expect(tus.started).toHaveLength(2))
  expect(tus.started.map(({ metadata }) => metadata?.sectionId)).toEqual(['section', undefined])
})

test('canceling stops the request, and discarding deletes what the server has received', async () => {
  const { image, urls, cancel } = send()
  await vi.waitFor(() => expect(urls).toHaveLength(1))
  cancel()
  await expect(image).rejects.toThrow()
  expect(tus.started[0]?.isAborted).toBe(true)
  await discardByTus('/api/uploads/new')
  expect(tus.deleted).toEqual(['/api/uploads/new'])
})
