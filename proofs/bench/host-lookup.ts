import { createServedDomains } from '#server/features/domains/served-domains.service.ts'
import { createInvalidation } from '#server/platform/cache/invalidation.ts'
import { systemClock } from '#server/platform/clock.ts'
import { plans } from '#shared/plans.ts'
import type { Gallery } from './arrange.ts'
import type { Load, Measured } from './load-generator.ts'
import type { Product } from './product.ts'
import { connections, requestFor } from './reads.ts'
import { atMost, type Line, median } from './results.ts'
import { startWorker } from './workers.ts'

const rounds = 5
const roundMs = 2000
const lookups = 500_000

/** Domains are in memory, as on a server that answers for them all the time. */
async function createLookup(host: string) {
  const held = {
    userId: 'ada',
    host: 'photos.example.com',
    isHeld: true,
    isOwnerActive: true,
    problem: null,
    verifiedAt: '2026-01-01T00:00:00.000Z',
    checkedAt: '2026-01-01T00:00:00.000Z',
    missingSince: null,
  }
  const { find } = createServedDomains({
    domains: { find: async () => held, findHeld: async () => held },
    planOf: async () => plans.gold,
    invalidation: createInvalidation(systemClock, async () => []),
    clock: systemClock,
    publicUrl: 'https://framelight.example',
    graceDays: 7,
  })
  await find(host)
  return () => find(host)
}

async function microsecondsPerLookup(host: string) {
  const find = await createLookup(host)
  const startedAt = process.cpuUsage()
  for (let count = 0; count < lookups; count++) {
    find()
    // Entries are refreshed in the background, which needs the event loop.
    if (count % 1000 === 0) await new Promise(setImmediate)
  }
  const { user, system } = process.cpuUsage(startedAt)
  return (user + system) / lookups
}

/** Compares the time the processor needs for finding the host's domain with what it needs for a whole gallery call. */
export async function measureHostLookup(product: Product, { slug }: Gallery): Promise<Line[]> {
  const load = startWorker<Load, Measured>('load-generator.ts')
  const requests = [requestFor(`/api/links/slug/${slug}`)]
  const results: Record<'gallery' | 'own' | 'plain', number>[] = []
  for (let round = 0; round < rounds; round++) {
    const startedAt = product.cpuMs()
    const { count, failures } = await load.ask({ port: product.port, requests, connections, ms: roundMs })
    const gallery = (1000 * (product.cpuMs() - startedAt)) / count
    if (failures > 0) throw new Error(`host lookup: ${failures} requests failed`)
    const [plain, own] = [
      await microsecondsPerLookup('framelight.example'),
      await microsecondsPerLookup('photos.example.com'),
    ]
    results.push({ gallery, plain, own })
  }
  await load.stop()
  const of = (figure: 'gallery' | 'own' | 'plain') => median(results.map((each) => each[figure]))
  return [
    atMost('host lookup : gallery call, our host', of('plain'), of('gallery'), 0.02, 'µs'),
    atMost("host lookup : gallery call, an owner's domain", of('own'), of('gallery'), 0.02, 'µs'),
  ]
}
