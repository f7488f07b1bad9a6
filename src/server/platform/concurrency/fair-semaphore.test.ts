import { setImmediate as aMoment, setTimeout as delay } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { createFairSemaphore, SemaphoreFull } from './fair-semaphore.ts'

test('200 tasks never exceed the permits, and all of them run', async () => {
  const { withPermit } = createFairSemaphore({ permits: 3, maxWaiting: 197 })
  let running = 0
  let most = 0

  const results = await Promise.all(
    Array.from({ length: 200 }, (_, index) =>
      withPermit(async () => {
        most = Math.max(most, ++running)
        await aMoment()
        running--
        return index
      }),
    ),
  )

  expect(most).toBe(3)
  expect(results).toEqual(Array.from({ length: 200 }, (_, index) => index))
})

test('work starts in order of arrival', async () => {
  const { withPermit } = createFairSemaphore({ permits: 1, maxWaiting: 50 })
  const begun: number[] = []

  await Promise.all(
    Array.from({ length: 50 }, (_, index) =>
      withPermit(async () => {
        begun.push(index)
        await aMoment()
      }),
    ),
  )

  expect(begun).toEqual(Array.from({ length: 50 }, (_, index) => index))
})

test('waiting work is counted and starts in order', async () => {
  const semaphore = createFairSemaphore({ permits: 2 })
  const begun: number[] = []
  let running = 0
  let most = 0
  const tasks = [0, 1, 2, 3, 4, 5].map((index) =>
    semaphore.withPermit(async () => {
      begun.push(index)
      most = Math.max(most, ++running)
      await delay(5)
      running--
    }),
  )
  expect(semaphore.waiting).toBe(4)
  await Promise.all(tasks)
  expect(begun).toEqual([0, 1, 2, 3, 4, 5])
  expect(most).toBe(2)
  expect(semaphore.waiting).toBe(0)
})

test("a newcomer doesn't overtake a waiter when a permit is handed over", async () => {
  const { withPermit } = createFairSemaphore({ permits: 1, maxWaiting: 10 })
  const begun: string[] = []
  const first = withPermit(async () => void begun.push('first'))
  const second = withPermit(async () => void begun.push('second'))
  await first
  const third = withPermit(async () => void begun.push('third'))
  await Promise.all([second, third])

  expect(begun).toEqual(['first', 'second', 'third'])
})

describe('a full queue', () => {
  test("rejects work without starting it, and accepts more once there's space", async () => {
    const { withPermit } = createFairSemaphore({ permits: 1, maxWaiting: 1 })
    const holding = Promise.withResolvers<string>()
    const holder = withPermit(() => holding.promise)
    const next = withPermit(async () => 'next')
    let began = false

    await expect(
      withPermit(async () => {
        began = true
      }),
    ).rejects.toThrow(SemaphoreFull)
    expect(began).toBe(false)

    holding.resolve('holder')
    expect(await Promise.all([holder, next])).toEqual(['holder', 'next'])
    expect(await withPermit(async () => 'later')).toBe('later')
  })

  test('of length zero leaves every permit usable', async () => {
    const { withPermit } = createFairSemaphore({ permits: 2, maxWaiting: 0 })
    const holding = Promise.withResolvers<void>()
    const holders = [withPermit(() => holding.promise), withPermit(() => holding.promise)]

    await expect(withPermit(async () => {})).rejects.toThrow(SemaphoreFull)

    holding.resolve()
    await Promise.all(holders)
    expect(await withPermit(async () => 'later')).toBe('later')
  })
})

describe('failing work', () => {
  test('rejects its caller and releases its permit', async () => {
    const { withPermit } = createFairSemaphore({ permits: 1, maxWaiting: 10 })
    const failing = [
      withPermit(() => Promise.reject(new Error('later'))),
      withPermit(() => {
        throw new Error('immediately')
      }),
    ]
    const next = withPermit(async () => 'next')

    expect(await Promise.allSettled(failing)).toMatchObject([
      { reason: { message: 'later' } },
      { reason: { message: 'immediately' } },
    ])
    expect(await next).toBe('next')
    expect(await withPermit(async () => 'later')).toBe('later')
  })

  test('hands its permit to the next waiter, even without a queue limit', async () => {
    const { withPermit } = createFairSemaphore({ permits: 1 })
    const failing = withPermit(() => Promise.reject(new Error('broken')))
    const next = withPermit(async () => 'next')
    await expect(failing).rejects.toThrow('broken')
    expect(await next).toBe('next')
  })
})

/** Holds the only permit until `release` is called, and records the order in which waiting work starts. */
function arrangeQueue(limits: { maxWaiting?: number; maxWaitingPerKey?: number }) {
  const { withPermit } = createFairSemaphore({ permits: 1, ...limits })
  const holding = Promise.withResolvers<void>()
  const holder = withPermit(() => holding.promise, { key: 'holder' })
  const begun: string[] = []
  const enqueue = (key: string, count = 1) =>
    Array.from({ length: count }, () => withPermit(async () => void begun.push(key), { key }))
  const release = async () => {
    holding.resolve()
    await holder
  }
  return { enqueue, begun, release }
}

