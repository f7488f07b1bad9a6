import { mkdtemp, open, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { findBackup, picturePath } from '#server/features/backups/backup-folder.ts'
import { type ManifestLine, readManifest } from '#server/features/backups/backup-manifest.ts'
import { createBackupService } from '#server/features/backups/backups.service.ts'
import { createCleanupHoldRepository } from '#server/features/backups/cleanup-holds.repository.ts'
import { type RestoreOptions, restoreBackup } from '#server/features/backups/restores.service.ts'
import { createSnapshotRepository } from '#server/features/backups/snapshots.repository.ts'
import { bytesOf, isFileName, keyOf } from '#server/features/images/image-files.ts'
import { createInspectionRepository } from '#server/features/images/inspection.repository.ts'
import { inspect } from '#server/features/images/inspection.service.ts'
import { uploadOf } from '#server/features/uploads/upload-parts.ts'
import { createDatabase, type DatabaseOptions } from '#server/platform/database/database.ts'
import { createDiskStorage } from '#server/platform/storage/disk.ts'
import type { Storage } from '#server/platform/storage/storage.ts'
import { createTestDatabase } from './database.ts'
import type { useServer } from './use-server.ts'

type Server = ReturnType<typeof useServer>['server']

const secret = 'a secret of twenty characters'

export async function aFolder() {
  const folder = await mkdtemp(join(tmpdir(), 'framelight-backups-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  return folder
}

/** Simulates a disk error that doesn't change the file's length. */
export async function flipBit(path: string, position = 0) {
  const file = await open(path, 'r+')
  const { buffer } = await file.read(Buffer.alloc(1), 0, 1, position)
  buffer.writeUInt8(buffer.readUInt8(0) ^ 1, 0)
  await file.write(buffer, 0, 1, position)
  await file.close()
}

export async function picturesOf(backup: string) {
  const pictures: (ManifestLine & { path: string })[] = []
  for await (const line of readManifest(backup)) pictures.push({ ...line, path: picturePath(backup, line.key) })
  return pictures
}

/** Converts a backup to the format of older versions, which only stored the hashes of images. */
export async function makeOldFormat(backup: string) {
  const file = join(backup, 'backup.json')
  const { createdAt, database, images, files, bytes } = JSON.parse(await readFile(file, 'utf8'))
  await writeFile(file, `${JSON.stringify({ createdAt, database, images, files, bytes }, null, 2)}\n`)
}

export function createBackupBench(server: Server) {
  const snapshotsOf = (options: DatabaseOptions) =>
    createSnapshotRepository(options, (db) => createInspectionRepository(db).images())
  const picturesFolder = () => join(server.config.dataDir, 'pictures')

  return {
    picturesFolder,

    async createService(storage?: Storage) {
      const secretFile = join(await aFolder(), 'app-secret')
      await writeFile(secretFile, secret)
      return createBackupService({
        snapshots: snapshotsOf(server.config.database),
        storage: storage ?? (await createDiskStorage({ dir: picturesFolder(), isGuest: true })),
        holds: createCleanupHoldRepository(server.db),
        keyOf,
        secretFile,
        clock: server.clock,
      })
    },

    async aTarget(dataDir?: string) {
      const dir = dataDir ?? (await aFolder())
      const database =
        server.config.database.kind === 'sqlite'
          ? { options: { kind: 'sqlite' as const, file: join(dir, 'framelight.db') }, remove: async () => {} }
          : await createTestDatabase()
      onTestFinished(() => database.remove())
      const storage = { kind: 'disk' as const, dir: join(dir, 'pictures') }
      const snapshots = snapshotsOf(database.options)
      return {
        dataDir: dir,
        database: database.options,
        snapshots,
        async restore(folder: string, options: Partial<RestoreOptions> = {}) {
          const { backup } = await findBackup(folder, server.clock.now())
          const target = { backup, dataDir: dir, snapshots, storage, replace: false, skipDamaged: false }
          return restoreBackup({ ...target, ...options })
        },
        async check() {
          const db = await createDatabase(database.options)
          const inspection = createInspectionRepository(db)
          const found = await inspect({
            inspection,
            storage: await createDiskStorage(storage),
            keyOf,
            bytesOf,
            isFileName,
            uploadOf,
          })
          const { title } = await db.selectFrom('links').select('title').executeTakeFirstOrThrow()
          await db.destroy()
          return { ...found, title }
        },
        readSecret: () => readFile(join(dir, 'app-secret'), 'utf8'),
      }
    },
    secret,
  }
}
