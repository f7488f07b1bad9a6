import { setTimeout as delay } from 'node:timers/promises'
import { aSmallPicture } from '#test/support/samples.ts'
import { inScope } from '#test/support/scope.ts'
import type { Backend } from './backends.ts'
import { waitsDuring } from './latency.ts'
import { createManyImages } from './many-images.ts'
import { createFindings, type Outcome, quantile } from './outcome.ts'

type Options = { backend: Backend; images: number; isTimed?: boolean; seed: number }

/** Others can wait this much longer than when nothing happens. */
const mostMs = 50
const quietMs = 4000
/** Deleting thousands of files from the tests' S3 takes minutes. */
const longestMeasuredMs = 20_000
/** The first requests after a start take far longer, with or without a sweep. */
const warmUpMs = 1000

type Measured = { waits: number[][]; ms: number }

/** While an owner restores many images, or they're swept, others must hardly notice. Deleting is only measured. */
export const emptyLargeTrash = ({ backend, images: many, isTimed = true, seed }: Options): Promise<Outcome> =>
  inScope(async (scope) => {
    const findings = createFindings()
    const stock = await createManyImages(backend, scope)
    const { product, owner, change } = stock
    const { client } = product
    const link = await client.aLink(owner)
    const ids = await stock.addImages(link, many)
    const other = await client.aLink(await client.aUser())
    const { token } = other.owner
    await client.anImage(other, await aSmallPicture())
    const counts: Outcome['counts'] = { backend, images: many }

    const looks = {
      gallery: () => client.get(`/links/${other.slug}`),
      // Neither is answered from a cache.
      link: () => client.get(`/api/links/${other._id}`, token),
      change: () => client.call('PUT', `/api/links/${other._id}`, { token, json: { description: 'Changed' } }),
    }
    const measure = async (work: () => Promise<unknown>) => {
      const startedAt = performance.now()
      const working = work()
      const waits = await Promise.all(Object.values(looks).map((look) => waitsDuring(look, working)))
      return { waits, ms: performance.now() - startedAt }
    }
    const longest = (waits: number[]) => Math.ceil(Math.max(0, ...waits))

    function compare(what: string, before: Measured, now: Measured, isJudged = isTimed) {
      const found = Object.keys(looks).map((name, index) => {
        const [idle = [], busy = []] = [before.waits[index], now.waits[index]]
        findings.expectAtLeast(`${what}: requests, ${name}`, busy.length, 1)
        const more = longest(busy) - longest(idle)
        if (isJudged && more > mostMs) findings.note(`${what}: another client's ${name} waited ${more} ms more`)
        const p99 = `p99 ${quantile(idle, 0.99)} -> ${quantile(busy, 0.99)}`
        return `${name} ${p99}, longest ${longest(idle)} -> ${longest(busy)} (of ${idle.length} and ${busy.length})`
      })
      counts[what] = [`${Math.round(now.ms)} ms`, ...found].join(', ')
    }
    const idle = () => measure(() => delay(quietMs))

    // Fills the caches.
    await idle()
    compare('deleting', await idle(), await measure(() => stock.trash(ids)), false)
    compare('restoring', await idle(), await measure(() => stock.restore(ids)))
    findings.expectCount('images restored', (await stock.listShown(link)).length, many)
    const ofLink = `/api/links/${link._id}`
    compare('deleting the link', await idle(), await measure(() => change('DELETE', ofLink)))
    const restoreLink = () => change('POST', '/api/trash/restore', { linkIds: [link._id] })
    compare('restoring the link', await idle(), await measure(restoreLink))
    findings.expectCount('images of the restored link', (await stock.listShown(link)).length, many)

    // The sweep runs at the start, so a start without one is what to compare it with.
    const warmUp = () => measure(() => delay(warmUpMs))
    await stock.restart()
    const coldStart = await warmUp()
    const quietStart = await idle()
    await stock.trash(ids)
    await stock.ageTrash()
    await stock.restart()
    const { trashed } = await stock.countLeft()
    findings.expectAtLeast('images to sweep after the start', trashed, many / 2)
    compare('the first second of sweeping', coldStart, await warmUp(), false)
    const swept = stock.untilSwept()
    compare('sweeping', quietStart, await measure(() => Promise.race([swept, delay(longestMeasuredMs)])))
    if (!(await swept)) findings.note("the sweep didn't finish")
    findings.expectCount('images left', (await stock.usage()).images, 0)
    findings.noteAll(await stock.inspector.findFaults())
    findings.noteAll(product.crashes)
    return { seed, problems: findings.problems, counts }
  })
