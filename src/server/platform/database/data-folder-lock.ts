import { join } from 'node:path'
import { lockFile } from './file-lock.ts'

/** Two servers with the same data folder would delete each other's uploads. */
export const lockDataFolder = (dataDir: string) =>
  lockFile(join(dataDir, 'server.lock'), {
    whenLocked: `Another Framelight server is using ${dataDir}. Stop it, or set a different DATA_DIR for this one.`,
  })
