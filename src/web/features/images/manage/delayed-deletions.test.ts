import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { DelayedDeletions, type Deletion } from './delayed-deletions.ts'

function deletions(carryOut: (deletion: Deletion, isLeaving: boolean) => Promise<unknown> = async () => {}) {
  const undos: (() => void)[] = []
  const spied = vi.fn(carryOut)
  const withdrawn = vi.fn()
  const onFailure = vi.fn()
  const held = new DelayedDeletions({
    waitMs: 6000,
    carryOut: spied,
    offerUndo: (_deletion, undo) => {
      undos.push(undo)
      return withdrawn
    },
    onFailure,
  })
  const hidden = () => [...held.hidden()]
  return { held, hidden, carryOut: spied, withdrawn, onFailure, undo: (index: number) => undos[index]?.() }
}

const ab: Deletion = { linkId: 'link', ids: ['a', 'b'] }
const c: Deletion = { linkId: 'link', ids: ['c'] }

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

test('images are hidden immediately and deleted after the delay', async () => {
  const { held, hidden, carryOut, withdrawn } = deletions()
  held.hold(ab)
  expect(hidden()).toEqual(['a', 'b'])
  await vi.advanceTimersByTimeAsync(5999)
  expect(carryOut).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(1)
  expect(carryOut.mock.calls).toEqual([[ab, false]])
  expect([withdrawn.mock.calls.length, hidden()]).toEqual([1, []])
})

test('undo works until the delay ends', async () => {
  const { held, hidden, carryOut, undo } = deletions()
  held.hold(ab)
  held.hold(c)
  undo(0)
  expect(hidden()).toEqual(['c'])
  await vi.advanceTimersByTimeAsync(6000)
  undo(1)
  expect(carryOut.mock.calls).toEqual([[c, false]])
})

test('leaving the page deletes all pending images immediately, and only once', async () => {
  const { held, carryOut } = deletions()
  held.hold(ab)
  held.hold(c)
  await held.carryOutAll(true)
  await vi.advanceTimersByTimeAsync(6000)
  expect(carryOut.mock.calls).toEqual([
    [ab, true],
    [c, true],
  ])
})

test('a failed deletion shows the images again and reports the error', async () => {
  let refuse = (_error: Error) => {}
  const { held, hidden, onFailure } = deletions(() => new Promise((_resolve, reject) => (refuse = reject)))
  held.hold(ab)
  await vi.advanceTimersByTimeAsync(6000)
  expect(hidden()).toEqual(['a', 'b'])
  refuse(new Error('No'))
  await vi.advanceTimersByTimeAsync(0)
  expect([hidden(), onFailure.mock.lastCall?.[0]]).toEqual([[], new Error('No')])
})

test('subscribers are notified of every change until they unsubscribe', () => {
  const { held, undo } = deletions()
  const seen: number[] = []
  const stop = held.subscribe(() => seen.push(held.hidden().size))
  held.hold(ab)
  undo(0)
  stop()
  held.hold(c)
  expect(seen).toEqual([2, 0])
})
