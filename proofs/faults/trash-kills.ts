import { setTimeout as delay } from 'node:timers/promises'
import type { TestLink } from '#test/support/client.ts'
import { inScope } from '#test/support/scope.ts'
import type { Backend } from './backends.ts'
import { readFiles } from './consistency.ts'
import { createManyImages } from './many-images.ts'
import { createFindings, type Outcome } from './outcome.ts'
import { noteProgress } from './progress.ts'
import { createRandom } from './random.ts'

type Options = { backend: Backend; kills: number; images: number; seed: number }

/** Resolves to whether the change was acknowledged before the kill. */
type Attempt = (killAfterMs: number) => Promise<boolean>

/**
 * Kills the server during copies, restores and sweeps. Copies and restores happen completely or not at all, a sweep
 * finishes after the restart, and other images stay.
 */
export const killDuringTrash = ({ backend, kills, images: many, seed }: Options): Promise<Outcome> =>
  inScope(async (scope) => {
    const random = createRandom(seed)
    const findings = createFindings()
    const stock = await createManyImages(backend, scope)
    const { product, owner, change, inspector } = stock
    const { client } = product
    const [kept, target, emptied] = [await client.aLink(owner), await client.aLink(owner), await client.aLink(owner)]
    const ids = await stock.addImages(kept, many)
    const usage = await stock.usage()
    const listFiles = () => readFiles(inspector.pictures, backend === 'SQLite and disk' ? 'disk' : 's3')
    const files = await listFiles()
    const counts = { acknowledged: 0, 'not done': 0, 'during the sweep': 0, 'after the sweep': 0 }

    const killedAfter = async (ms: number, call: () => Promise<unknown>) => {
      const answered = call().then(
        () => true,
        () => false,
      )
      await delay(ms)
      await product.kill()
      return answered
    }

    /** Everything is as it was before the round. */
    async function checkEnd(where: string) {
      if (!(await stock.untilSwept())) findings.note(`${where}the removal didn't finish`)
      const shown = await stock.listShown(kept)
      if (shown.join() !== ids.join()) findings.note(`${where}${shown.length} images are left, or in another order`)
      const now = await stock.usage()
      if (JSON.stringify(now) !== JSON.stringify(usage)) findings.note(`${where}usage is ${JSON.stringify(now)}`)
      findings.noteAll(await inspector.findFaults(), where)
      const left = await listFiles()
      const isSame = left.size === files.size && [...files].every(([key, bytes]) => left.get(key) === bytes)
      if (!isSame) findings.note(`${where}there are ${left.size} files instead of ${files.size}`)
    }

    /** A change that wasn't acknowledged may have happened anyway, but not in part. */
    async function attempt(where: string, ms: number, killed: Attempt, done: () => Promise<number>) {
      const isAcknowledged = await killed(ms)
      await stock.endLeases()
      await product.start()
      const count = await done()
      if (count !== 0 && count !== many) findings.note(`${where}${count} of ${many} were changed`)
      if (isAcknowledged && count !== many) findings.note(`${where}an acknowledged change was lost`)
      if (isAcknowledged) counts.acknowledged++
      if (count === 0) counts['not done']++
      return count === many
    }

    const countIn = async (link: TestLink) => (await stock.listShown(link)).length
    const copy = async () => {
      await change('POST', '/api/images/bulk', { action: 'copy', imageIds: ids, linkId: target._id })
    }
    const restore = () => stock.restore(ids)

    const rounds = {
      async copy(where: string, ms: number) {
        const killed: Attempt = (after) => killedAfter(after, copy)
        if (!(await attempt(where, ms, killed, () => countIn(target)))) await copy()
        findings.expectCount(`${where}copies`, await countIn(target), many)
        const copies = await stock.listShown(target)
        findings.noteAll(await client.findFaults(copies.at(-1) ?? '', owner.token), where)
        await stock.trash(copies)
        await stock.emptyTrash()
      },
      async restore(where: string, ms: number) {
        await stock.trash(ids)
        const killed: Attempt = (after) => killedAfter(after, restore)
        if (!(await attempt(where, ms, killed, () => countIn(kept)))) await restore()
      },
      async sweep(where: string, ms: number) {
        await stock.trash(await stock.addImages(emptied, many))
        await stock.ageTrash()
        await stock.restart()
        await delay(ms)
        await product.kill()
        const { trashed, removals, folders } = await stock.countLeft()
        counts[trashed + removals + folders > 0 ? 'during the sweep' : 'after the sweep']++
        await stock.endLeases()
        await product.start()
        findings.expectCount(`${where}images in the link`, await countIn(emptied), 0)
      },
    }

    /** How long each takes without a kill, so that kills hit it at every moment. */
    const takes = { copy: 0, restore: 0, sweep: 0 }
    const timed = async (work: () => Promise<unknown>) => {
      const startedAt = performance.now()
      await work()
      return performance.now() - startedAt
    }
    takes.copy = await timed(copy)
    await stock.trash(await stock.listShown(target))
    await stock.emptyTrash()
    await stock.trash(ids)
    takes.restore = await timed(restore)
    await stock.trash(await stock.addImages(emptied, many))
    await stock.ageTrash()
    await stock.restart()
    takes.sweep = await timed(stock.untilSwept)
    await checkEnd('before: ')

    let done = 0
    for (const name of Object.keys(rounds) as (keyof typeof rounds)[]) {
      for (let kill = 1; kill <= kills; kill++, done++) {
        noteProgress(`kill of a ${name}`, kill, kills)
        const where = `${name}, kill ${kill}: `
        await rounds[name](where, random() * takes[name])
        await checkEnd(where)
      }
    }
    findings.expectCount('kills', done, 3 * kills)
    findings.expectAtLeast('kills during the sweep', counts['during the sweep'], Math.floor(kills / 2))
    if (findings.problems.length > 0) findings.note(`the end of its log: ${product.lastLines()}`)
    findings.noteAll(product.crashes)
    const without = Object.entries(takes).map(([name, ms]) => [`${name} without a kill ms`, Math.round(ms)])
    return {
      seed,
      problems: findings.problems,
      counts: { backend, images: many, kills: done, ...counts, ...Object.fromEntries(without) },
    }
  })
