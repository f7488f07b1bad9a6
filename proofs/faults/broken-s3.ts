import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type { Image } from '#shared/images.ts'
import type { Client, TestLink } from '#test/support/client.ts'
import { createProduct, s3Settings } from '#test/support/product.ts'
import { aHeavyPicture, aSmallPicture } from '#test/support/samples.ts'
import { inScope } from '#test/support/scope.ts'
import { until } from '#test/support/until.ts'
import { findCounterFaults, findFileFaults, readSqlite } from './consistency.ts'
import { type S3Fault, startFlakyS3 } from './flaky-s3.ts'
import { createFindings, type Outcome } from './outcome.ts'

type Options = { attempts: number; hanging: number; seed: number }

/** Ten seconds for the storage timeout, plus time to process the image on a busy machine. */
const longestMs = 20_000
const sweepTimeoutMs = 40_000

/**
 * Uploads while the storage returns 500, disconnects, hangs, or does the work but reports failure. Then the storage
 * recovers.
 */
export const breakS3 = ({ attempts, hanging, seed }: Options): Promise<Outcome> =>
  inScope(async (scope) => {
    const findings = createFindings()
    const s3 = await startFlakyS3(scope)
    const product = await createProduct(scope, { settings: { ...s3Settings(s3.options), DEFAULT_PLAN: 'gold' } })
    const { client } = product
    const read = () => readSqlite(join(product.dataDir, 'framelight.db'))
    const link = await client.aLink(await client.aUser())
    const { token } = link.owner
    const [small, heavy] = [await aSmallPicture(), await aHeavyPicture()]
    const first = await client.anImage(link, heavy)
    const lost = await client.anImage(link, small)
    const rowsBefore = JSON.stringify({ ...read(), scheduled: [] })
    const slowest = new Map<S3Fault, number>()
    let refused = 0
    let reads = 0

    /** The upload must fail in time without changing rows or counters, and other clients must be able to read. */
    async function attempt(fault: S3Fault, count: number) {
      s3.breakWith(fault)
      let isOver = false
      const reading = readWhile(() => !isOver)
      const answers = await Promise.all(Array.from({ length: count }, () => client.upload(link, small)))
      isOver = true
      await reading
      for (const { status, body, ms } of answers) {
        if (status === 503 && body.code === 'UNAVAILABLE' && body.error) refused++
        else findings.note(`${fault}: an upload returned ${status} ${body?.error}`)
        if (ms > longestMs) findings.note(`${fault}: an upload took ${Math.round(ms)} ms`)
        slowest.set(fault, Math.max(ms, slowest.get(fault) ?? 0))
      }
      if (s3.met() < count) findings.note(`${fault}: the storage saw only ${s3.met()} writes`)
      if (JSON.stringify({ ...read(), scheduled: [] }) !== rowsBefore)
        findings.note(`${fault}: rows or counters changed`)
    }

    async function readWhile(isWanted: () => boolean) {
      // The full-size file is read from storage every time. The thumbnail is cached in memory.
      const addresses = [first.thumbnailUrl, first.url as string, `/api/links/slug/${link.slug}`, '/api/links/public']
      do {
        for (const address of addresses) {
          const { status } = await client.get(address)
          if (status === 200) reads++
          else findings.note(`${address} returned ${status}`)
          await delay(5)
        }
      } while (isWanted())
    }

    for (const fault of ['fails', 'hangs up', 'forgets'] as const) await attempt(fault, attempts)
    if (hanging > 0) await attempt('hangs', hanging)

    // A delete succeeds even if files can't be removed. The row is deleted right away, and the files once the storage
    // recovers.
    s3.breakWith('fails', ({ method }) => method !== 'GET')
    const health = await client.get('/api/health')
    if (health.status !== 503) findings.note(`health returned ${health.status} while the storage fails`)
    const deleted = await client.del(`/api/images/${lost._id}?forever=true`, token)
    if (deleted.status !== 200) findings.note(`a delete returned ${deleted.status}`)

    s3.repair()
    await checkLife(client, link, first)
    const isSwept = () => read().scheduled.length === 0
    if (!(await until(isSwept, { timeoutMs: sweepTimeoutMs }))) findings.note("the sweep didn't finish")
    const rows = read()
    findings.noteAll([...findCounterFaults(rows), ...findFileFaults(rows, await s3.readFiles())])
    if (rows.images.length !== 1) findings.note(`${rows.images.length} images are left, expected one`)
    findings.noteAll(product.crashes)
    findings.expectCount('rejected uploads', refused, 3 * attempts + hanging)

    async function checkLife(client: Client, link: TestLink, first: Image) {
      // Health results are cached briefly.
      const isWell = async () => (await client.get('/api/health')).status === 200
      if (!(await until(isWell, { timeoutMs: 5000 }))) findings.note("health didn't recover")
      const answer = await client.upload(link, heavy)
      if (answer.status !== 201) return findings.note(`afterwards an upload returned ${answer.status}`)
      const image: Image = answer.body.data
      findings.noteAll(await client.findFaults(image._id, token, heavy.bytes))
      findings.noteAll(await client.findFaults(first._id, token, heavy.bytes))
      const { status: removed } = await client.del(`/api/images/${image._id}?forever=true`, token)
      if (removed !== 200) findings.note(`afterwards a delete returned ${removed}`)
    }

    return {
      seed,
      problems: findings.problems,
      counts: {
        'rejected uploads': refused,
        'reads by others': reads,
        ...Object.fromEntries([...slowest].map(([fault, ms]) => [`${fault}: slowest response ms`, Math.round(ms)])),
      },
    }
  })
