import { describe, expect, test, vi } from 'vitest'
import { aQueue, link, withFakeTimers } from '#test/support/upload-queue.ts'
import { newUpload } from './upload.ts'

withFakeTimers()

describe('a lost connection', () => {
  test('an upload that is canceled meanwhile, or removed after it failed, is deleted from the server', async () => {
    const { add, at, queue, discarded } = aQueue()
    add('1', '2', '3')
    for (const index of [0, 1, 2]) at(index).onUrl(`/api/uploads/${index}`)
    queue.cancel('upload-1')
    await at(1).fail(0, { code: 'UNREACHABLE' })
    queue.cancel('upload-2')
    await at(2).fail(403, { code: 'UPLOADS_OFF' })
    queue.remove(['upload-1', 'upload-2', 'upload-3'])
    expect(discarded).toEqual(['/api/uploads/0', '/api/uploads/1', '/api/uploads/2'])
    expect(queue.all()).toEqual([])
  })

  test('pauses the whole queue, which resumes with the same IDs', async () => {
    const { add, at, sent, states, queue } = aQueue()
    add('1', '2', '3', '4')
    at(0).progress(5)
    for (const index of [0, 1, 2]) await at(index).fail(0, { code: 'UNREACHABLE' })
    expect(states()).toEqual(['retrying', 'retrying', 'retrying', 'waiting'])
    expect(queue.find('upload-1')).toMatchObject({ sentBytes: 0, sentence: 'Connection lost, trying again' })
    expect(queue.totalOf(link)).toMatchObject({ isPaused: true, left: 4 })
    await vi.advanceTimersByTimeAsync(999)
    expect(sent).toHaveLength(3)
    await vi.advanceTimersByTimeAsync(1)
    expect(sent.map(({ upload }) => upload.id)).toEqual([1, 2, 3, 1, 2, 3].map((number) => `upload-${number}`))
    expect(queue.totalOf(link).isPaused).toBe(false)
  })

  test('is retried with a backoff that doubles up to 30 seconds', async () => {
    const { add, sent, states } = aQueue()
    add('1')
    const waits: number[] = []
    for (let attempt = 0; attempt < 8; attempt += 1) {
      await sent.at(-1)?.fail(0)
      const before = Date.now()
      while (states()[0] === 'retrying') await vi.advanceTimersByTimeAsync(500)
      waits.push((Date.now() - before) / 1000)
    }
    expect(waits).toEqual([1, 2, 4, 8, 16, 30, 30, 30])
    await sent.at(-1)?.succeed()
    expect(states()).toEqual(['done'])
  })

  test('is retried immediately by `resume` or `retry`', async () => {
    const { add, at, sent, queue } = aQueue()
    add('1')
    await at(0).fail(0)
    queue.resume()
    expect(sent).toHaveLength(2)
    await at(1).fail(504)
    queue.retry('upload-1')
    expect(sent).toHaveLength(3)
    queue.resume()
    expect(sent).toHaveLength(3)
  })
})

test.each([429, 503])('a %i pauses the queue for the time in Retry-After', async (status) => {
  const { add, at, sent, states } = aQueue()
  add('1')
  await at(0).fail(status, { code: 'UNAVAILABLE', retryAfterMs: 7000 })
  await vi.advanceTimersByTimeAsync(6999)
  expect(states()).toEqual(['retrying'])
  await vi.advanceTimersByTimeAsync(1)
  expect(sent).toHaveLength(2)
})

test('an interrupted upload keeps its progress if the server has a part of it', async () => {
  const { queue, at, add, idOf } = aQueue()
  add('a.jpg', 'b.jpg')
  at(0).onUrl('/api/uploads/a')
  for (const index of [0, 1]) at(index).progress(6)
  for (const index of [0, 1]) await at(index).fail(0)
  expect(queue.find(idOf('a.jpg'))).toMatchObject({ state: 'retrying', sentBytes: 6 })
  expect(queue.find(idOf('b.jpg'))).toMatchObject({ state: 'retrying', sentBytes: 0 })
  await vi.advanceTimersByTimeAsync(1000)
  expect([at(2), at(3)].map(({ upload }) => upload.url)).toEqual(['/api/uploads/a', undefined])
})

