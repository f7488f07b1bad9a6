import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'

// The tests use a repository with these scripts, a fake build and a tiny server, to isolate the update.
let folder
let origin
let site
let settings

const git = (cwd, ...args) => {
  const { status, stderr } = spawnSync('git', ['-c', 'user.name=A', '-c', 'user.email=a@example.com', ...args], {
    cwd,
    encoding: 'utf8',
  })
  if (status !== 0) throw new Error(stderr)
}

/** A fake build script, which also records the version that's live during the build. */
const buildOf = (version, code) => `
  import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
  const running = '../../dist/web/version'
  if (existsSync(running)) writeFileSync('../../seen-while-building', readFileSync(running))
  for (const folder of ['node_modules', 'dist/web', 'dist/server']) {
    mkdirSync(folder, { recursive: true })
    writeFileSync(folder + '/version', '${version}')
  }
  writeFileSync('dist/web.inputs', '${version}')
  process.exit(${code})`

/** A fake server. Its "database" is a file with the name of the version that wrote it. */
const serverOf = (version, atStart) => `
  import { readFileSync, writeFileSync } from 'node:fs'
  import { createServer } from 'node:http'
  const file = process.env.DATA_DIR + '/framelight.db'
  const refuse = () => process.exit(1)
  const migrate = () => writeFileSync(file, '${version}')
  ${atStart}
  const data = { version: '${version}', startedAt: new Date().toISOString() }
  createServer((_, answer) => answer.end(JSON.stringify({ data }))).listen(process.env.PORT, '127.0.0.1')`

const serverCommand = `
  import { copyFileSync, mkdirSync } from 'node:fs'
  const [name, folder] = process.argv.slice(2)
  if (process.env.FAILING_BACKUP) process.exit(1)
  mkdirSync(folder, { recursive: true })
  const files = [process.env.DATA_DIR + '/framelight.db', folder + '/database']
  copyFileSync(...(name === 'backup' ? files : files.reverse()))
  console.log(name + ' done')`

/** Like a supervisor, this script stops the old process and starts the new one. */
const restart = `
  if [ -f server.pid ]; then kill $(cat server.pid); while kill -0 $(cat server.pid) 2>/dev/null; do sleep 0.05; done; fi
  "$NODE" server.mjs > server.log 2>&1 & echo $! > server.pid`

function publish(version, { code = 0, atStart = '', tag } = {}) {
  writeFileSync(join(origin, 'scripts', 'build-app.mjs'), buildOf(version, code))
  writeFileSync(join(origin, 'server.mjs'), serverOf(version, atStart))
  if (atStart.includes('migrate()')) {
    const migrations = join(origin, 'src', 'server', 'platform', 'database', 'migrations')
    mkdirSync(migrations, { recursive: true })
    writeFileSync(join(migrations, `${version}.ts`), '')
  }
  git(origin, 'add', '.')
  git(origin, 'commit', '--quiet', '-m', version)
  if (tag) git(origin, 'tag', tag)
}

function run(command, ...args) {
  const env = { ...process.env, ...settings, NODE: process.execPath }
  const { status, stdout, stderr } = spawnSync(command, args, { cwd: site, encoding: 'utf8', env })
  return { status, text: stdout + stderr }
}
const update = (...args) => run(process.execPath, 'scripts/update.mjs', '--wait', '5', ...args)
const start = () => run('sh', 'restart.sh')
const restarting = ['--restart', 'sh restart.sh']

const read = (...path) => readFileSync(join(site, ...path), 'utf8')
const versions = () =>
  [
    read('node_modules', 'version'),
    read('dist', 'web', 'version'),
    read('dist', 'server', 'version'),
    read('dist', 'web.inputs'),
    /version: '(\w+)'/.exec(read('server.mjs'))?.[1],
  ].join(' ')
const all = (version) => Array.from({ length: 5 }, () => version).join(' ')
const database = () => readFileSync(join(settings.DATA_DIR, 'framelight.db'), 'utf8')

async function runningVersion() {
  const answer = await fetch(`http://127.0.0.1:${settings.PORT}/api/health`, {
    headers: { connection: 'close' },
  }).catch(() => undefined)
  return answer && (await answer.json()).data.version
}

