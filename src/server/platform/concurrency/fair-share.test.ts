import { array, assert, constantFrom, integer, oneof, property, record } from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createFairShare, ShareRefused } from './fair-share.ts'

const refusal = { what: 'requests', of: 'network', retryAfterSeconds: 2 } as const
const aShare = (capacity: number) => createFairShare({ capacity, ...refusal })

function takeAll({ take }: ReturnType<typeof aShare>, key: string) {
  const releases: (() => void)[] = []
  try {
    for (;;) releases.push(take(key))
  } catch {
    return releases
  }
}

function refusalOf(take: () => unknown) {
  try {
    take()
    return undefined
  } catch (error) {
    return error instanceof ShareRefused ? error : undefined
  }
}

test('one greedy key gets half of the capacity, and others still get some', () => {
  const share = aShare(1000)
  expect(takeAll(share, 'greedy')).toHaveLength(500)
  expect(takeAll(share, 'second')).toHaveLength(250)
  expect(refusalOf(() => share.take('third'))).toBeUndefined()
})

test('a key above its share is rejected, and so is a new key once the capacity is used up', () => {
  const share = aShare(2)
  share.take('ann')
  expect(refusalOf(() => share.take('ann'))).toMatchObject({
    reason: 'more than its share',
    message: 'Too many requests from your network. Try again when some have finished.',
    retryAfterSeconds: 2,
  })
  share.take('bob')
  expect(refusalOf(() => share.take('cyd'))).toMatchObject({
    reason: 'all taken',
    message: 'Too many requests right now. Try again in a moment.',
  })
})

test('released capacity is free again, and releasing it twice counts once', () => {
  const share = aShare(2)
  const release = share.take('ann')
  expect(refusalOf(() => share.take('ann'))).toBeDefined()
  release()
  release()
  expect(share.free).toBe(2)
  expect(share.keys).toBe(0)
  expect(refusalOf(() => share.take('ann'))).toBeUndefined()
})

test('taking several units is all or nothing', () => {
  const share = aShare(10)
  expect(refusalOf(() => share.take('ann', 6))).toBeUndefined()
  expect(refusalOf(() => share.take('bob', 5))).toMatchObject({ reason: 'all taken' })
  share.take('bob', 2)
  expect(share.free).toBe(2)
})

describe('for any sequence of takes and releases', () => {
  const step = oneof(
    record({
      act: constantFrom('take' as const),
      key: constantFrom('a', 'b', 'c', 'd', 'e'),
      amount: integer({ min: 1, max: 5 }),
    }),
    record({ act: constantFrom('release' as const), nth: integer({ min: 0, max: 30 }) }),
  )

  test("a take succeeds only if the key's new total is at most what's free, and idle keys are dropped", () => {
    assert(
      property(integer({ min: 1, max: 40 }), array(step, { maxLength: 120 }), (capacity, steps) => {
        const share = aShare(capacity)
        let holdings: { key: string; amount: number; release: () => void }[] = []
        const sum = (of: typeof holdings) => of.reduce((total, { amount }) => total + amount, 0)
        for (const step of steps) {
          if (step.act === 'release') {
            const left = holdings[step.nth]
            left?.release()
            holdings = holdings.filter((holding) => holding !== left)
          } else {
            const own = sum(holdings.filter(({ key }) => key === step.key))
            const isFair = own + step.amount <= share.free
            const refusal = refusalOf(() => holdings.push({ ...step, release: share.take(step.key, step.amount) }))
            expect(refusal === undefined).toBe(isFair)
            if (refusal) expect(refusal.reason === 'all taken').toBe(step.amount > share.free)
          }
          expect(share.free).toBe(capacity - sum(holdings))
          expect(share.free).toBeGreaterThanOrEqual(0)
          expect(share.keys).toBe(new Set(holdings.map(({ key }) => key)).size)
        }
      }),
    )
  })
})

test('k greedy keys get about 1/(k + 1) of the capacity each', () => {
  assert(
    property(integer({ min: 1, max: 12 }), (k) => {
      const share = aShare(1000)
      const keys = Array.from({ length: k }, (_, index) => `key ${index}`)
      const counts = new Map<string, number>()
      for (let isGoing = true; isGoing; ) {
        isGoing = false
        for (const key of keys) {
          if (refusalOf(() => share.take(key))) continue
          counts.set(key, (counts.get(key) ?? 0) + 1)
          isGoing = true
        }
      }
      for (const count of counts.values()) expect(Math.abs(count - 1000 / (k + 1))).toBeLessThanOrEqual(1)
    }),
  )
})
