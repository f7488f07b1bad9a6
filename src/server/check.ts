import { readConfig } from './config.ts'
import { keyOf } from './features/images/image-files.ts'
import { createInspectionRepository } from './features/media/inspection.repository.ts'
import { inspect } from './features/media/inspection.service.ts'
import { openExistingDatabase } from './platform/database/database.ts'
import { createStorage } from './platform/storage/create-storage.ts'
import { runCommand } from './run-command.ts'

/** `npm run check`: says whether rows, files and counters agree. Changes nothing. */
await runCommand(async () => {
  const config = readConfig(process.env)
  const db = await openExistingDatabase(config.database)
  const storage = await createStorage(
    config.storage.kind === 'disk' ? { ...config.storage, isGuest: true } : config.storage,
  )
  const inspection = createInspectionRepository(db)
  const { imageCount, fileCount, scheduledCount, problems } = await inspect({ inspection, storage, keyOf })
  await storage.close()
  await db.destroy()

  for (const problem of problems) process.stdout.write(`${problem}\n`)
  process.stdout.write(`${imageCount} images, ${fileCount} files, ${scheduledCount} waiting to be cleared: `)
  process.stdout.write(problems.length === 0 ? 'everything agrees\n' : `${problems.length} differences\n`)
  return problems.length === 0 ? 0 : 1
})
