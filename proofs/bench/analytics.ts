import { join } from 'node:path'
import { createVisitCounterRepository } from '#server/features/analytics/visit-counter.repository.ts'
import { createVisitCounts, writeCounts } from '#server/features/analytics/visit-counts.ts'
import { createDatabase } from '#server/platform/database/database.ts'
import { aSmallJpeg } from '#test/support/pictures.ts'
import { makeGallery, signUp, upload } from './arrange.ts'
import type { Product } from './product.ts'
import { atMost, below, type Line, median } from './results.ts'

const linkCount = 25
const visitCount = 100_000
const dayCount = 400
const rounds = 120
const hosts = ['chat', 'mail', 'news', 'search', 'social', 'blog', 'forum', 'maps', 'shop', 'wiki', 'video', 'radio']

/**
 * The limit in docs/scaling.md. A link or account has at most one row per hour for 735 days, one with its current
 * totals, and 21 rows for hosts in each of 400 days and 14 months. An image has at most one row per hour for 400 days.
 */
const maxRows = (linkCount + 1) * (735 * 24 + 1 + (400 + 14) * 21) + linkCount * 400 * 24

type Account = { email: string; token: string; links: { id: string; imageId: string }[] }

export async function makeAccount(product: Product, email: string): Promise<Account> {
  const token = await signUp(product, email, '10.0.0.2')
  const photo = await aSmallJpeg()
  const links: Account['links'] = []
  while (links.length < linkCount) {
    const gallery = await makeGallery(product, `Gallery ${links.length}`, token)
    const [imageId = ''] = await upload(product, gallery, photo, 1, 1)
    links.push({ id: gallery.id, imageId })
  }
  return { email, token, links }
}

/** Writes visits with the product's own code while the server is stopped. */
export async function arrangeVisits(dataDir: string, { email, links }: Account, random: () => number) {
  const db = await createDatabase({ kind: 'sqlite', file: join(dataDir, 'framelight.db') })
  const owner = await db.selectFrom('users').select('id').where('email', '=', email).executeTakeFirstOrThrow()
  const pick = <T>(items: T[]) => items[Math.floor(random() * items.length)] as T
  const lastHour = Math.floor(Date.now() / 3_600_000)
  const firstHour = lastHour - dayCount * 24 + 1
  const perHour = new Map<number, number>()
  for (let visit = 0; visit < visitCount; visit++) {
    const hour = firstHour + Math.floor(random() * dayCount * 24)
    perHour.set(hour, (perHour.get(hour) ?? 0) + 1)
  }

  await createVisitCounterRepository(db).transaction(async (tx) => {
    for (let hour = firstHour; hour <= lastHour; hour++) {
      const visitCounts = createVisitCounts()
      const imageViews = new Map<string, number>()
      for (let visit = perHour.get(hour) ?? 0; visit > 0; visit--) {
        const { id, imageId } = pick(links)
        const { counts, referrers } = visitCounts.of(id, owner.id)
        for (const name of ['visits', 'visitors', 'views', 'phones', 'bots'] as const) counts[name]++
        if (random() < 0.4) referrers.set(`${pick(hosts)}.example`, 1)
        if (random() < 0.25) imageViews.set(imageId, (imageViews.get(imageId) ?? 0) + 1)
      }
      const now = new Date(hour * 3_600_000)
      await writeCounts(tx, { links: visitCounts.all(), imageViews, now, yieldToEventLoop: async () => {} })
    }
  })
  let rows = 0
  for (const table of ['counter_snapshots', 'referrers', 'image_view_snapshots'] as const) {
    const [counted] = await db
      .selectFrom(table)
      .select((eb) => eb.fn.countAll().as('count'))
      .execute()
    rows += Number(counted?.count)
  }
  await db.destroy()
  console.log(`analytics: ${visitCount} visits on ${linkCount} links over ${dayCount} days take ${rows} rows`)
  return rows
}

/** Alternates between the two accounts, so both are measured under the same conditions. */
export async function measureAnalytics(product: Product, busy: Account, empty: Account, rows: number): Promise<Line[]> {
  const ask = async ({ token }: Account, path: string) => {
    const startedAt = performance.now()
    const { data } = await product.data('GET', path, { token })
    return { ms: performance.now() - startedAt, visits: data.totals.visits as number }
  }
  const compare = async (what: string, pathOf: (account: Account) => string) => {
    const times = { busy: [] as number[], empty: [] as number[] }
    let seen = 0
    for (let round = -20; round < rounds; round++) {
      const [mine, other] = [await ask(busy, pathOf(busy)), await ask(empty, pathOf(empty))]
      seen = mine.visits
      if (round < 0) continue
      times.busy.push(mine.ms)
      times.empty.push(other.ms)
    }
    if (seen === 0) throw new Error(`${what}: the response has no visits`)
    console.log(`${what}: ${rounds} calls each, ${seen} visits returned`)
    return atMost(`${what}, busy : empty`, median(times.busy), median(times.empty), 2, 'ms')
  }
  return [
    await compare('analytics of a link, 30 days', ({ links }) => `/api/links/${links[0]?.id}/analytics`),
    await compare('analytics of a link, a year', ({ links }) => `/api/links/${links[0]?.id}/analytics?days=365`),
    await compare('analytics of all links, 30 days', () => '/api/analytics'),
    await compare('analytics of all links, a year', () => '/api/analytics?days=365&tz=Europe/Berlin'),
    below('rows for 100,000 visits', rows, maxRows, 'rows'),
  ]
}
