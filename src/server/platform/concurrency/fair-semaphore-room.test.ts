import { setImmediate as aMoment } from 'node:timers/promises'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createFairSemaphore, SemaphoreFull } from './fair-semaphore.ts'

test('requireRoom throws for a key that withPermit would reject', async () => {
  const { withPermit, requireRoom } = createFairSemaphore({ permits: 1, maxWaiting: 3, maxWaitingPerKey: 2 })
  const open = Promise.withResolvers<void>()
  const wait = (key: string) => withPermit(() => open.promise, { key })
  const all = [wait('a'), wait('a'), wait('a')]
  expect(() => requireRoom('a')).toThrow(expect.objectContaining({ isKeyFull: true }))
  await expect(wait('a')).rejects.toMatchObject({ isKeyFull: true })
  requireRoom('b')
  all.push(wait('b'))
  expect(() => requireRoom('a')).toThrow(SemaphoreFull)
  // c is accepted, because it displaces the last waiter in the longest queue.
  requireRoom('c')
  const refused = expect(all[2]).rejects.toMatchObject({ isKeyFull: false })
  all.push(wait('c'))
  await refused
  open.resolve()
  await Promise.allSettled(all)
  requireRoom('a')
})

test('if two queues are equally long, requireRoom and withPermit both reject the newcomer', async () => {
  const { withPermit, requireRoom } = createFairSemaphore({ permits: 1, maxWaiting: 3 })
  const open = Promise.withResolvers<void>()
  const wait = (key: string) => withPermit(() => open.promise, { key })
  const accepted = [wait('holder'), wait('a'), wait('b'), wait('b')]
  expect(() => requireRoom('a')).toThrow(SemaphoreFull)
  await expect(wait('a')).rejects.toThrow(SemaphoreFull)
  open.resolve()
  await Promise.all(accepted)
})

test('requireRoom rejects everyone if nothing can wait', async () => {
  const { withPermit, requireRoom } = createFairSemaphore({ permits: 1, maxWaiting: 0 })
  const open = Promise.withResolvers<void>()
  const holder = withPermit(() => open.promise)
  expect(() => requireRoom('a')).toThrow(SemaphoreFull)
  open.resolve()
  await holder
  requireRoom('a')
})

test('requireRoom and withPermit agree in every state', async () => {
  const key = fc.constantFrom('a', 'b', 'c', 'd')
  const limits = fc.record({
    permits: fc.integer({ min: 1, max: 2 }),
    permitsPerKey: fc.integer({ min: 1, max: 2 }),
    maxWaiting: fc.integer({ min: 0, max: 6 }),
    maxWaitingPerKey: fc.integer({ min: 1, max: 3 }),
  })
  await fc.assert(
    fc.asyncProperty(limits, fc.array(key, { minLength: 12, maxLength: 20 }), async (options, keys) => {
      const { withPermit, requireRoom } = createFairSemaphore(options)
      const open = Promise.withResolvers<void>()
      const all: Promise<void>[] = []
      for (const key of keys) {
        const isExpectedToFit = doesNotThrow(() => requireRoom(key))
        let isRejected = false
        const newcomer = withPermit(() => open.promise, { key }).catch(() => {
          isRejected = true
        })
        all.push(newcomer)
        await aMoment()
        expect({ key, fits: !isRejected }).toEqual({ key, fits: isExpectedToFit })
      }
      open.resolve()
      await Promise.all(all)
    }),
  )
})

function doesNotThrow(call: () => void) {
  try {
    call()
    return true
  } catch {
    return false
  }
}
