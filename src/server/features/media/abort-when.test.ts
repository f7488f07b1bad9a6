import { PassThrough } from 'node:stream'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { AppError } from '#shared/errors.ts'
import { abortWhen } from './downloads.service.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** Returns a function that waits and then tells whether the download was aborted. */
function download(check: () => Promise<unknown>) {
  const stream = new PassThrough()
  stream.on('error', () => {})
  abortWhen(stream, check)
  return async (ms: number) => {
    await vi.advanceTimersByTimeAsync(ms)
    return stream.destroyed
  }
}

test('a download ends as soon as access is refused', async () => {
  let isOpen = true
  const isAborted = download(async () => {
    if (!isOpen) throw new AppError('LINK_PRIVATE', 'This link is private')
  })
  expect(await isAborted(10_000)).toBe(false)
  isOpen = false
  expect(await isAborted(300)).toBe(true)
})

test.each([
  ['the service is busy', new AppError('UNAVAILABLE', 'The service is busy')],
  ['the database fails', new Error('connection lost')],
])("a download continues if access can't be checked because %s, but not for long", async (_, error) => {
  let isFailing = true
  const isAborted = download(async () => {
    if (isFailing) throw error
  })
  expect(await isAborted(4500)).toBe(false)
  isFailing = false
  expect(await isAborted(60_000)).toBe(false)
  isFailing = true
  expect(await isAborted(4500)).toBe(false)
  expect(await isAborted(1500)).toBe(true)
})
