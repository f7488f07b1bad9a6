import { mkdirSync } from 'node:fs'
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { readConfig } from './config.ts'
import { findBackup, makeRoom, restoreBackup } from './features/backups/restores.service.ts'
import { createSnapshotRepository } from './features/backups/snapshots.repository.ts'
import { createInspectionRepository } from './features/media/inspection.repository.ts'
import { lockDataFolder } from './platform/database/data-folder-lock.ts'
import { createStorage } from './platform/storage/create-storage.ts'
import { Misuse, runCommand } from './run-command.ts'

const usage = `Usage: npm run restore -- FOLDER [--replace]
  FOLDER is one backup, or a folder of them, of which the newest is taken
  --replace puts aside what is in DATA_DIR, and writes over a PostgreSQL database`

/** `npm run restore -- FOLDER`: brings back the newest backup of a folder, or the one that it is. The server must be stopped. */
await runCommand(usage, async () => {
  const { values, positionals } = parseArgs({ options: { replace: { type: 'boolean' } }, allowPositionals: true })
  const [given] = positionals
  if (!given || positionals.length > 1) throw new Misuse()
  process.umask(0o077)
  const { dataDir, tempDir, database, storage: storageOptions } = readConfig(process.env)
  const folder = await findBackup(resolve(given))
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  const lock = lockDataFolder(dataDir)
  try {
    const snapshots = createSnapshotRepository(database, (copy) => createInspectionRepository(copy).images())
    const options = { folder, dataDir, tempDir, snapshots, replace: values.replace ?? false }
    const aside = await makeRoom(options)
    const storage = await createStorage(storageOptions)
    const { images, files, createdAt } = await restoreBackup(options, storage)
    await storage.close()
    if (aside) process.stdout.write(`What was there before lies in ${aside}.\n`)
    process.stdout.write(`${folder} of ${createdAt}: ${images} images, ${files} files restored\n`)
    return 0
  } finally {
    lock.release()
  }
})
