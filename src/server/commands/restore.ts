import { rmSync } from 'node:fs'
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { readConfig } from '#server/config.ts'
import { findBackup } from '#server/features/backups/backup-folder.ts'
import { restoreBackup } from '#server/features/backups/restores.service.ts'
import { createSnapshotRepository } from '#server/features/backups/snapshots.repository.ts'
import { describeDamage } from '#server/features/backups/verifications.service.ts'
import { createInspectionRepository } from '#server/features/images/inspection.repository.ts'
import { systemClock } from '#server/platform/clock.ts'
import { lockDataFolder } from '#server/platform/database/data-folder-lock.ts'
import { makeFolder } from '#server/platform/make-folder.ts'
import { createProgress } from '#server/platform/progress.ts'
import { Misuse, runCommand } from './run-command.ts'

const usage = `Usage: npm run restore -- FOLDER [--replace] [--skip-damaged]
  FOLDER          a backup, or a folder of backups (restores the newest)
  --replace       move what's in DATA_DIR aside, and overwrite a PostgreSQL database
  --skip-damaged  restore the intact files of a damaged backup and list the rest`

await runCommand(usage, async () => {
  const { values, positionals } = parseArgs({
    options: { replace: { type: 'boolean', default: false }, 'skip-damaged': { type: 'boolean', default: false } },
    allowPositionals: true,
  })
  const [given] = positionals
  if (!given || positionals.length > 1) throw new Misuse()
  process.umask(0o077)
  const { dataDir, database, storage } = readConfig(process.env)
  const { backup, future } = await findBackup(resolve(given), systemClock.now())
  for (const name of future)
    process.stdout.write(`${name} is dated in the future, so it isn't treated as the newest.\n`)
  const made = makeFolder(dataDir)
  try {
    const lock = lockDataFolder(dataDir)
    try {
      const { aside, facts, files, skipped } = await restoreBackup({
        backup,
        dataDir,
        snapshots: createSnapshotRepository(database, (copy) => createInspectionRepository(copy).images()),
        storage,
        replace: values.replace,
        skipDamaged: values['skip-damaged'],
        showProgress: (label, total) => createProgress({ label, total }),
      })
      for (const damage of skipped) process.stdout.write(`Not restored: ${describeDamage(damage)}\n`)
      if (aside) process.stdout.write(`The previous data is now in ${aside}.\n`)
      const what = facts ? ` from ${facts.createdAt}: ${facts.images} images, ` : ': '
      process.stdout.write(`${backup}${what}${files} files restored\n`)
      return skipped.length === 0 ? 0 : 1
    } finally {
      lock.release()
    }
  } catch (error) {
    if (made) rmSync(made, { recursive: true })
    throw error
  }
})
