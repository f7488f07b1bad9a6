import { parseArgs } from 'node:util'
import { readConfig } from './config.ts'
import { bytesOf, keyOf } from './features/images/image-files.ts'
import { createInspectionRepository } from './features/media/inspection.repository.ts'
import { inspect } from './features/media/inspection.service.ts'
import { openExistingDatabase } from './platform/database/database.ts'
import { createStorage } from './platform/storage/create-storage.ts'
import { runCommand } from './run-command.ts'

const usage = `Usage: npm run check -- [--repair]
  --repair counts anew, gives links their cover back and removes files that belong to no image`

/** `npm run check`: says whether rows, files and counters agree. Changes nothing unless it is told to: `-- --repair`. */
await runCommand(usage, async () => {
  const { values } = parseArgs({ options: { repair: { type: 'boolean', default: false } } })
  const config = readConfig(process.env)
  const db = await openExistingDatabase(config.database)
  const storage = await createStorage(
    config.storage.kind === 'disk' ? { ...config.storage, isGuest: true } : config.storage,
  )
  const inspection = createInspectionRepository(db)
  const found = await inspect({ inspection, storage, keyOf, bytesOf, repair: values.repair })
  await storage.close()
  await db.destroy()

  const { imageCount, fileCount, scheduledCount, problems, problemCount, mendedCount } = found
  for (const problem of problems) process.stdout.write(`${problem}\n`)
  const mended = values.repair ? `, ${mendedCount} mended` : ''
  process.stdout.write(`${imageCount} images, ${fileCount} files, ${scheduledCount} waiting to be cleared: `)
  process.stdout.write(
    problemCount === 0
      ? 'everything agrees\n'
      : `${problemCount} ${problemCount === 1 ? 'difference' : 'differences'}${mended}\n`,
  )
  return problemCount === mendedCount ? 0 : 1
})
