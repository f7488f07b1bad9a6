import { existsSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { readConfig } from '#server/config.ts'
import { createMoveRepository, type MoveSource } from '#server/features/backups/moves.repository.ts'
import { movePictures } from '#server/features/backups/moves.service.ts'
import { keyOf } from '#server/features/images/image-files.ts'
import { createInspectionRepository } from '#server/features/images/inspection.repository.ts'
import { ensureAppSecret } from '#server/platform/crypto/app-secret.ts'
import { lockDataFolder } from '#server/platform/database/data-folder-lock.ts'
import type { DatabaseOptions } from '#server/platform/database/database.ts'
import { makeFolder } from '#server/platform/make-folder.ts'
import { createProgress } from '#server/platform/progress.ts'
import { StartupProblem } from '#server/platform/startup-problem.ts'
import { createStorage } from '#server/platform/storage/create-storage.ts'
import { parseStorageUrl } from '#server/platform/storage/parse-storage-url.ts'
import type { StorageOptions } from '#server/platform/storage/storage.ts'
import { Misuse, runCommand } from './run-command.ts'

const usage = `Usage: npm run move -- --database URL --storage URL
  --database postgres://…, or sqlite:FOLDER for an embedded database in that data folder
  --storage s3://…, or disk:FOLDER for files in that data folder
Leave one out to keep it where it is. Stop the server first.`

const say = (line: string) => process.stdout.write(`${line}\n`)

const inFolder = (url: string, scheme: string) => resolve(url.slice(scheme.length).replace(/^\/\/(?=\/)/, ''))

function readDatabase(url: string): DatabaseOptions {
  if (/^postgres(ql)?:\/\//.test(url)) return { kind: 'postgres', url }
  if (!url.startsWith('sqlite:')) throw new Misuse('--database must begin with postgres:// or sqlite:.')
  return { kind: 'sqlite', file: join(inFolder(url, 'sqlite:'), 'framelight.db') }
}

function readStorage(url: string): StorageOptions {
  if (url.startsWith('disk:')) return { kind: 'disk', dir: join(inFolder(url, 'disk:'), 'pictures') }
  try {
    return parseStorageUrl(url)
  } catch (error) {
    throw new Misuse(`--storage ${(error as Error).message}.`)
  }
}

/** Locks the source and target folders. A running server could add files that the move would miss. */
function lockFolders(folders: string[]) {
  const locks = [...new Set(folders)].map((folder) => {
    makeFolder(folder)
    return lockDataFolder(folder)
  })
  return () => {
    for (const lock of locks) lock.release()
  }
}

const foldersOf = (database: DatabaseOptions | undefined, storage: StorageOptions | undefined) => [
  ...(database?.kind === 'sqlite' ? [dirname(database.file)] : []),
  ...(storage?.kind === 'disk' ? [dirname(storage.dir)] : []),
]

const isSame = (one: object, other: object) => JSON.stringify(one) === JSON.stringify(other)

await runCommand(usage, async () => {
  const { values } = parseArgs({ options: { database: { type: 'string' }, storage: { type: 'string' } } })
  process.umask(0o077)
  const config = readConfig(process.env)
  const database = values.database === undefined ? undefined : readDatabase(values.database)
  const storage = values.storage === undefined ? undefined : readStorage(values.storage)
  if (!database && !storage) throw new Misuse('Pass --database, --storage or both.')
  if ((database && isSame(database, config.database)) || (storage && isSame(storage, config.storage))) {
    throw new StartupProblem('The data is already in that location. Pass a different database or storage.')
  }
  const release = lockFolders([...foldersOf(config.database, config.storage), ...foldersOf(database, storage)])
  const moves = createMoveRepository(config.database, (db) => createInspectionRepository(db).images())
  try {
    return await moves.read(async (source) => {
      if (storage) {
        const problems = await movePicturesTo(storage, source)
        if (problems > 0) return 1
      }
      if (database) say(`${await copyRowsTo(database, source)} rows copied and verified`)
      sayWhatToSet()
      return 0
    })
  } finally {
    release()
  }

  async function copyRowsTo(options: DatabaseOptions, source: MoveSource) {
    const progress = createProgress({ label: 'Rows copied and compared' })
    const rows = await source.copyRowsTo(options, progress.update)
    progress.done()
    return rows
  }

  async function movePicturesTo(options: StorageOptions, source: MoveSource) {
    const from = await createStorage(
      config.storage.kind === 'disk' ? { ...config.storage, isGuest: true } : config.storage,
    )
    const to = await createStorage(options)
    try {
      const progress = createProgress({ label: 'Images copied and compared' })
      const tempDir = join(config.tempDir, 'move')
      const moved = await movePictures({ images: source.images(), from, to, keyOf, tempDir, onImage: progress.update })
      progress.done()
      for (const problem of moved.problems) say(problem)
      const size = `${(moved.bytes / 1e6).toFixed(1)} MB`
      say(
        `${moved.images} images, ${moved.files} files, ${size} verified at the new location (${moved.copied} copied now)`,
      )
      return moved.problems.length
    } finally {
      await Promise.all([from.close(), to.close()])
    }
  }

  /** Existing invitation links need the secret that signed them, so the secret has to move too. */
  function sayWhatToSet() {
    const [secret] = config.appSecrets ?? ensureAppSecret(config.dataDir)
    if (database?.kind === 'sqlite') {
      const file = join(dirname(database.file), 'app-secret')
      if (!existsSync(file)) writeFileSync(file, secret, { mode: 0o600, flush: true })
    }
    say('The originals are unchanged. From now on, start the server with:')
    if (database)
      say(
        database.kind === 'postgres'
          ? '  DATABASE_URL set to the URL you passed to --database'
          : `  DATA_DIR=${dirname(database.file)}, without DATABASE_URL`,
      )
    if (storage)
      say(
        storage.kind === 's3'
          ? '  STORAGE_URL set to the URL you passed to --storage'
          : `  DATA_DIR=${dirname(storage.dir)}, without STORAGE_URL`,
      )
    if (database?.kind === 'postgres' && !config.appSecrets)
      say(`  APP_SECRET set to the contents of ${join(config.dataDir, 'app-secret')}`)
  }
})
