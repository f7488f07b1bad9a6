import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { createFindings, type Outcome, quantile } from './outcome.ts'
import { createProduct } from './product.ts'
import { noteProgress } from './progress.ts'
import { createRandom } from './random.ts'
import { inScope } from './scope.ts'
import { createUploaders, workUntilStruck } from './uploaders.ts'

const root = join(import.meta.dirname, '..', '..')

/** One of the operator's commands; what it said, and how it ended. */
async function runServerCommand(name: 'backup' | 'restore' | 'check', dataDir: string, args: string[] = []) {
  const startedAt = performance.now()
  const command = ['--disable-warning=ExperimentalWarning', `src/server/${name}.ts`, ...args]
  const env = { PATH: process.env.PATH, NODE_ENV: 'production', DATA_DIR: dataDir }
  const { stdout, stderr, code } = await promisify(execFile)(process.execPath, command, { cwd: root, env }).then(
    (said) => ({ ...said, code: 0 }),
    (error) => error,
  )
  return { text: `${stdout}${stderr}`.trim(), code: code as number, ms: performance.now() - startedAt }
}

type Options = { rounds: number; uploaders?: number; seed: number }

/** Backups taken in the middle of uploads and deletes: each comes back whole, and passes the check. */
export const backUpUnderLoad = ({ rounds, uploaders: many = 8, seed }: Options): Promise<Outcome> =>
  inScope(async (scope) => {
    const random = createRandom(seed)
    const findings = createFindings()
    const product = await createProduct(scope, { settings: { DEFAULT_PLAN: 'gold' } })
    const uploaders = await createUploaders(product.client, many, seed, findings)
    const folder = await scope.folder('backups')
    const times: number[] = []
    const deletes = () => uploaders.reduce((sum, { counts }) => sum + counts.deletes, 0)
    let images = 0
    let deletedMeanwhile = 0

    for (let round = 0; round < rounds; round++) {
      noteProgress('round', round + 1, rounds)
      let isOver = false
      await (await workUntilStruck(uploaders, random)).ended
      const before = deletes()
      const working = uploaders.map((uploader) => uploader.work(() => isOver))
      const backup = await runServerCommand('backup', product.dataDir, [folder, '--keep', '2'])
      isOver = true
      await Promise.all(working)
      deletedMeanwhile += deletes() - before
      times.push(backup.ms)
      if (backup.code !== 0) findings.note(`backup ${round + 1} failed: ${backup.text}`)

      const restored = await scope.folder('restored')
      const restore = await runServerCommand('restore', restored, [folder])
      if (restore.code !== 0) findings.note(`restore ${round + 1} failed: ${restore.text}`)
      const again = await runServerCommand('restore', restored, [folder])
      if (again.code !== 1) findings.note('a folder that is not empty was overwritten')
      const check = await runServerCommand('check', restored)
      images = Number.parseInt(check.text, 10)
      if (check.code !== 0) findings.note(`the check of restored copy ${round + 1}: ${check.text}`)
    }
    findings.noteAll(product.crashes)
    findings.expectAtLeast('images in the last copy', images, 1)
    findings.expectAtLeast('deletes during backups', deletedMeanwhile, 1)
    return {
      seed,
      problems: findings.problems,
      counts: { rounds, 'images in the last': images, deletedMeanwhile, 'slowest ms': quantile(times, 1) },
    }
  })
