import { spawnSync } from 'node:child_process'
import { statSync } from 'node:fs'
import { chmod, mkdir, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { overwritePages } from '#test/support/damaged-database.ts'
import { createProduct } from '#test/support/product.ts'
import { aSmallPicture } from '#test/support/samples.ts'
import { inScope, type Scope } from '#test/support/scope.ts'
import { findFreePort, launch } from './launch.ts'

async function failedStart(scope: Scope, settings: Record<string, string>, prefix?: string[]) {
  const { code, errors, output } = await launch(scope, settings, prefix).ended
  expect(code).toBe(1)
  expect(output).toBe('')
  return errors
}

function expectSentence(errors: string, ...parts: string[]) {
  expect(errors).toMatch(/^[^\n]+\.\n$/)
  expect(errors).not.toMatch(/\bat \S+:\d+|node:|\.ts\b/)
  for (const part of parts) expect(errors).toContain(part)
}

test('a second start on the same port fails without affecting the first process', () =>
  inScope(async (scope) => {
    const { client, dataDir, crashes } = await createProduct(scope)
    const { port } = new URL(client.url)
    const working = [join(dataDir, 'tmp'), join(dataDir, 'pictures', '.tmp')]
    for (const folder of working) {
      await mkdir(folder, { recursive: true })
      await writeFile(join(folder, 'half-arrived'), 'bytes')
    }
    const errors = await failedStart(scope, { PORT: port, DATA_DIR: dataDir })

    expectSentence(errors, `Can't listen on 127.0.0.1, port ${port} (EADDRINUSE)`, 'HOST and PORT')
    for (const folder of working) expect(await readdir(folder)).toEqual(['half-arrived'])
    expect((await client.get('/api/health')).status).toBe(200)
    expect(crashes).toEqual([])
  }))

test('a second start in the same data folder fails, even after the first was restarted', () =>
  inScope(async (scope) => {
    const { dataDir, start, kill, client } = await createProduct(scope)
    const second = async () => failedStart(scope, { PORT: String(await findFreePort()), DATA_DIR: dataDir })

    expectSentence(await second(), `Another Framelight server is using ${dataDir}`, 'DATA_DIR')
    await kill()
    await start()
    expectSentence(await second(), dataDir)
    expect((await client.get('/api/health')).status).toBe(200)
  }))

test('a data folder that is a file is reported with its setting', () =>
  inScope(async (scope) => {
    const file = join(await scope.folder('start'), 'file')
    await writeFile(file, 'not a folder')

    for (const dataDir of [file, join(file, 'below')]) {
      const settings = { PORT: String(await findFreePort()), DATA_DIR: dataDir }
      expectSentence(await failedStart(scope, settings), dataDir, 'a file is in the way', 'DATA_DIR')
    }
  }))

test("a data folder that can't be created is reported without endless retries", () =>
  inScope(async (scope) => {
    const settings = { PORT: String(await findFreePort()), DATA_DIR: '/proc/framelight/data' }
    expectSentence(await failedStart(scope, settings), settings.DATA_DIR, 'DATA_DIR')
  }))

/** Returns a data folder that the process can't write to, and the command prefix for the process. */
async function anUnwritableFolder(scope: Scope) {
  const dataDir = join(await scope.folder('start'), 'data')
  await mkdir(dataDir)
  await chmod(dataDir, 0o500)
  if (process.getuid?.() !== 0) return { dataDir, prefix: [] }
  // Root can write anywhere unless these capabilities are dropped.
  const prefix = ['setpriv', '--bounding-set', '-dac_override,-dac_read_search', '--inh-caps', '-all']
  const isTaken = spawnSync('setpriv', [...prefix.slice(1), 'true']).status === 0
  return isTaken ? { dataDir, prefix } : { dataDir: '/proc/framelight', prefix: [] }
}

test('a read-only data folder is reported with its setting', () =>
  inScope(async (scope) => {
    const { dataDir, prefix } = await anUnwritableFolder(scope)
    const errors = await failedStart(scope, { PORT: String(await findFreePort()), DATA_DIR: dataDir }, prefix)

    expectSentence(errors, `Can't write to ${dataDir} (`, 'DATA_DIR')
  }))

test("a file that isn't a database is reported with instructions", () =>
  inScope(async (scope) => {
    const dataDir = await scope.folder('start')
    await writeFile(join(dataDir, 'framelight.db'), 'this is no database, '.repeat(100))
    const errors = await failedStart(scope, { PORT: String(await findFreePort()), DATA_DIR: dataDir })

    expectSentence(errors, 'The database is damaged (file is not a database)', 'DATA_DIR', 'npm run restore')
  }))

test('a damaged database is reported before the server accepts requests', () =>
  inScope(async (scope) => {
    const { dataDir, stop } = await createProduct(scope)
    await stop()
    const file = join(dataDir, 'framelight.db')
    await overwritePages(file)
    const errors = await failedStart(scope, { PORT: String(await findFreePort()), DATA_DIR: dataDir })

    expectSentence(errors, 'The database is damaged (', 'npm run restore')
  }))

test('an unreachable storage is logged at startup', () =>
  inScope(async (scope) => {
    const settings = {
      PORT: String(await findFreePort()),
      DATA_DIR: await scope.folder('start'),
      STORAGE_URL: 's3://photos?endpoint=http://127.0.0.1:1',
      AWS_ACCESS_KEY_ID: 'key',
      AWS_SECRET_ACCESS_KEY: 'secret',
      AWS_REGION: 'eu-central-1',
    }
    const server = launch(scope, settings)
    await server.untilReady()
    await server.untilSaid("Can't reach the storage (ECONNREFUSED)")
    server.signal('SIGTERM')
    expect((await server.ended).output).toContain('check STORAGE_URL')
  }))

test('an unknown host is reported with its setting', () =>
  inScope(async (scope) => {
    const settings = { PORT: String(await findFreePort()), DATA_DIR: await scope.folder('start') }
    const errors = await failedStart(scope, { ...settings, HOST: 'nosuchhost.invalid' })

    expectSentence(errors, "Can't listen on nosuchhost.invalid", 'HOST and PORT')
    expect(await readdir(settings.DATA_DIR)).toEqual([])
  }))

test('an unreachable database server is reported with its setting', () =>
  inScope(async (scope) => {
    const errors = await failedStart(scope, {
      PORT: String(await findFreePort()),
      DATA_DIR: await scope.folder('start'),
      DATABASE_URL: 'postgres://ann:very-secret@127.0.0.1:1/photos',
      APP_SECRET: '0123456789abcdef',
    })

    expectSentence(errors, "Can't open the database (ECONNREFUSED)", 'DATABASE_URL')
    expect(errors).not.toContain('very-secret')
  }))

test("only the owner can read the server's files, even in a shared folder", () =>
  inScope(async (scope) => {
    const dataDir = await scope.folder('start')
    await chmod(dataDir, 0o755)
    const { client, kill } = await createProduct(scope, { dataDir })
    const link = await client.aLink(await client.aUser())
    await client.anImage(link, await aSmallPicture())
    const found = await readdir(dataDir, { recursive: true, withFileTypes: true })
    const readable = found.filter((entry) => (statSync(join(entry.parentPath, entry.name)).mode & 0o077) !== 0)
    await kill()

    expect(found.map(({ name }) => name)).toEqual(expect.arrayContaining(['framelight.db', 'original.jpg']))
    expect(readable.map(({ parentPath, name }) => join(parentPath, name))).toEqual([])
  }))

test('likely typos in settings are reported at startup, even if the start fails', () =>
  inScope(async (scope) => {
    const settings = { PORT: String(await findFreePort()), DATA_DIR: await scope.folder('start') }
    const product = launch(scope, { ...settings, REGISTRAION: 'closed' })
    await product.untilReady()
    product.signal('SIGTERM')
    const { output } = await product.ended
    expect(output).toContain("REGISTRAION isn't a setting: did you mean REGISTRATION?")

    const errors = await failedStart(scope, {
      ...settings,
      DATABASE_URL: 'postgres://127.0.0.1:1/a',
      APP_SECRT: 'x'.repeat(20),
    })
    expect(errors).toMatch(/^APP_SECRT isn't a setting: did you mean APP_SECRET\?\nAPP_SECRET must be set .*\n$/)
  }))
