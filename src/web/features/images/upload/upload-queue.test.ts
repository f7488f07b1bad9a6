import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Image } from '#shared/images.ts'
import { ApiError } from '#web/lib/api.ts'
import { newUpload, type Upload, type UploadDetails } from './upload.ts'
import { UploadQueue } from './upload-queue.ts'
import { UploadError } from './upload-verdict.ts'

type Sent = {
  upload: Upload
  signal: AbortSignal
  progress: (bytes: number) => void
  onUrl: (url: string | undefined) => void
  succeed: () => Promise<void>
  fail: (
    status: number,
    options?: { code?: ApiError['code']; message?: string; retryAfterMs?: number },
  ) => Promise<void>
}

const link = 'a-link'
const settle = () => vi.advanceTimersByTimeAsync(0)

/** The fake server responds on demand. */
function aQueue() {
  const sent: Sent[] = []
  const busy: boolean[] = []
  const done: string[] = []
  const described: { image: string; details: UploadDetails }[] = []
  const covers: string[] = []
  const signedOut: boolean[] = []
  const checks = new Map<string, Promise<boolean>>()
  let ids = 0
  const queue = new UploadQueue({
    newId: () => `upload-${++ids}`,
    onDone: (upload) => done.push(upload.file.name),
    onBusyChange: (isBusy) => busy.push(isBusy),
    onSignedOut: () => signedOut.push(true),
    findDuplicate: ({ file }) => checks.get(file.name),
    describe: async ({ _id }, details) => described.push({ image: _id, details }),
    setCover: async ({ _id }) => covers.push(_id),
    onDescribeFailure: () => {},
    send: (upload, { onProgress: progress, onUrl }, signal) =>
      new Promise((resolve, reject) => {
        signal.addEventListener('abort', () =>
          reject(new UploadError(new ApiError(0, { code: 'UNREACHABLE', message: '' }))),
        )
        const succeed = () => {
          resolve({ _id: `image-of-${upload.id}` } as Image)
          return settle().then(() => {})
        }
        const fail: Sent['fail'] = (status, { code = 'INTERNAL', message = 'No', retryAfterMs } = {}) => {
          reject(new UploadError(new ApiError(status, { code, message }), retryAfterMs))
          return settle().then(() => {})
        }
        sent.push({ upload, signal, progress, onUrl, succeed, fail })
      }),
  })
  const add = (...names: string[]) =>
    queue.add(
      link,
      names.map((name) => new File(['0123456789'], name, { type: 'image/jpeg' })),
    )
  const states = () => queue.idsOf(link).map((id) => queue.find(id)?.state)
  const idOf = (name: string) => queue.idsOf(link).find((id) => queue.find(id)?.file.name === name) ?? ''
  const at = (index: number) => {
    const one = sent[index]
    if (!one) throw new Error(`only ${sent.length} were sent`)
    return one
  }
  return { queue, sent, at, busy, done, described, covers, signedOut, checks, add, states, idOf }
}

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

test('uploads start in order and run three at a time', async () => {
  const { add, at, sent, states, done, busy } = aQueue()
  add('1', '2', '3', '4', '5')
  expect(states()).toEqual(['uploading', 'uploading', 'uploading', 'waiting', 'waiting'])
  await at(1).succeed()
  expect(sent.map(({ upload }) => upload.file.name)).toEqual(['1', '2', '3', '4'])
  for (const index of [0, 2, 3]) await at(index).succeed()
  await at(4).succeed()
  expect(done).toEqual(['2', '1', '3', '4', '5'])
  expect(states()).toEqual(['done', 'done', 'done', 'done', 'done'])
  expect(busy).toEqual([true, false])
})

test('a fully sent upload is processing until the server responds', async () => {
  const { add, at, states, queue } = aQueue()
  add('1')
  at(0).progress(4)
  expect([states(), queue.totalOf(link).sentBytes]).toEqual([['uploading'], 4])
  at(0).progress(10)
  expect(states()).toEqual(['processing'])
  await at(0).succeed()
  expect(queue.find('upload-1')?.image?._id).toBe('image-of-upload-1')
})