async function untilRunning(version) {
  for (let tries = 0; tries < 100 && (await runningVersion()) !== version; tries++) {
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  expect(await runningVersion()).toBe(version)
}

const freePort = () =>
  new Promise((resolve) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const { port } = probe.address()
      probe.close(() => resolve(port))
    })
  })

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'framelight-update-'))
  origin = join(folder, 'origin')
  site = join(folder, 'site')
  settings = { PORT: String(await freePort()), HOST: '127.0.0.1', DATA_DIR: join(folder, 'data'), BACKUP_DAILY: '' }
  mkdirSync(settings.DATA_DIR)
  writeFileSync(join(settings.DATA_DIR, 'framelight.db'), 'one')
  mkdirSync(origin)
  git(origin, 'init', '--quiet', '--initial-branch=main')
  cpSync(import.meta.dirname, join(origin, 'scripts'), { recursive: true })
  writeFileSync(join(origin, 'scripts', 'server-command.mjs'), serverCommand)
  writeFileSync(join(origin, 'restart.sh'), restart)
  writeFileSync(join(origin, 'package-lock.json'), JSON.stringify({ packages: {} }))
  writeFileSync(join(origin, '.gitignore'), 'node_modules\ndist\nseen-while-building\nserver.pid\nserver.log\n')
  publish('one', { atStart: "if (readFileSync(file, 'utf8') === 'broken') refuse()" })
  git(folder, 'clone', '--quiet', origin, site)
  run(process.execPath, 'scripts/build-app.mjs')
})
afterEach(() => {
  if (existsSync(join(site, 'server.pid'))) run('sh', '-c', 'kill $(cat server.pid)')
  rmSync(folder, { recursive: true })
})

test('an update builds beside the running version, takes a backup, swaps the code and restarts', async () => {
  start()
  await untilRunning('one')
  publish('two')
  const { status, text } = update(...restarting)

  expect([status, text]).toEqual([
    0,
    expect.stringMatching(/^Updating from \w+ to \w+\.\nbackup done\n\w+ is running\.\n$/),
  ])
  expect(read('seen-while-building')).toBe('one')
  expect([versions(), await runningVersion()]).toEqual([all('two'), 'two'])
  expect(readdirSync(join(site, 'dist')).sort()).toEqual(['server', 'web', 'web.inputs'])
  expect(readFileSync(join(settings.DATA_DIR, 'backups', 'database'), 'utf8')).toBe('one')
  expect(update().text).toMatch(/^\w+ is already the latest version\.\n$/)
})

