import { rm } from 'node:fs/promises'
import type { Client } from '#test/support/client.ts'
import { createProduct } from '#test/support/product.ts'
import { aHugePicture, aSmallPicture } from '#test/support/samples.ts'
import { inScope } from '#test/support/scope.ts'
import { startFlood } from './flood.ts'
import { createFindings, type Outcome, quantile } from './outcome.ts'
import { noteProgress } from './progress.ts'
import { createRandom } from './random.ts'
import { runServerCommand } from './server-command.ts'
import { createUploaders, workUntilInterrupted } from './uploaders.ts'

type Options = {
  rounds: number
  uploaders?: number
  readers?: number
  /** The gallery's size before the first backup. 0 means a single small image. */
  megabytes?: number
  seed: number
}

/** A backup under load can take at most this many times as long as the slower of two idle ones. */
const slowestShare = 3

async function aGallery(client: Client, megabytes: number) {
  const link = await client.aLink(await client.aUser())
  const picture = megabytes > 0 ? await aHugePicture() : await aSmallPicture()
  const addresses = [`/api/links/slug/${link.slug}`]
  let bytes = 0
  do {
    addresses.push((await client.anImage(link, picture)).thumbnailUrl)
    // Each image is stored twice: as the original and as a full-size file of the same length.
    bytes += 2 * picture.bytes.length
  } while (bytes < megabytes * 1_000_000)
  return addresses
}

/**
 * Takes backups during reads, uploads and deletes. Each must restore completely and pass the check. If `megabytes` is
 * set, each must also finish in time.
 */
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

    /** Uses an empty folder each time, because an incremental backup would have less to do. */
    async function backUp() {
      const folder = await scope.folder('backups')
      const backup = await runServerCommand('backup', product.dataDir, [folder])
      if (backup.code !== 0) findings.note(`a backup failed: ${backup.text}`)
      return { folder, ms: backup.ms }
    }

    async function backUpBesideOthers() {
      let isOver = false
      await (await workUntilInterrupted(uploaders, random)).ended
      const before = deletes()
      const requests = addresses.map((path) => ({ method: 'GET', path }))
      const reading = await startFlood({ url: product.client.url, connections: readers, pauseMs: 0, requests })
      const working = uploaders.map((uploader) => uploader.work(() => isOver))
      const taken = await backUp()
      isOver = true
      await Promise.all(working)
      const { statuses, sentences } = await reading.stop()
      reads += statuses[200] ?? 0
      if (Object.keys(statuses).some((status) => status !== '200')) findings.note(`readers got ${sentences}`)
      deletedMeanwhile += deletes() - before
      return taken
    }

    async function restore(folder: string) {
      const restored = await scope.folder('restored')
      const first = await runServerCommand('restore', restored, [folder])
      if (first.code !== 0) findings.note(`a restore failed: ${first.text}`)
      const again = await runServerCommand('restore', restored, [folder])
      if (again.code !== 1) findings.note("a restore overwrote a folder that wasn't empty")
      const check = await runServerCommand('check', restored)
      images = Number.parseInt(check.text, 10)
      if (check.code !== 0) findings.note(`check of a restored copy: ${check.text}`)
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
    // Small backups aren't compared, because most of their time is process startup.
    if (megabytes > 0 && slowest > slowestShare * idleMs) findings.note(`${slowest} ms, ${Math.round(idleMs)} ms idle`)
    findings.noteAll(product.crashes)
    findings.expectAtLeast('images in the last backup', images, addresses.length - 1)
    findings.expectAtLeast('deletes during backups', deletedMeanwhile, 1)
    // Readers run in a separate process, which can start after a small backup has finished.
    if (megabytes > 0) findings.expectAtLeast('reads during backups', reads, rounds)
    const spent = { 'idle ms': Math.round(idleMs), 'median ms': quantile(times), 'slowest ms': slowest }
    return {
      seed,
      problems: findings.problems,
      counts: {
        rounds,
        megabytes,
        'images in the last backup': images,
        'deletes meanwhile': deletedMeanwhile,
        reads,
        ...spent,
      },
    }
  })
