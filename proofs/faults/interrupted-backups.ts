import { existsSync } from 'node:fs'
import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { createProduct } from '#test/support/product.ts'
import { somePictures } from '#test/support/samples.ts'
import { inScope, type Scope } from '#test/support/scope.ts'
import { until } from '#test/support/until.ts'
import { createFindings, type Findings, type Outcome } from './outcome.ts'
import { noteProgress } from './progress.ts'
import { createRandom } from './random.ts'
import { hasStack, runServerCommand, startServerCommand } from './server-command.ts'

type Options = { overlaps: number; kills: number; restoreKills: number; pictures: number; seed: number }

const keep = ['--keep', '3']
/** Some backups finish before we can kill them. */
const mostTries = 5
/** The error message if another backup is running or has just finished. */
const refusal = /Another backup is being written|with this timestamp/

function createJudge(scope: Scope, folder: string, findings: Findings) {
  const judged = new Set<string>()
  return {
    judged,
    async judge() {
      const names = (await readdir(folder)).filter((name) => existsSync(join(folder, name, 'backup.json')))
      for (const name of names.filter((name) => !name.endsWith('.unfinished') && !judged.has(name))) {
        judged.add(name)
        const backup = join(folder, name)
        const dataDir = await scope.folder('restored')
        const restored = await runServerCommand('restore', dataDir, [backup])
        if (restored.code !== 0)
          findings.note(`${name} is marked as finished, but its restore failed: ${restored.text}`)
        const check = await runServerCommand('check', dataDir)
        if (check.code !== 0) findings.note(`check of the restored ${name}: ${check.text}`)
        await rm(dataDir, { recursive: true })
      }
    },
  }
}

/** Runs overlapping backups in one folder, and kills backups and restores. Every finished backup must be complete. */
export const interruptBackups = ({ overlaps, kills, restoreKills, pictures, seed }: Options): Promise<Outcome> =>
  inScope(async (scope) => {
    const random = createRandom(seed)
    const findings = createFindings()
    const { client, dataDir, crashes, stop } = await createProduct(scope, { settings: { DEFAULT_PLAN: 'gold' } })
    const samples = await somePictures()
    const link = await client.aLink(await client.aUser())
    const upload = async () => (await client.anImage(link, random.pick(samples)))._id
    const images: string[] = []
    for (let n = 0; n < pictures; n++) images.push(await upload())
    /** Changes the gallery, so each backup has some images to hard-link, some to copy and some to skip. */
    async function change() {
      images.push(await upload())
      const [deleted] = images.splice(random.between(0, images.length - 1), 1)
      await client.call('DELETE', `/api/images/${deleted}?forever=true`, { token: link.owner.token })
    }

    const folder = await scope.folder('backups')
    const { judged, judge } = createJudge(scope, folder, findings)
    const counts = {
      taken: 0,
      refused: 0,
      killed: 0,
      'killed while writing': 0,
      'finished before the kill': 0,
      'restores killed': 0,
    }
    let lastMs = (await runServerCommand('backup', dataDir, [folder])).ms
    const noteEnd = ({ text, code, wasKilled }: Awaited<ReturnType<typeof runServerCommand>>, what: string) => {
      if (code === 0) counts.taken++
      else if (refusal.test(text)) counts.refused++
      else if (!wasKilled) findings.note(`${what}: exited with ${code}: ${text}`)
      if (hasStack(text)) findings.note(`${what}: printed a stack trace: ${text}`)
    }

    for (let n = 1; n <= overlaps; n++) {
      noteProgress('overlap', n, overlaps)
      await change()
      const takenBefore = counts.taken
      const first = startServerCommand('backup', dataDir, [folder, ...keep])
      await delay(random() * lastMs)
      const second = startServerCommand('backup', dataDir, [folder, ...keep])
      const ends = await Promise.all([first.ended, second.ended])
      for (const end of ends) noteEnd(end, `overlap ${n}`)
      lastMs = ends[0].ms
      if (counts.taken === takenBefore) findings.note(`overlap ${n}: neither command made a backup`)
      await judge()
    }

    const listUnfinished = async () => (await readdir(folder)).filter((name) => name.endsWith('.unfinished'))
    /** Waits until the backup starts writing, because an earlier kill wouldn't do any damage. */
    async function startWriting() {
      const left = await listUnfinished()
      const isWriting = async () => (await listUnfinished()).some((name) => !left.includes(name))
      const startedAt = performance.now()
      const backup = startServerCommand('backup', dataDir, [folder, ...keep])
      await Promise.race([until(isWriting, { timeoutMs: 3 * lastMs }), backup.ended])
      return { ...backup, isWriting, startMs: performance.now() - startedAt }
    }
    const whole = await startWriting()
    const writingMs = (await whole.ended).ms - whole.startMs

    for (let n = 1; counts.killed < kills && n <= mostTries * kills; n++) {
      noteProgress('kill', counts.killed + 1, kills)
      await change()
      const backup = await startWriting()
      await Promise.race([delay(random() * writingMs), backup.ended])
      backup.kill()
      const end = await backup.ended
      if (await backup.isWriting()) counts['killed while writing']++
      counts[end.wasKilled ? 'killed' : 'finished before the kill']++
      noteEnd(end, `kill ${n}`)
      await judge()
    }
    const last = await runServerCommand('backup', dataDir, [folder, ...keep])
    if (last.code !== 0) findings.note(`a backup after all kills: ${last.text}`)
    await judge()
    const left = await listUnfinished()
    if (left.length > 0) findings.note(`${left.length} unfinished backups were left behind`)

    const { ms: restoreMs } = await runServerCommand('restore', await scope.folder('restored'), [folder])
    for (let n = 1; n <= restoreKills; n++) {
      noteProgress('kill of a restore', n, restoreKills)
      const target = await scope.folder('restored')
      const restore = startServerCommand('restore', target, [folder])
      await Promise.race([delay(random() * restoreMs), restore.ended])
      restore.kill()
      const { wasKilled } = await restore.ended
      if (wasKilled) {
        counts['restores killed']++
        const again = await runServerCommand('restore', target, [folder])
        if (again.code !== 0) findings.note(`kill ${n} of a restore, then a second try: ${again.text}`)
      }
      const check = await runServerCommand('check', target)
      if (check.code !== 0) findings.note(`kill ${n} of a restore, check: ${check.text}`)
      const names = (await readdir(target)).filter((name) => name.includes('restore'))
      if (names.length > 0) findings.note(`kill ${n} of a restore left ${names}`)
      await rm(target, { recursive: true })
    }

    await stop()
    findings.noteAll(crashes)
    findings.expectCount('kills', counts.killed, kills)
    return {
      seed,
      problems: findings.problems,
      counts: { overlaps, ...counts, 'finished and restored': judged.size },
    }
  })
