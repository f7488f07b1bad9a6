import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { readConfig } from './config.ts'
import { type BackupResult, failedBackup } from './features/backups/backup-result.ts'
import { createBackupService } from './features/backups/backups.service.ts'
import { createCleanupHoldRepository } from './features/backups/cleanup-holds.repository.ts'
import { createSnapshotRepository } from './features/backups/snapshots.repository.ts'
import { keyOf } from './features/images/image-files.ts'
import { createInspectionRepository } from './features/media/inspection.repository.ts'
import { instantNow, systemClock } from './platform/clock.ts'
import { openExistingDatabase } from './platform/database/database.ts'
import { createStorage } from './platform/storage/create-storage.ts'
import { recordBackup } from './record-backup.ts'
import { Misuse, runCommand, sentenceOf } from './run-command.ts'

const usage = `Usage: npm run backup -- FOLDER [--keep NUMBER] [--json]
  --keep NUMBER removes the oldest, so that so many are left
  --json prints the result as one JSON value`

/** `npm run backup -- FOLDER`: a verified copy of database and pictures, while the server runs. */
await runCommand(usage, async () => {
  const { values, positionals } = parseArgs({
    options: { keep: { type: 'string' }, json: { type: 'boolean', default: false } },
    allowPositionals: true,
  })
  const keep = values.keep === undefined ? undefined : Number(values.keep)
  const [folder] = positionals
  if (!folder || positionals.length > 1 || (keep !== undefined && !(Number.isInteger(keep) && keep > 0))) {
    throw new Misuse()
  }
  const startedAt = instantNow(systemClock)
  const attempt = await take(resolve(folder), keep).catch(async (error) => {
    await recordBackup(failedBackup(startedAt, instantNow(systemClock), sentenceOf(error)))
    // A person gets the sentence on stderr, as from every command.
    if (!values.json) throw error
    return { problems: [sentenceOf(error)], path: null, images: 0, files: 0, copied: 0, bytes: 0, removed: 0 }
  })
  const { path, images, files, copied, bytes, removed, problems } = attempt
  const result: BackupResult = {
    startedAt,
    finishedAt: instantNow(systemClock),
    ok: problems.length === 0,
    bytes,
    images,
    files,
    path,
    error: problems.length === 0 ? null : problems.join('\n'),
  }
  await recordBackup(result)
  if (values.json) process.stdout.write(`${JSON.stringify(result)}\n`)
  else {
    for (const problem of problems) process.stdout.write(`${problem}\n`)
    const size = `${(bytes / 1e6).toFixed(1)} MB`
    process.stdout.write(`${path}: ${images} images, ${files} files (${copied} copied anew), ${size}`)
    process.stdout.write(removed > 0 ? `; ${removed} older removed\n` : '\n')
  }
  return result.ok ? 0 : 1
})

async function take(folder: string, keep: number | undefined) {
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
    return await backups.take(folder, { ...(keep && { keep }) })
  } finally {
    await storage.close()
    await db.destroy()
  }
}
