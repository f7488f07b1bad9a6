import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'

// A repository with these scripts and a build of a moment: what is updated is looked at, not what is built.
let folder
let origin
let site

const git = (cwd, ...args) => {
  const { status, stderr } = spawnSync('git', ['-c', 'user.name=A', '-c', 'user.email=a@example.com', ...args], {
    cwd,
    encoding: 'utf8',
  })
  if (status !== 0) throw new Error(stderr)
}

/** Makes what a build makes, and writes down what the site has meanwhile. */
const buildOf = (version, code = 0) => `
  import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
  const running = '../../dist/web/version'
  if (existsSync(running)) writeFileSync('../../seen-while-building', readFileSync(running))
  for (const folder of ['node_modules', 'dist/web', 'dist/server']) {
    mkdirSync(folder, { recursive: true })
    writeFileSync(folder + '/version', '${version}')
  }
  writeFileSync('dist/web.inputs', '${version}')
  process.exit(${code})`

function publish(version, code) {
  writeFileSync(join(origin, 'scripts', 'build-app.mjs'), buildOf(version, code))
  git(origin, 'add', '.')
  git(origin, 'commit', '--quiet', '-m', version)
}

function update(...args) {
  const { status, stdout, stderr } = spawnSync(process.execPath, ['scripts/update.mjs', ...args], {
    cwd: site,
    encoding: 'utf8',
  })
  return { status, text: stdout + stderr }
}

const read = (...path) => readFileSync(join(site, ...path), 'utf8')
const versions = () => [
  read('node_modules', 'version'),
  read('dist', 'web', 'version'),
  read('dist', 'server', 'version'),
  read('dist', 'web.inputs'),
  read('scripts', 'build-app.mjs').includes("'two'") ? 'two' : 'one',
]
const all = (version) => Array.from({ length: 5 }, () => version)

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'framelight-update-'))
  origin = join(folder, 'origin')
  site = join(folder, 'site')
  mkdirSync(origin)
  git(origin, 'init', '--quiet')
  cpSync(import.meta.dirname, join(origin, 'scripts'), { recursive: true })
  writeFileSync(join(origin, 'package-lock.json'), JSON.stringify({ packages: {} }))
  writeFileSync(join(origin, '.gitignore'), 'node_modules\ndist\nseen-while-building\nrestarted\n')
  publish('one')
  git(folder, 'clone', '--quiet', origin, site)
  spawnSync(process.execPath, ['scripts/build-app.mjs'], { cwd: site })
})
afterEach(() => rmSync(folder, { recursive: true }))

test('what is new is built beside what runs, put in place, and then the server is started again', () => {
  expect(versions()).toEqual(all('one'))
  publish('two')
  const { status, text } = update('--restart', 'cat node_modules/version dist/web/version > restarted')
  expect([status, text]).toEqual([0, ''])
  expect(read('seen-while-building')).toBe('one')
  expect(read('restarted')).toBe('twotwo')
  expect(versions()).toEqual(all('two'))
  expect(readdirSync(join(site, 'dist')).sort()).toEqual(['server', 'web', 'web.inputs'])
  expect(update()).toEqual({ status: 0, text: 'This is the newest already.\n' })
})

test('a Node that was fetched for the old code is there for the new', () => {
  const bin = join(site, 'node_modules', 'node', 'bin')
  mkdirSync(bin, { recursive: true })
  writeFileSync(join(bin, 'node'), 'a binary')
  publish('two')
  update()
  expect(versions()).toEqual(all('two'))
  expect(read('node_modules', 'node', 'bin', 'node')).toBe('a binary')
})

test('without a command to restart it says that this is to be done; with one that fails it fails', () => {
  publish('two')
  expect(update('--restart', 'exit 3').status).toBe(3)
  expect(versions()).toEqual(all('two'))
  publish('three')
  expect(update().text).toContain('restart the server now')
})

test('what cannot be built, or was changed here, leaves everything as it was', () => {
  writeFileSync(join(site, 'package-lock.json'), '{ "packages": { } }')
  publish('two')
  expect(update()).toMatchObject({ status: 1, text: expect.stringContaining('Files of the code were changed here') })
  git(site, 'checkout', '--quiet', '.')
  publish('three', 1)
  expect(update()).toMatchObject({ status: 1, text: expect.stringContaining('could not be built') })
  expect(versions()).toEqual(all('one'))
  expect(existsSync(join(site, 'restarted'))).toBe(false)
})