describe("a version that doesn't start", () => {
  test('is replaced by the previous code and build', async () => {
    start()
    await untilRunning('one')
    publish('two', { atStart: 'refuse()' })
    const { status, text } = update(...restarting)

    expect([status, text]).toEqual([
      1,
      expect.stringMatching(/didn't start. Going back to .*The previous version is running again\.\n$/s),
    ])
    expect(text).not.toContain('restore done')
    expect([versions(), await runningVersion()]).toEqual([all('one'), 'one'])
    expect(readdirSync(join(site, 'dist')).sort()).toEqual(['server', 'web', 'web.inputs'])
  })

  test("has its migrations undone only if the previous version can't run with them", {
    timeout: 120_000,
  }, async () => {
    start()
    await untilRunning('one')
    publish('two', { atStart: 'migrate(); refuse()' })
    expect(update(...restarting).text).not.toContain('restore done')
    expect([await runningVersion(), database()]).toEqual(['one', 'two'])

    publish('broken', { atStart: 'migrate(); refuse()' })
    expect(update(...restarting)).toMatchObject({ status: 1, text: expect.stringContaining('restore done') })
    expect([versions(), await runningVersion(), database()]).toEqual([all('one'), 'one', 'two'])
  })
})

test('a failed restart command leaves the old process running with its code', async () => {
  start()
  await untilRunning('one')
  publish('two')
  expect(update('--restart', 'exit 3')).toMatchObject({ status: 1, text: expect.stringContaining('running again') })
  expect([versions(), await runningVersion()]).toEqual([all('one'), 'one'])
})

test('without --restart, the previous version is kept and can be restored', async () => {
  publish('two')
  expect(update()).toMatchObject({ status: 0, text: expect.stringContaining('Restart the server now') })
  expect(versions()).toBe(all('two'))
  expect(update('--back')).toMatchObject({ status: 0, text: expect.stringContaining('back in place') })
  expect(versions()).toBe(all('one'))
  expect(update('--back')).toMatchObject({ status: 1, text: expect.stringContaining("There's no previous version") })
})

describe('a backup', () => {
  test('that fails stops the update before any change, unless --no-backup skips it', () => {
    publish('two')
    settings.FAILING_BACKUP = 'yes'
    expect(update()).toMatchObject({ status: 1, text: expect.stringContaining('nothing was changed') })
    expect(versions()).toBe(all('one'))
    expect(update('--no-backup').status).toBe(0)
    expect(versions()).toBe(all('two'))
  })

  test('is written to the given folder, or to the one for daily backups', () => {
    publish('two')
    update('--backup', join(folder, 'here'))
    publish('three')
    settings.BACKUP_DAILY = join(folder, 'daily')
    update()
    expect([existsSync(join(folder, 'here', 'database')), existsSync(join(folder, 'daily', 'database'))]).toEqual([
      true,
      true,
    ])
    expect(existsSync(join(settings.DATA_DIR, 'backups'))).toBe(false)
  })

  test("that can't find the running server's database stops the update", async () => {
    start()
    await untilRunning('one')
    publish('two')
    rmSync(join(settings.DATA_DIR, 'framelight.db'))
    expect(update()).toMatchObject({ status: 1, text: expect.stringContaining("run this with the server's settings") })
    expect(versions()).toBe(all('one'))
  })
})

describe('the version to update to', () => {
  test('is the latest release, or the latest commit of the branch in --branch', () => {
    publish('two', { tag: 'v1.9.0' })
    publish('three', { tag: 'v1.10.0' })
    publish('four', { tag: 'v2.0.0-beta' })
    expect(update().text).toContain('v1.10.0 is in place')
    expect(versions()).toBe(all('three'))
    expect(update().text).toBe('v1.10.0 is already the latest version.\n')
    update('--branch', 'main')
    expect(versions()).toBe(all('four'))
    expect(update().text).toContain('is already the latest version')
  })

  test('can be an older release, but must exist', () => {
    publish('two', { tag: 'v1.0.0' })
    publish('three', { tag: 'v1.1.0' })
    update()
    expect(update('--to', '1.0.0').status).toBe(0)
    expect(versions()).toBe(all('two'))
    expect(update('--to', 'v9.9.9')).toMatchObject({ status: 1, text: expect.stringContaining('no release v9.9.9') })
    expect(update('--branch', 'none')).toMatchObject({ status: 1, text: expect.stringContaining('no branch none') })
  })
})

test('an update keeps a Node that was installed for the old code', () => {
  const bin = join(site, 'node_modules', 'node', 'bin')
  mkdirSync(bin, { recursive: true })
  writeFileSync(join(bin, 'node'), 'a binary')
  publish('two')
  update()
  expect(versions()).toBe(all('two'))
  expect(read('node_modules', 'node', 'bin', 'node')).toBe('a binary')
})

test('an update changes nothing if the build fails or there are local changes', () => {
  writeFileSync(join(site, 'package-lock.json'), '{ "packages": { } }')
  publish('two')
  expect(update()).toMatchObject({ status: 1, text: expect.stringContaining('There are uncommitted changes') })
  git(site, 'checkout', '--quiet', '.')
  publish('three', { code: 1 })
  expect(update()).toMatchObject({ status: 1, text: expect.stringContaining("couldn't be built") })
  writeFileSync(join(origin, 'notes'), 'theirs')
  publish('four')
  writeFileSync(join(site, 'notes'), 'mine')
  expect(update()).toMatchObject({ status: 1, text: expect.stringContaining('git says why') })
  expect([versions(), read('notes')]).toEqual([all('one'), 'mine'])
  git(site, 'commit', '--quiet', '--allow-empty', '-m', 'mine')
  expect(update()).toMatchObject({ status: 1, text: expect.stringContaining('local commits') })
})
