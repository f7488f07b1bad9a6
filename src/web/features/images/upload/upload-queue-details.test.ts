import { describe, expect, test } from 'vitest'
import type { Image } from '#shared/images.ts'
import { aQueue, link, withFakeTimers } from '#test/support/upload-queue.ts'

withFakeTimers()

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
