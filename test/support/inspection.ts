import { bytesOf, isFileName, keyOf } from '#server/features/images/image-files.ts'
import { createInspectionRepository } from '#server/features/images/inspection.repository.ts'
import { inspect } from '#server/features/images/inspection.service.ts'
import { uploadOf } from '#server/features/uploads/upload-parts.ts'
import { findOrphanedRows } from '#server/platform/database/foreign-keys.ts'
import { createDiskStorage } from '#server/platform/storage/disk.ts'
import type { TestServer } from './server.ts'

type Options = {
  recreate?: (() => Promise<string>) | undefined
  /** Simulates changes by a running server after an orphaned file is found. */
  meanwhile?: () => Promise<void>
}

/** Checks the files on disk, and repairs them if `recreate` is given. */
export async function inspectFiles(server: TestServer, { recreate, meanwhile = async () => {} }: Options = {}) {
  const { storage } = server.config
  if (storage.kind !== 'disk') throw new Error('Only files on disk can be inspected')
  const repository = createInspectionRepository(server.db)
  const isScheduled = async (prefix: string) => {
    const answer = await repository.isScheduled(prefix)
    await meanwhile()
    return answer
  }
  return inspect({
    inspection: { ...repository, isScheduled },
    storage: await createDiskStorage({ dir: storage.dir, isGuest: true }),
    keyOf,
    bytesOf,
    isFileName,
    uploadOf,
    recreate,
  })
}

/** Compares rows, files and counters like `npm run check`. */
export async function findProblems(server: TestServer) {
  const { problems } = await inspectFiles(server)
  return [...problems, ...(await findOrphanedRows(server.db, server.config.database.kind))]
}
