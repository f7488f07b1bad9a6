import { mkdir, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { inScope } from '#test/support/scope.ts'
import { createOnFailingDisk, type OnFailingDisk } from './failing-disk.ts'
import type { Outcome } from './outcome.ts'
import { createRandom } from './random.ts'
import { mayMount, mountSmallDisk } from './small-disk.ts'

type Options = { attempts: number; seed: number }

const ownDisk = 'a small disk in memory'
const fileLimit = 'a file size limit'
const fileForFolder = 'a file instead of a folder'

/** How this machine simulates write failures, for test names and the report. */
export const waysToFail = () =>
  mayMount() ? { full: ownDisk, readOnly: ownDisk } : { full: fileLimit, readOnly: fileForFolder }

const kilobyte = 1024
const diskMegabytes = 24

export const fillDisk = ({ attempts, seed }: Options): Promise<Outcome> =>
  inScope(async (scope) => {
    const random = createRandom(seed)
    const dataDir = await scope.folder('full-disk')
    const disk = await mountSmallDisk(scope, dataDir, diskMegabytes)
    const failing = await createOnFailingDisk(scope, dataDir)
    const { product, findings, counts, heavy, small } = failing
    const limited = disk ?? limitFiles(failing)

    for (let i = 0; i < attempts; i++) {
      const isHeavy = i % 2 === 1
      // The free space varies from zero to the image's needs, so any step of an upload can run out of space.
      const room = i < 2 ? 0 : random.between(0, isHeavy ? 3000 : 200) * kilobyte
      const where = `with ${room} bytes free: `
      await limited.leaveFree(room)
      const image = await failing.attempt(isHeavy ? heavy : small, where)
      if (i === 0) await failing.attemptDelete(where)
      await limited.makeRoom()
      if (image) await failing.takeBack(image, where)
    }
    await failing.expectRecovery()
    findings.noteAll(product.crashes)
    findings.expectCount('attempts', counts.attempts, attempts + 1)
    findings.expectAtLeast('rejected for lack of space', counts.refused, 1)
    return { seed, problems: findings.problems, counts: { by: disk ? ownDisk : fileLimit, ...counts } }
  })

/** If a disk can't be mounted, a file size limit makes the same calls fail. A new limit requires a restart. */
function limitFiles({ product }: OnFailingDisk) {
  // The server needs at least this much to start.
  const least = 64 * kilobyte
  const restart = async (prefix: string[]) => {
    await product.stop()
    await product.start(prefix)
  }
  return {
    leaveFree: (bytes: number) =>
      restart(['sh', '-c', `ulimit -f ${Math.ceil(Math.max(bytes, least) / 512)} && exec "$@"`, 'sh']),
    makeRoom: () => restart([]),
  }
}

export const makeReadOnly = ({ attempts, seed }: Options): Promise<Outcome> =>
  inScope(async (scope) => {
    const dataDir = await scope.folder('read-only')
    const pictures = join(dataDir, 'pictures')
    await mkdir(pictures)
    const disk = await mountSmallDisk(scope, pictures, diskMegabytes)
    const failing = await createOnFailingDisk(scope, dataDir)
    const { findings, counts, heavy, small } = failing

    if (disk) disk.makeReadOnly()
    else await putFileInPlaceOf(join(pictures, '.tmp'))
    for (let i = 0; i < attempts; i++) await failing.attempt(i % 2 === 1 ? heavy : small, 'read-only: ')
    findings.expectCount('rejected', counts.refused, attempts)
    if (disk) disk.makeWritable()
    else await bringBack(join(pictures, '.tmp'))
    await failing.expectRecovery()
    return { seed, problems: findings.problems, counts: { by: disk ? ownDisk : fileForFolder, ...counts } }
  })

async function putFileInPlaceOf(folder: string) {
  await rename(folder, `${folder}-away`)
  await writeFile(folder, '')
}

async function bringBack(folder: string) {
  await rm(folder)
  await rename(`${folder}-away`, folder)
}
