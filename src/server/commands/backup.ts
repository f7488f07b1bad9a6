import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { secretsOf } from '#server/config/secrets.ts'
import { readConfig } from '#server/config.ts'
import { findBackup } from '#server/features/backups/backup-folder.ts'
import { type BackupResult, failedBackup, joinProblems } from '#server/features/backups/backup-result.ts'
import { createBackupStatusService } from '#server/features/backups/backup-status.service.ts'
import { createBackupService } from '#server/features/backups/backups.service.ts'
import { createCleanupHoldRepository } from '#server/features/backups/cleanup-holds.repository.ts'
import { createLastBackupRepository } from '#server/features/backups/last-backups.repository.ts'
import type { ShowProgress } from '#server/features/backups/show-progress.ts'
import { createSnapshotRepository } from '#server/features/backups/snapshots.repository.ts'
import { describeDamage, verifyBackup } from '#server/features/backups/verifications.service.ts'
import { keyOf } from '#server/features/images/image-files.ts'
import { createInspectionRepository } from '#server/features/images/inspection.repository.ts'
import { instantNow, systemClock } from '#server/platform/clock.ts'
import { openExistingDatabase } from '#server/platform/database/database.ts'
import { createProgress } from '#server/platform/progress.ts'
import { createErrorRedactor } from '#server/platform/redact.ts'
import { createStorage } from '#server/platform/storage/create-storage.ts'
import { Misuse, runCommand, sentenceOf } from './run-command.ts'

const usage = `Usage: npm run backup -- FOLDER [--keep NUMBER] [--json]
       npm run backup -- verify FOLDER
  --keep NUMBER  keep this many backups and remove older ones
  --json         print the result as one JSON value
  verify         read a backup (or the newest one in FOLDER) end to end and list any damage`

const options = { keep: { type: 'string' }, json: { type: 'boolean', default: false } } as const

const showProgress: ShowProgress = (label, total) => createProgress({ label, total })

/** The server can keep running during a backup. */
await runCommand(usage, async () => {
  const { values, positionals } = parseArgs({ options, allowPositionals: true })
  const [folder, folderToVerify] = positionals
  if (folder === 'verify') {
    if (!folderToVerify || positionals.length > 2 || values.keep || values.json) throw new Misuse()
    return verify(resolve(folderToVerify))
  }
  const keep = values.keep === undefined ? undefined : Number(values.keep)
  if (!folder || positionals.length > 1 || (keep !== undefined && !(Number.isInteger(keep) && keep > 0))) {
    throw new Misuse()
  }
  const startedAt = instantNow(systemClock)
  try {
    const { path, images, files, bytes, ...more } = await take(resolve(folder), { keep, isQuiet: values.json })
    const finishedAt = instantNow(systemClock)
    const error = more.problems.length === 0 ? null : joinProblems(more.problems)
    const result: BackupResult = { startedAt, finishedAt, ok: !error, bytes, images, files, path, error }
    await recordBackup(result)
    process.stdout.write(values.json ? `${JSON.stringify(result)}\n` : describe({ ...result, ...more }))
    return result.ok ? 0 : 1
  } catch (error) {
    const result = failedBackup(startedAt, instantNow(systemClock), sentenceOf(error))
    await recordBackup(result)
    // Without --json, `runCommand` prints the error to stderr.
    if (!values.json) throw error
    process.stdout.write(`${JSON.stringify(result)}\n`)
    return 1
  }
})

type Taken = BackupResult & { copied: number; removed: number; future: string[]; problems: string[] }

function describe({ path, images, files, copied, bytes, removed, future, problems }: Taken) {
  const notes = future.map((name) => `${name} is dated in the future, so it's neither counted nor removed.`)
  const size = `${(bytes / 1e6).toFixed(1)} MB`
  const summary = `${path}: ${images} images, ${files} files (${copied} copied now), ${size}`
  const end = removed > 0 ? `; ${removed} older removed` : ''
  return [...problems, ...notes, summary + end, ''].join('\n')
}

async function verify(folder: string) {
  const { backup, future } = await findBackup(folder, systemClock.now())
  for (const name of future)
    process.stdout.write(`${name} is dated in the future, so it isn't treated as the newest.\n`)
  const { facts, damage, files, bytes } = await verifyBackup(backup, { pictures: 'hashes', showProgress })
  for (const found of damage) process.stdout.write(`${describeDamage(found)}\n`)
  if (facts && !facts.contents) {
    process.stdout.write(
      'An older version made this backup, so its database and secret have no hashes to compare with.\n',
    )
  }
  const verdict = damage.length === 0 ? 'no damage' : `${damage.length} damaged`
  process.stdout.write(`${backup}: ${files} files, ${(bytes / 1e6).toFixed(1)} MB: ${verdict}\n`)
  return damage.length === 0 ? 0 : 1
}

async function take(folder: string, { keep, isQuiet }: { keep: number | undefined; isQuiet: boolean }) {
  const config = readConfig(process.env)
  const db = await openExistingDatabase(config.database)
  const storage = await createStorage(
    config.storage.kind === 'disk' ? { ...config.storage, isGuest: true } : config.storage,
  )
  const secretFile = join(config.dataDir, 'app-secret')
  const backups = createBackupService({
    snapshots: createSnapshotRepository(config.database, (copy) => createInspectionRepository(copy).images()),
    storage,
    holds: createCleanupHoldRepository(db),
    keyOf,
    secretFile: existsSync(secretFile) ? secretFile : undefined,
    clock: systemClock,
  })
  try {
    return await backups.take(folder, { keep, showProgress: isQuiet ? undefined : showProgress })
  } finally {
    await storage.close()
    await db.destroy()
  }
}

/** Records the result for administrators. A failure to record it doesn't fail the backup. */
async function recordBackup(result: BackupResult) {
  try {
    const config = readConfig(process.env)
    const db = await openExistingDatabase(config.database)
    const status = createBackupStatusService({
      lastBackups: createLastBackupRepository(db),
      redactError: createErrorRedactor(secretsOf(config)),
      clock: systemClock,
      isScheduled: false,
    })
    await status.record(result).finally(() => db.destroy())
  } catch {
    if (result.ok)
      process.stderr.write("The backup is complete, but its status couldn't be recorded for administrators.\n")
  }
}
