import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { DelayedDeletions, type Deletion } from './delayed-deletions.ts'

function deletions(carryOut: (deletion: Deletion, isLeaving: boolean) => Promise<unknown> = async () => {}) {
  const undos: (() => void)[] = []
  const spied = vi.fn(carryOut)
  const takenBack = vi.fn()
  const onFailure = vi.fn()
  const held = new DelayedDeletions({
    waitMs: 6000,
    carryOut: spied,
    offerUndo: (_deletion, undo) => {
      undos.push(undo)
      return takenBack
    },
    onFailure,
  })
  const hidden = () => [...held.hidden()]
  return { held, hidden, carryOut: spied, takenBack, onFailure, undo: (index: number) => undos[index]?.() }
}

const ab: Deletion = { linkId: 'link', ids: ['a', 'b'] }
const c: Deletion = { linkId: 'link', ids: ['c'] }

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

test('what is deleted is hidden at once and gone when the time is over', async () => {
  const { held, hidden, carryOut, takenBack } = deletions()
  held.hold(ab)
  expect(hidden()).toEqual(['a', 'b'])
  await vi.advanceTimersByTimeAsync(5999)
  expect(carryOut).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(1)
  expect(carryOut.mock.calls).toEqual([[ab, false]])
  expect([takenBack.mock.calls.length, hidden()]).toEqual([1, []])
})

test('undone in time, nothing has happened; undone too late, nothing happens', async () => {
  const { held, hidden, carryOut, undo } = deletions()
  held.hold(ab)
  held.hold(c)
  undo(0)
  expect(hidden()).toEqual(['c'])
  await vi.advanceTimersByTimeAsync(6000)
  undo(1)
  expect(carryOut.mock.calls).toEqual([[c, false]])
})

test('whoever leaves the page has decided: all of it happens now, and once', async () => {
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

test('what could not be deleted is shown again, with the reason; until the answer it stays hidden', async () => {
  let refuse = (_error: Error) => {}
  const { held, hidden, onFailure } = deletions(() => new Promise((_resolve, reject) => (refuse = reject)))
  held.hold(ab)
  await vi.advanceTimersByTimeAsync(6000)
  expect(hidden()).toEqual(['a', 'b'])
  refuse(new Error('No'))
  await vi.advanceTimersByTimeAsync(0)
  expect([hidden(), onFailure.mock.lastCall?.[0]]).toEqual([[], new Error('No')])
})

test('whoever looks is told of every change', () => {
  const { held, undo } = deletions()
  const seen: number[] = []
  const stop = held.subscribe(() => seen.push(held.hidden().size))
  held.hold(ab)
  undo(0)
  stop()
  held.hold(c)
  expect(seen).toEqual([2, 0])
})
