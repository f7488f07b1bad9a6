import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { type Config, readConfig } from '#server/config.ts'
import { createSecondFactorSecrets } from '#server/features/accounts/second-factors.repository.ts'
import { bytesOf, isFileName, keyOf } from '#server/features/images/image-files.ts'
import { createImageRepairs } from '#server/features/images/image-repairs.service.ts'
import { createInspectionRepository } from '#server/features/images/inspection.repository.ts'
import { inspect } from '#server/features/images/inspection.service.ts'
import { uploadOf } from '#server/features/uploads/upload-parts.ts'
import { createWebhookSecrets } from '#server/features/webhooks/webhooks.repository.ts'
import { systemClock } from '#server/platform/clock.ts'
import { findAppSecret } from '#server/platform/crypto/app-secret.ts'
import { createEncryption } from '#server/platform/crypto/encryption.ts'
import { checkSecrets } from '#server/platform/crypto/reencryption.ts'
import { openExistingDatabase } from '#server/platform/database/database.ts'
import { findOrphanedRows } from '#server/platform/database/foreign-keys.ts'
import { restoreCommand } from '#server/platform/database/quick-check.ts'
import { runQuickCheck } from '#server/platform/database/run-quick-check.ts'
import { createImageProcessor } from '#server/platform/images/image-processor.ts'
import { createProgress } from '#server/platform/progress.ts'
import { createStorage } from '#server/platform/storage/create-storage.ts'
import { runCommand } from './run-command.ts'

const usage = `Usage: npm run check -- [--deep] [--repair]
  Checks that the database is intact and matches the files. Changes nothing without --repair. Exits with 1 if there's a problem.
  --deep    also read every file and compare it with the SHA-256 stored at upload
  --repair  recreate damaged renditions and full sizes from the originals, fix counters and covers,
            and remove files left behind by deleted images or failed uploads`

const say = (line: string) => process.stdout.write(`${line}\n`)

await runCommand(usage, async () => {
  const options = { deep: { type: 'boolean', default: false }, repair: { type: 'boolean', default: false } } as const
  const { values } = parseArgs({ options })
  process.umask(0o077)
  const config = readConfig(process.env)

  const faults = await findFaults(config)
  for (const fault of faults) say(fault)
  if (faults.length > 0) {
    say('The database is damaged, so nothing else was checked.')
    say(`Stop the server and restore the latest backup with ${restoreCommand}.`)
    return 1
  }

  const db = await openExistingDatabase(config.database, { isPatient: true })
  const storage = await createStorage(
    config.storage.kind === 'disk' ? { ...config.storage, isGuest: true } : config.storage,
  )
  const imageProcessor = createImageProcessor()
  try {
    const orphaned = await findOrphanedRows(db, config.database.kind)
    const outcome = values.repair ? ' (not repaired: restore an earlier backup)' : ''
    for (const problem of orphaned) say(problem + outcome)
    const appSecrets = config.appSecrets ?? findAppSecret(config.dataDir)
    const stores = [createSecondFactorSecrets(db), createWebhookSecrets(db, systemClock)]
    const secrets = appSecrets
      ? await checkSecrets(createEncryption(appSecrets), stores)
      : { problems: [], remarks: [] }
    for (const line of [...secrets.problems, ...secrets.remarks]) say(line)

    const inspection = createInspectionRepository(db)
    const tempDir = join(config.tempDir, 'check')
    const progress = createProgress({ label: 'Checking images', total: await inspection.countImages() })
    const found = await inspect({
      inspection,
      storage,
      keyOf,
      bytesOf,
      isFileName,
      uploadOf,
      isDeep: values.deep,
      recreate: values.repair
        ? createImageRepairs({ inspection, storage, imageProcessor, keyOf, bytesOf, tempDir })
        : undefined,
      onImage: progress.update,
    }).finally(progress.done)
    for (const problem of found.problems) say(problem)
    if (found.problems.length < found.problemCount) say(`… and ${found.problemCount - found.problems.length} more`)
    const problemCount = orphaned.length + secrets.problems.length + found.problemCount
    const left = problemCount - found.repairedCount
    say(summarize({ ...found, problemCount }, values))
    if (!values.repair && left > 0) say('`npm run check -- --repair` repairs what it can.')
    return left === 0 ? 0 : 1
  } finally {
    await Promise.all([imageProcessor.close(), storage.close(), db.destroy()])
  }
})

async function findFaults({ database }: Config) {
  if (database.kind !== 'sqlite' || !existsSync(database.file)) return []
  const progress = createProgress({ label: 'Checking the database file (seconds)' })
  const startedAt = performance.now()
  const timer = setInterval(() => progress.update(Math.round((performance.now() - startedAt) / 1000)), 200)
  try {
    return await runQuickCheck(database.file)
  } finally {
    clearInterval(timer)
    progress.done()
  }
}

type Found = Awaited<ReturnType<typeof inspect>>

function summarize(found: Found, { deep, repair }: { deep: boolean; repair: boolean }) {
  const { imageCount, fileCount, scheduledCount, unhashedCount, problemCount, repairedCount } = found
  const counts = [
    `${imageCount} images`,
    `${fileCount} files`,
    `${scheduledCount} waiting to be deleted`,
    ...(deep && unhashedCount > 0 ? [`${unhashedCount} without a hash yet`] : []),
  ].join(', ')
  if (problemCount === 0) return `${counts}: no problems found`
  const outcome = repair ? `, ${repairedCount} repaired` : ''
  return `${counts}: ${problemCount} ${problemCount === 1 ? 'problem' : 'problems'}${outcome}`
}
