import { rm } from 'node:fs/promises'
import type { Client } from './client.ts'
import { startFlood } from './flood.ts'
import { createFindings, type Outcome, quantile } from './outcome.ts'
import { createProduct } from './product.ts'
import { noteProgress } from './progress.ts'
import { createRandom } from './random.ts'
import { aHugePicture, aSmallPicture } from './samples.ts'
import { inScope } from './scope.ts'
import { runServerCommand } from './server-command.ts'
import { createUploaders, workUntilStruck } from './uploaders.ts'

type Options = {
  rounds: number
  uploaders?: number
  readers?: number
  /** So much is there before the first backup; 0: one small picture. */
  megabytes?: number
  seed: number
}

/** Of a backup under load, against the slower of two of the same without any. */
const slowestShare = 3

/** A gallery of about so many megabytes; the addresses that its readers ask for. */
async function aGallery(client: Client, megabytes: number) {
  const link = await client.aLink(await client.aUser())
  const picture = megabytes > 0 ? await aHugePicture() : await aSmallPicture()
  const addresses = [`/api/links/slug/${link.slug}`]
  let bytes = 0
  do {
    addresses.push((await client.anImage(link, picture)).thumbnailUrl)
    // Of each the original is kept and the full size, which is as large.
    bytes += 2 * picture.bytes.length
  } while (bytes < megabytes * 1_000_000)
  return addresses
}

/** Backups taken in the middle of reads, uploads and deletes: each comes back whole, passes the check and takes its time only. */
export const backUpUnderLoad = (options: Options): Promise<Outcome> =>
  inScope(async (scope) => {
    const { rounds, uploaders: many = 8, readers = 4, megabytes = 0, seed } = options
    const random = createRandom(seed)
    const findings = createFindings()
    const product = await createProduct(scope, { settings: { DEFAULT_PLAN: 'gold' } })
    const addresses = await aGallery(product.client, megabytes)
    const uploaders = await createUploaders(product.client, many, seed, findings)
    const deletes = () => uploaders.reduce((sum, { counts }) => sum + counts.deletes, 0)
    const times: number[] = []
    let images = 0
    let deletedMeanwhile = 0
    let reads = 0

    /** Whole, into an empty folder: one that finds an earlier one there has less to do. */
    async function backUp() {
      const folder = await scope.folder('backups')
      const backup = await runServerCommand('backup', product.dataDir, [folder])
      if (backup.code !== 0) findings.note(`a backup failed: ${backup.text}`)
      return { folder, ms: backup.ms }
    }

    async function backUpBesideOthers() {
      let isOver = false
      await (await workUntilStruck(uploaders, random)).ended
      const before = deletes()
      const requests = addresses.map((path) => ({ method: 'GET', path }))
      const reading = await startFlood({ url: product.client.url, connections: readers, pauseMs: 0, requests })
      const working = uploaders.map((uploader) => uploader.work(() => isOver))
      const taken = await backUp()
      isOver = true
      await Promise.all(working)
      const { statuses, sentences } = await reading.stop()
      reads += statuses[200] ?? 0
      if (Object.keys(statuses).some((status) => status !== '200')) findings.note(`readers were told ${sentences}`)
      deletedMeanwhile += deletes() - before
      return taken
    }

    async function restore(folder: string) {
      const restored = await scope.folder('restored')
      const first = await runServerCommand('restore', restored, [folder])
      if (first.code !== 0) findings.note(`a restore failed: ${first.text}`)
      const again = await runServerCommand('restore', restored, [folder])
      if (again.code !== 1) findings.note('a folder that is not empty was overwritten')
      const check = await runServerCommand('check', restored)
      images = Number.parseInt(check.text, 10)
      if (check.code !== 0) findings.note(`the check of a restored copy: ${check.text}`)
      for (const path of [folder, restored]) await rm(path, { recursive: true })
    }

    const idleMs = Math.max((await backUp()).ms, (await backUp()).ms)
    for (let round = 0; round < rounds; round++) {
      noteProgress('round', round + 1, rounds)
      const { folder, ms } = await backUpBesideOthers()
      times.push(ms)
      await restore(folder)
    }
    const slowest = quantile(times, 1)
    // A small one is mostly the start of a process, which says nothing about backups.
    if (megabytes > 0 && slowest > slowestShare * idleMs) findings.note(`${slowest} ms, ${Math.round(idleMs)} ms idle`)
    findings.noteAll(product.crashes)
    findings.expectAtLeast('images in the last copy', images, addresses.length - 1)
    findings.expectAtLeast('deletes during backups', deletedMeanwhile, 1)
    // Readers are a process of their own, which may begin after a small backup has ended.
    if (megabytes > 0) findings.expectAtLeast('reads during backups', reads, rounds)
    const spent = { 'idle ms': Math.round(idleMs), 'median ms': quantile(times), 'slowest ms': slowest }
    return {
      seed,
      problems: findings.problems,
      counts: { rounds, megabytes, 'images in the last': images, deletedMeanwhile, reads, ...spent },
    }
  })
