import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { createTurnBudget } from './turn-budget.ts'

const bytesPerTurn = 100

/** Reads pieces of 40 bytes until `isOver`, like a connection whose client never pauses. */
async function readAll(
  take: ReturnType<typeof createTurnBudget>,
  read: (bytes: number) => void,
  isOver: () => boolean,
) {
  while (!isOver()) {
    read(40)
    await take(40)
  }
}

test('many uploads together read no more per turn than the budget and a piece', async () => {
  const take = createTurnBudget(bytesPerTurn)
  const turns: number[] = []
  let inThisTurn = 0
  let isOver = false
  const uploads = Array.from({ length: 50 }, () =>
    readAll(
      take,
      (bytes) => {
        inThisTurn += bytes
      },
      () => isOver,
    ),
  )
  for (let n = 0; n < 20; n++) {
    await nextTurn()
    turns.push(inThisTurn)
    inThisTurn = 0
  }
  isOver = true
  await Promise.all(uploads)
  // Until the second turn, each upload reads its first piece.
  for (const bytes of turns.slice(2)) expect(bytes).toBeLessThanOrEqual(bytesPerTurn + 40)
  expect(turns.at(-1)).toBeGreaterThan(0)
})

test('uploads take turns', async () => {
  const take = createTurnBudget(bytesPerTurn)
  const reads = new Map<number, number>()
  let isOver = false
  const uploads = Array.from({ length: 10 }, (_, n) =>
    readAll(
      take,
      () => reads.set(n, (reads.get(n) ?? 0) + 1),
      () => isOver,
    ),
  )
  for (let n = 0; n < 50; n++) await nextTurn()
  isOver = true
  await Promise.all(uploads)
  const counts = [...reads.values()]
  expect(Math.max(...counts) - Math.min(...counts)).toBeLessThanOrEqual(1)
})

test('a single upload is not held up below the budget', () => {
  const take = createTurnBudget(bytesPerTurn)
  expect([take(40), take(40), take(40)]).toEqual([undefined, undefined, undefined])
  expect(take(40)).toBeInstanceOf(Promise)
})
