import { beforeEach, expect, test, vi } from 'vitest'
import type { Image } from '#shared/images.ts'
import type { KeptUpload } from './kept-uploads.ts'
import type { Upload, UploadDetails } from './upload.ts'
import { createUploadKeeper } from './upload-keeper.ts'
import { UploadQueue } from './upload-queue.ts'

const stored = new Map<string, KeptUpload>()
const locked = new Set<string>()
let isFull = false

vi.mock('./kept-uploads.ts', () => ({
  keepUpload: async (upload: KeptUpload) => {
    if (isFull) throw new Error('The quota has been exceeded.')
    stored.set(upload.key, upload)
  },
  forgetUpload: async (key: string) => void stored.delete(key),
  lockBatch: async (batch: string) => !locked.has(batch),
}))

const details: UploadDetails = { title: 'Dunes', description: '', isCoverImage: false }
const aFile = (name: string) => new File(['0123456789'], name, { type: 'image/jpeg' })
const names = () => [...stored.values()].sort((one, other) => one.keptAt - other.keptAt).map(({ file }) => file.name)

/** A tab whose uploads are sent on demand. */
function aTab(batch: string) {
  const sending = new Map<string, { upload: Upload; onUrl: (url: string) => void; succeed: (image?: Image) => void }>()
  const refused = vi.fn()
  let ids = 0
  const queue = new UploadQueue({
    send: (upload, { onUrl }) =>
      new Promise((resolve) => sending.set(upload.file.name, { upload, onUrl, succeed: resolve })),
    discard: () => {},
    newId: () => `${batch}-${++ids}`,
    findDuplicate: () => undefined,
    describe: async () => {},
    setCover: async () => {},
    onDescribeFailure: () => {},
    onDone: () => {},
    onSignedOut: () => {},
    onBusyChange: () => {},
  })
  const targetOf = ({ linkId }: Upload) => ({ userId: 'mara', linkId })
  const keeper = createUploadKeeper(queue, { batch, targetOf, onRefused: refused })
  const { forgetOrder } = keeper
  return { queue, sending, refused, forgetOrder, restore: () => keeper.restore([...stored.values()]) }
}

beforeEach(() => {
  stored.clear()
  locked.clear()
  isFull = false
})

test('files are stored in order until they have been sent, canceled or removed', async () => {
  const { queue, sending } = aTab('one')
  queue.add('link', ['1.jpg', '2.jpg', '3.jpg', '4.jpg'].map(aFile))
  await vi.waitFor(() => expect(names()).toEqual(['1.jpg', '2.jpg', '3.jpg', '4.jpg']))
  sending.get('1.jpg')?.succeed()
  queue.cancel('one-2')
  await vi.waitFor(() => expect(names()).toEqual(['3.jpg', '4.jpg']))
})

test('after a reload, uploads continue with their ID, details and the part that the server has', async () => {
  const before = aTab('one')
  before.queue.add('link', [aFile('1.jpg'), aFile('2.jpg')], { sectionOf: () => 'section' })
  before.sending.get('1.jpg')?.onUrl('/api/uploads/1')
  await before.queue.describe('one-2', details)
  await vi.waitFor(() =>
    expect([...stored.values()].map(({ url, details }) => [url, details?.title])).toEqual([
      ['/api/uploads/1', ''],
      [undefined, 'Dunes'],
    ]),
  )

  const { restore, sending } = aTab('two')
  await restore()
  expect([...sending.values()].map(({ upload }) => upload)).toMatchObject([
    { id: 'one-1', linkId: 'link', sectionId: 'section', url: '/api/uploads/1' },
    { id: 'one-2', linkId: 'link', sectionId: 'section', details },
  ])
  sending.get('1.jpg')?.succeed()
  await vi.waitFor(() => expect(names()).toEqual(['2.jpg']))
})

test('images that arrived are remembered in the chosen order until the others have arrived too', async () => {
  const before = aTab('one')
  before.queue.add('link', ['1.jpg', '2.jpg', '3.jpg'].map(aFile))
  before.sending.get('2.jpg')?.succeed({ _id: 'second' } as Image)
  await vi.waitFor(() => expect(stored.get('one-2')).toMatchObject({ imageId: 'second', file: { size: 0 } }))

  const { restore, sending, queue } = aTab('two')
  expect((await restore()).map(({ uploadId, imageId }) => [uploadId, imageId])).toEqual([
    ['one-1', undefined],
    ['one-2', 'second'],
    ['one-3', undefined],
  ])
  expect(queue.idsOf('link')).toEqual(['one-1', 'one-3'])
  sending.get('1.jpg')?.succeed({ _id: 'first' } as Image)
  await vi.waitFor(() => expect(stored.get('one-1')).toMatchObject({ imageId: 'first' }))
  expect(names()).toEqual(['1.jpg', '2.jpg', '3.jpg'])
  sending.get('3.jpg')?.succeed({ _id: 'third' } as Image)
  await vi.waitFor(() => expect(names()).toEqual([]))
})

test('images that were rearranged are forgotten right away, even after a reload', async () => {
  const before = aTab('one')
  before.queue.add('link', ['1.jpg', '2.jpg', '3.jpg', '4.jpg'].map(aFile))
  before.sending.get('1.jpg')?.succeed({ _id: 'first' } as Image)
  await vi.waitFor(() => expect(stored.get('one-1')).toMatchObject({ imageId: 'first' }))
  before.forgetOrder('link')
  await vi.waitFor(() => expect(names()).toEqual(['2.jpg', '3.jpg', '4.jpg']))
  before.sending.get('2.jpg')?.succeed({ _id: 'second' } as Image)
  await vi.waitFor(() => expect(stored.get('one-2')).toMatchObject({ imageId: 'second' }))
  expect(stored.has('one-1')).toBe(false)

  const { restore, forgetOrder } = aTab('two')
  await restore()
  expect(names()).toEqual(['2.jpg', '3.jpg', '4.jpg'])
  forgetOrder('link')
  await vi.waitFor(() => expect(names()).toEqual(['3.jpg', '4.jpg']))
})

test('a tab leaves the uploads of another tab alone', async () => {
  const first = aTab('one')
  first.queue.add('link', [aFile('1.jpg')])
  await vi.waitFor(() => expect(names()).toEqual(['1.jpg']))
  locked.add('one')
  const second = aTab('two')
  await second.restore()
  expect([second.queue.unfinished, names()]).toEqual([0, ['1.jpg']])
})

test('if the browser stores no files, they are still sent', async () => {
  isFull = true
  const { queue, sending, refused } = aTab('one')
  queue.add('link', [aFile('1.jpg')])
  await vi.waitFor(() => expect(refused).toHaveBeenCalledOnce())
  sending.get('1.jpg')?.succeed()
  await vi.waitFor(() => expect(queue.find('one-1')?.state).toBe('done'))
})
