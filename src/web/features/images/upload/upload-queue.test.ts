import { describe, expect, test, vi } from 'vitest'
import { aQueue, link, settle, withFakeTimers } from '#test/support/upload-queue.ts'

withFakeTimers()

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
