import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { prefixOf } from '#server/features/images/image-files.ts'
import { newId } from '#server/platform/ids.ts'
import { createProduct } from '#test/support/product.ts'
import { inScope } from '#test/support/scope.ts'
import { listEmptyFolders } from './consistency.ts'
import { inspectSqliteAndDisk } from './inspectors.ts'
import { createFindings, type Outcome } from './outcome.ts'

/** Recreates the state after a kill between creating an image's folder and moving its first file there. */
export const leaveEmptyFolders = ({ folders, seed }: { folders: number; seed: number }): Promise<Outcome> =>
  inScope(async (scope) => {
    const findings = createFindings()
    const product = await createProduct(scope)
    const inspector = inspectSqliteAndDisk(product.dataDir)
    await product.kill()
    const db = new DatabaseSync(join(product.dataDir, 'framelight.db'))
    const announce = db.prepare('insert into doomed_objects (prefix, not_before) values (?, ?)')
    for (let i = 0; i < folders; i++) {
      const prefix = prefixOf(newId())
      announce.run(prefix, new Date(Date.now() + 60_000).toISOString())
      await mkdir(join(inspector.pictures, prefix), { recursive: true })
    }
    db.close()
    await product.start()
    if (!(await inspector.waitForSweep())) findings.note("the sweep didn't finish")
    const left = await listEmptyFolders(inspector.pictures)
    if (left.length > 0) findings.note(`${left.length} empty folders were left behind`)
    findings.noteAll(await inspector.findFaults())
    return { seed, problems: findings.problems, counts: { folders, left: left.length } }
  })
