import { setTimeout as sleep } from 'node:timers/promises'
import { createVisitCounterRepository } from '#server/features/analytics/visit-counter.repository.ts'
import { createVisitorKeys } from '#server/features/analytics/visitor-keys.ts'
import { systemClock } from '#server/platform/clock.ts'
import { createDatabase } from '#server/platform/database/database.ts'
import type { Product } from '../product.ts'
import { below, type Line } from '../results.ts'
import { busyShape, fillAccount, fillCounts, register } from './accounts.ts'
import { findSubject, password } from './calls.ts'
import { type Store, withProduct } from './engines.ts'
import { openRows } from './rows.ts'

const everyMs = 5
const bar = 50
const marks = 1_000_000

/** How long to measure the baseline without any deletion. */
const watchedMs = 1500

async function longestWait(product: Product, token: string, work: () => Promise<unknown>) {
  let longest = 0
  let isDone = false
  const waiting: Promise<void>[] = []
  const ask = async () => {
    const startedAt = performance.now()
    await product.data('GET', '/api/auth/me', { token })
    longest = Math.max(longest, performance.now() - startedAt)
  }
  const working = work().finally(() => {
    isDone = true
  })
  while (!isDone) {
    waiting.push(ask())
    await sleep(everyMs)
  }
  await Promise.all([working, ...waiting])
  return longest
}

/** Deletions run as a background task, in small chunks. */
async function untilGone(product: Product, administrator: string) {
  for (let isGoing = true; isGoing; await sleep(100)) {
    const { data } = await product.data('GET', '/api/admin/tasks', { token: administrator })
    isGoing = data.some(({ kind }: { kind: string }) => kind === 'removal')
  }
}

async function longestBlock(work: () => Promise<unknown>) {
  let last = performance.now()
  let longest = 0
  const timer = setInterval(() => {
    longest = Math.max(longest, performance.now() - last - everyMs)
    last = performance.now()
  }, everyMs)
  await work()
  await sleep(2 * everyMs)
  clearInterval(timer)
  return longest
}

/** Creates a new account, because each run deletes the one it measures. */
async function arrangeLeaving(store: Store) {
  const code = Date.now().toString(36).slice(-5)
  const shape = { email: `leaving-${code}@example.com`, ...busyShape }
  await withProduct(store, (product) => register(product, shape))
  const rows = await openRows(store)
  await fillAccount(rows, code, shape)
  await fillCounts(rows, shape)
  await rows.close()
  return shape.email
}

export async function measureFreezes(store: Store): Promise<Line[]> {
  const email = await arrangeLeaving(store)
  const waits = await withProduct(store, async (product) => {
    const other = await findSubject(product, 'ordinary@example.com')
    const { token, links } = await findSubject(product, email)
    await untilGone(product, other.administrator)
    const whileGone = (method: string, path: string, body?: unknown) =>
      longestWait(product, other.token, async () => {
        await product.data(method, path, { token, body })
        await untilGone(product, other.administrator)
      })
    return {
      nothing: await longestWait(product, other.token, () => sleep(watchedMs)),
      'a busy link': await whileGone('DELETE', `/api/links/${links[0]?.id}?forever=true`),
      'a busy account': await whileGone('DELETE', '/api/auth/deleteaccount', { password }),
    }
  })
  return [
    ...Object.entries(waits).map(([what, ms]) => below(`${store.engine}: wait while deleting ${what}`, ms, bar, 'ms')),
    below(`${store.engine}: block while deleting a million visitor marks`, await measureMarks(store), bar, 'ms'),
  ]
}

/**
 * Measures the deletion of a million visitor marks. They're two days old because newer ones are kept: yesterday's still
 * count just after midnight.
 */
async function measureMarks(store: Store) {
  const rows = await openRows(store)
  const day = (Math.floor(Date.now() / 86_400_000) - 2) % 4
  const mark = {
    visitor_key: `${day} * 2251799813685248 + 1 + (n * 2654435761) % 2251799813685247`,
    seen_until: '0',
  }
  await rows.rows(`marks ${Date.now()}`, 'recent_visitors', marks, mark)
  await rows.close()
  const db = await createDatabase(store.database)
  const visitorKeys = createVisitorKeys({ visits: createVisitCounterRepository(db), clock: systemClock })
  const longest = await longestBlock(() => visitorKeys.forget())
  const left = await db.selectFrom('recent_visitors').select('visitor_key').limit(1).execute()
  await db.destroy()
  if (left.length > 0) throw new Error("Housekeeping didn't delete the visitor marks")
  return longest
}