test('details from before a reload are saved, because the server may have received earlier ones', async () => {
  const { queue, at, described } = aQueue()
  const file = new File(['0123456789'], 'a.jpg', { type: 'image/jpeg' })
  const details = { title: 'Dunes', description: '', isCoverImage: false }
  queue.restore([{ ...newUpload('a', link, file), details }, newUpload('b', link, file)])
  for (const index of [0, 1]) await at(index).succeed()
  expect(described).toEqual([{ image: 'image-of-a', details }])
})

test("a rejected file shows the server's message and can't be retried, and the other uploads continue", async () => {
  const { add, at, states, queue, sent } = aQueue()
  add('1', '2', '3', '4')
  await at(1).fail(415, { code: 'UNSUPPORTED_IMAGE', message: '"2" can\'t be used: it is broken.' })
  expect(states()).toEqual(['uploading', 'refused', 'uploading', 'uploading'])
  queue.retry('upload-2')
  expect([queue.find('upload-2')?.sentence, sent.length]).toEqual(['"2" can\'t be used: it is broken.', 4])
})

test('a file fails after three server errors and can be retried', async () => {
  const { add, sent, states, queue } = aQueue()
  add('1')
  for (let attempt = 0; attempt < 3; attempt += 1) {
    await vi.advanceTimersByTimeAsync(10_000)
    await sent.at(-1)?.fail(500, { message: 'Something went wrong on our side.' })
  }
  expect(states()).toEqual(['failed'])
  expect(queue.find('upload-1')?.sentence).toBe('Something went wrong on our side.')
  queue.retry('upload-1')
  await sent.at(-1)?.succeed()
  expect([states(), sent.length, sent.at(-1)?.upload.id]).toEqual([['done'], 4, 'upload-1'])
})

test('after the session ends, uploads wait until the user has logged in again', async () => {
  const { add, at, sent, states, queue, busy, signedOut } = aQueue()
  add('1', '2', '3', '4')
  await at(0).fail(401, { code: 'UNAUTHENTICATED' })
  await at(1).fail(401, { code: 'UNAUTHENTICATED' })
  await at(2).succeed()
  expect(states()).toEqual(['waiting', 'waiting', 'done', 'waiting'])
  expect(queue.find('upload-1')?.sentence).toBe('')
  queue.resume()
  expect([sent.length, signedOut.length, queue.totalOf(link).isPaused]).toEqual([3, 1, true])
  queue.release()
  expect(sent.slice(3).map(({ upload }) => upload.id)).toEqual(['upload-1', 'upload-2', 'upload-4'])
  expect(busy).toEqual([true])
  queue.clear()
  expect([states(), busy]).toEqual([[], [true, false]])
})

test('at the image limit, this upload and the queued ones are left out, but running ones finish', async () => {
  const { add, at, states, queue, busy } = aQueue()
  add('1', '2', '3', '4')
  await at(0).fail(403, { code: 'IMAGE_LIMIT_REACHED', message: 'No more.' })
  expect(states()).toEqual(['failed', 'uploading', 'uploading', 'failed'])
  expect(queue.leftOut().map(({ id, sentence }) => [id, sentence])).toEqual([
    ['upload-1', 'Waiting for room on your plan'],
    ['upload-4', 'Waiting for room on your plan'],
  ])
  await at(1).succeed()
  await at(2).succeed()
  expect([states(), busy]).toEqual([
    ['failed', 'done', 'done', 'failed'],
    [true, false],
  ])
})

test('if a gallery closes, this upload and the queued ones fail with its message and can be retried', async () => {
  const { queue, at, sent, add, states, idOf } = aQueue()
  add('a.jpg', 'b.jpg', 'c.jpg', 'd.jpg')
  await at(0).fail(403, { code: 'UPLOADS_OFF', message: 'This gallery no longer takes photos.' })
  expect(states()).toEqual(['failed', 'uploading', 'uploading', 'failed'])
  expect(queue.find(idOf('d.jpg'))?.sentence).toBe('This gallery no longer takes photos.')
  queue.retry(idOf('d.jpg'))
  expect(sent.map(({ upload }) => upload.file.name)).toEqual(['a.jpg', 'b.jpg', 'c.jpg', 'd.jpg'])
})