const isFull = { reason: expect.any(SemaphoreFull) }

describe('keys', () => {
  test('with 200 waiters get only one turn before another key', async () => {
    const { enqueue, begun, release } = arrangeQueue({ maxWaiting: 1000 })
    const all = [...enqueue('much', 200), ...enqueue('little')]
    await release()
    await Promise.all(all)

    expect(begun).toHaveLength(201)
    expect(begun.indexOf('little')).toBe(1)
  })

  test('are served round-robin, each in order', async () => {
    const { enqueue, begun, release } = arrangeQueue({ maxWaiting: 1000 })
    const all = [...enqueue('ann', 3), ...enqueue('bob', 2), ...enqueue('cyd')]
    await release()
    await Promise.all(all)

    expect(begun).toEqual(['ann', 'bob', 'cyd', 'ann', 'bob', 'ann'])
  })

  test('with the longest queue lose their last waiter when the total limit is exceeded', async () => {
    const { enqueue, begun, release } = arrangeQueue({ maxWaiting: 5 })
    const much = enqueue('much', 5)
    const little = enqueue('little', 2)
    const refused = Promise.allSettled(much.slice(3))
    await release()

    expect(await refused).toMatchObject([isFull, isFull])
    await Promise.all([...much.slice(0, 3), ...little])
    expect(begun).toEqual(['much', 'little', 'much', 'little', 'much'])
  })

  test('lose the waiters above their own limit without affecting other keys', async () => {
    const { enqueue, begun, release } = arrangeQueue({ maxWaitingPerKey: 2 })
    const much = enqueue('much', 4)
    const little = enqueue('little', 2)
    const refused = Promise.allSettled(much.slice(2))
    await release()

    expect(await refused).toMatchObject([isFull, isFull])
    await Promise.all([...much.slice(0, 2), ...little])
    expect(begun).toEqual(['much', 'little', 'much', 'little'])
  })

  test('can be used again after all their work was rejected', async () => {
    const { withPermit } = createFairSemaphore({ permits: 1, maxWaiting: 0 })
    const holding = Promise.withResolvers<void>()
    const holder = withPermit(() => holding.promise)
    for (const key of ['ann', 'bob', 'ann'])
      await expect(withPermit(async () => {}, { key })).rejects.toThrow(SemaphoreFull)

    holding.resolve()
    await holder
    expect(await withPermit(async () => 'later', { key: 'ann' })).toBe('later')
  })
})

test('aborting removes waiting work, and already aborted work never starts', async () => {
  const { withPermit } = createFairSemaphore({ permits: 1 })
  const first = withPermit(() => delay(10, 'first'))
  const { signal, abort } = createAborting()
  const second = withPermit(async () => 'never', { signal })
  const third = withPermit(async () => 'third')
  abort(new Error('gone'))
  await expect(second).rejects.toThrow('gone')
  expect(await first).toBe('first')
  expect(await third).toBe('third')
  await expect(withPermit(async () => 'never', { signal })).rejects.toThrow('gone')
})

test('aborting work that has started has no effect', async () => {
  const { withPermit, idle } = createFairSemaphore({ permits: 1 })
  const { signal, abort } = createAborting()
  const first = withPermit(() => delay(5, 'first'))
  const second = withPermit(() => delay(5, 'second'), { signal })
  await first
  abort(new Error('gone'))
  expect(await second).toBe('second')
  await idle()
})

function createAborting() {
  const controller = new AbortController()
  return { signal: controller.signal, abort: (reason: Error) => controller.abort(reason) }
}

test('idle resolves when nothing is running', async () => {
  const { withPermit, idle } = createFairSemaphore({ permits: 1 })
  await idle()
  let isDone = false
  const task = withPermit(() => delay(5)).then(() => {
    isDone = true
  })
  await idle()
  await task
  expect(isDone).toBe(true)
})

test('a key with limited permits leaves the remaining ones for other keys', async () => {
  const { withPermit } = createFairSemaphore({ permits: 3, permitsPerKey: 2 })
  const open = Promise.withResolvers<void>()
  const begun: string[] = []
  const work = (name: string) => async () => {
    begun.push(name)
    await open.promise
  }
  const greedy = ['a1', 'a2', 'a3', 'a4'].map((name) => withPermit(work(name), { key: 'a' }))
  await aMoment()
  expect(begun).toEqual(['a1', 'a2'])
  const other = withPermit(work('b1'), { key: 'b' })
  await aMoment()
  expect(begun).toEqual(['a1', 'a2', 'b1'])
  open.resolve()
  await Promise.all([...greedy, other])
  expect(begun).toEqual(['a1', 'a2', 'b1', 'a3', 'a4'])
})