test("files that aren't images are never sent", () => {
  const { queue, sent, states } = aQueue()
  queue.add(link, [new File(['x'], 'contract.pdf', { type: 'application/pdf' }), new File(['x'], 'sea.heic')])
  expect(states()).toEqual(['refused', 'uploading'])
  expect(queue.find('upload-1')?.sentence).toBe('"contract.pdf" isn\'t an image.')
  expect(sent).toHaveLength(1)
})

describe('a lost connection', () => {
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

describe('canceling', () => {
  test('aborts a running upload and starts the next one', async () => {
    const { add, at, states, queue, done } = aQueue()
    add('1', '2', '3', '4')
    queue.cancel('upload-1')
    await settle()
    expect([at(0).signal.aborted, states()]).toEqual([true, ['canceled', 'uploading', 'uploading', 'uploading']])
    await at(0).succeed()
    expect(done).toEqual([])
  })

  test('keeps the ID for a retry', async () => {
    const { add, sent, states, queue } = aQueue()
    add('1')
    queue.cancel('upload-1')
    queue.retry('upload-1')
    await settle()
    await sent.at(-1)?.succeed()
    expect([states(), sent.at(-1)?.upload.id]).toEqual([['done'], 'upload-1'])
  })
})

describe('details', () => {
  const dunes = { title: 'Dunes', description: '', isCoverImage: true }

  test('set before sending are sent with the file', async () => {
    const { add, at, sent, queue, idOf, described } = aQueue()
    add('1', '2', '3', '4')
    await queue.describe(idOf('4'), dunes)
    await at(0).succeed()
    expect(sent.at(-1)?.upload.details).toEqual(dunes)
    await at(3).succeed()
    expect(described).toEqual([])
  })

  test('set during the upload are saved afterward', async () => {
    const { add, at, queue, idOf, described } = aQueue()
    add('1')
    await queue.describe(idOf('1'), dunes)
    expect([queue.find('upload-1')?.details, described]).toEqual([dunes, []])
    await at(0).succeed()
    expect(described).toEqual([{ image: 'image-of-upload-1', details: dunes }])
  })

  test('set after a lost response are saved separately', async () => {
    const { add, at, queue, idOf, described } = aQueue()
    add('1')
    await at(0).fail(0)
    await queue.describe(idOf('1'), dunes)
    queue.resume()
    await at(1).succeed()
    expect(described).toHaveLength(1)
  })

  test('set after the upload are saved immediately', async () => {
    const { add, at, queue, idOf, described } = aQueue()
    add('1')
    await at(0).succeed()
    await queue.describe(idOf('1'), dunes)
    expect(described).toEqual([{ image: 'image-of-upload-1', details: dunes }])
  })

  test('can make only one image the cover', async () => {
    const { add, queue, idOf } = aQueue()
    add('1', '2', '3', '4', '5')
    for (const name of ['1', '4', '5']) await queue.describe(idOf(name), dunes)
    const covers = ['1', '4', '5'].map((name) => queue.find(idOf(name))?.details.isCoverImage)
    expect(covers).toEqual([false, false, true])
  })

  test("the cover chosen last wins over one that's already being sent", async () => {
    const { add, at, queue, idOf, described, covers } = aQueue()
    add('1', '2', '3', '4')
    await queue.describe(idOf('4'), dunes)
    await at(0).succeed()
    await queue.describe(idOf('1'), dunes)
    await at(3).succeed()
    expect([described.length, covers]).toEqual([1, ['image-of-upload-1']])

    await queue.describe(idOf('2'), dunes)
    queue.coverChosen({ _id: 'older', link: { _id: link } } as Image)
    await at(1).succeed()
    expect(described.at(-1)?.details.isCoverImage).toBe(false)
    expect(covers).toEqual(['image-of-upload-1'])
  })

  test('a cover chosen among the uploaded images wins over an upload that arrives later', async () => {
    const { add, at, queue, idOf, covers } = aQueue()
    add('1', '2', '3', '4')
    await queue.describe(idOf('4'), dunes)
    await at(0).succeed()
    queue.coverChosen({ _id: 'older', link: { _id: link } } as Image)
    await at(3).succeed()
    expect(covers).toEqual(['older'])
  })
})

describe('a possible duplicate', () => {
  test('is skipped if the check confirms it, but can be sent anyway', async () => {
    const { add, at, sent, states, queue, checks, busy } = aQueue()
    checks.set('again', Promise.resolve(true))
    add('again', 'new')
    expect(states()).toEqual(['waiting', 'uploading'])
    await settle()
    expect(states()).toEqual(['duplicate', 'uploading'])
    expect(queue.find('upload-1')?.sentence).toBe('"again" is already in this link.')
    expect(queue.totalOf(link)).toMatchObject({ count: 1, duplicates: 1 })
    await at(0).succeed()
    expect(busy).toEqual([true, false])
    queue.retry('upload-1')
    expect([sent.length, states()]).toEqual([2, ['uploading', 'done']])
  })

  test.each([
    ['differs', async () => false],
    ['cannot be compared', () => Promise.reject(new Error('offline'))],
  ])('is sent if it %s', async (_, check) => {
    const { add, sent, checks } = aQueue()
    checks.set('again', check())
    add('again')
    await settle()
    expect(sent).toHaveLength(1)
  })
})

test("files over the plan limit aren't sent, and rejected files don't count toward it", () => {
  const { queue, states, sent } = aQueue()
  const files = ['contract.pdf', '1.jpg', '2.jpg', '3.jpg'].map((name) => {
    return new File([name], name, { type: name.endsWith('pdf') ? 'application/pdf' : 'image/jpeg' })
  })
  queue.add(link, files, { room: 2 })
  expect(states()).toEqual(['refused', 'uploading', 'uploading', 'failed'])
  expect(sent).toHaveLength(2)
  const kept = queue.leftOut()
  expect(kept.map(({ file }) => file.name)).toEqual(['3.jpg'])
  expect(queue.leftOut()).toBe(kept)

  // After a reload, the file waits in a new queue.
  const later = aQueue()
  later.queue.restore(kept)
  expect(later.states()).toEqual(['failed'])
  later.queue.retry('upload-4')
  expect([later.states(), later.queue.leftOut()]).toEqual([['uploading'], []])
})

test('the queue reports which links have unfinished uploads', async () => {
  const { queue, add, at } = aQueue()
  add('1')
  queue.add('other', [new File(['x'], '2', { type: 'image/png' })])
  expect([queue.busyLinks(), queue.unfinished]).toEqual([[link, 'other'], 2])
  expect(queue.busyLinks()).toBe(queue.busyLinks())
  await at(0).succeed()
  expect(queue.busyLinks()).toEqual(['other'])
})

test('only finished uploads can be removed', async () => {
  const { add, at, queue } = aQueue()
  add('1', '2')
  await at(0).succeed()
  queue.remove(queue.idsOf(link))
  expect(queue.idsOf(link)).toEqual(['upload-2'])
})

test('every progress event notifies its row, but only some notify the total', () => {
  const { add, at, queue } = aQueue()
  add('1', '2')
  vi.advanceTimersByTime(1000)
  const heard: string[] = []
  for (const topic of ['upload-1', 'upload-2', link]) queue.subscribe(topic, () => heard.push(topic))
  for (let bytes = 1; bytes <= 5; bytes += 1) at(0).progress(bytes)
  expect(heard).toEqual(['upload-1', link, 'upload-1', 'upload-1', 'upload-1', 'upload-1'])
  expect(queue.idsOf(link)).toBe(queue.idsOf(link))
  expect(queue.totalOf(link)).toBe(queue.totalOf(link))
})

test('links have separate lists, but share the limit of three uploads', () => {
  const { queue, add, sent } = aQueue()
  add('1', '2')
  queue.add('other', [new File(['x'], '3', { type: 'image/png' }), new File(['x'], '4', { type: 'image/png' })])
  expect([queue.idsOf(link).length, queue.idsOf('other').length, sent.length]).toEqual([2, 2, 3])
  expect([queue.totalOf(link).count, queue.totalOf('other').count]).toEqual([2, 2])
})
