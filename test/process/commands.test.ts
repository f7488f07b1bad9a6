import { execFile } from 'node:child_process'
import { cp, readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { compiled } from '#test/support/product.ts'
import { inScope, type Scope } from '#test/support/scope.ts'

const root = join(import.meta.dirname, '..', '..')
const scripts: Record<string, string> = JSON.parse(await readFile(join(root, 'package.json'), 'utf8')).scripts
const names = Object.keys(scripts)
/** These commands parse their arguments in TypeScript, which needs installed packages. */
const readLater = ['admin', 'backup', 'check', 'move', 'prove', 'restore']

type Ended = { name: string; status: number; stdout: string; stderr: string }

function run(name: string, args: string[], { cwd = root, settings = {} as Record<string, string> } = {}) {
  const env = { PATH: process.env.PATH, NODE_COMPILE_CACHE: compiled, ...settings }
  return new Promise<Ended>((resolve) => {
    const child = execFile('sh', ['-c', `${scripts[name]} "$@"`, 'sh', ...args], { cwd, env }, (_, stdout, stderr) =>
      resolve({ name, status: child.exitCode ?? -1, stdout, stderr }),
    )
  })
}

const runAll = (wanted: string[], args: string[], cwd?: string) =>
  Promise.all(wanted.map((name) => run(name, args, { ...(cwd && { cwd }) })))

/** Copies the files that commands need, but no packages, to see if a command starts installing them. */
async function aFreshClone(scope: Scope) {
  const folder = await scope.folder('clone')
  const sources = ['cli', 'scripts', 'demo', 'src/shared', 'src/server', 'proofs/prove']
  for (const part of ['package.json', 'package-lock.json', ...sources])
    await cp(join(root, part), join(folder, part), { recursive: true })
  const list = async () => (await readdir(folder, { recursive: true })).sort()
  return { folder, list }
}

/** The client is a program of its own, which also runs without npm. */
const usageOf = (name: string) =>
  name === 'cli'
    ? expect.stringMatching(/^(Unknown option [^\n]*\n)?Usage: framelight /)
    : expect.stringMatching(new RegExp(`^Usage: npm (run )?${name}( -- |\\n)|\\nUsage: npm (run )?${name}( -- |\\n)`))

test("--help prints the usage and doesn't install or build anything", () =>
  inScope(async (scope) => {
    const { folder, list } = await aFreshClone(scope)
    const before = await list()
    const ended = await runAll(names, ['--help'], folder)

    expect(ended).toEqual(names.map((name) => ({ name, status: 0, stdout: usageOf(name), stderr: '' })))
    expect(await list()).toEqual(before)
  }))

test.each(['--nonsense', '-x'])('the unknown option %s exits with code 2 before anything is installed', (argument) =>
  inScope(async (scope) => {
    const { folder, list } = await aFreshClone(scope)
    const before = await list()
    const wanted = names.filter((name) => !readLater.includes(name))
    const ended = await runAll(wanted, [argument], folder)

    expect(ended).toEqual(wanted.map((name) => ({ name, status: 2, stdout: '', stderr: usageOf(name) })))
    for (const { stderr } of ended) expect(stderr).toMatch(/^Unknown option '[^'\n]+'\.\n/)
    expect(await list()).toEqual(before)
  }),
)

test('an unexpected argument is rejected with exit code 2', async () => {
  const wanted = names.filter((name) => !['backup', 'restore', 'email-preview'].includes(name))
  const ended = await runAll(wanted, ['no-such-thing'])

  expect(ended.map(({ name, status, stdout }) => ({ name, status, stdout }))).toEqual(
    wanted.map((name) => ({ name, status: 2, stdout: '' })),
  )
  for (const { stderr } of ended) expect(stderr).toMatch(/^[^\n]*no-such-thing[^\n]*\.\n/)
})

test('server commands print their own usage for --help and for an unknown option', async () => {
  const wanted = readLater.filter((name) => name !== 'prove')

  const helped = await runAll(wanted, ['--help'])
  expect(helped).toEqual(wanted.map((name) => ({ name, status: 0, stdout: usageOf(name), stderr: '' })))

  const refused = await runAll(wanted, ['--nonsense'])
  expect(refused).toEqual(wanted.map((name) => ({ name, status: 2, stdout: '', stderr: usageOf(name) })))
  for (const { stderr } of refused) expect(stderr).toMatch(/^Unknown option '--nonsense'\.\n/)
})

test('an unknown part of the proof is rejected', async () => {
  const { status, stdout, stderr } = await run('prove', ['--only', 'nonsense'])
  expect({ status, stdout, stderr }).toEqual({
    status: 2,
    stdout: '',
    stderr: expect.stringMatching(/^Unknown part .*\.\n$/),
  })
})

test('an unreachable database is reported without its password', async () => {
  const settings = { DATABASE_URL: 'postgres://ann:very-secret@127.0.0.1:1/photos', APP_SECRET: '0123456789abcdef' }
  const stderr = "Can't open the database (ECONNREFUSED): check its URL.\n"

  for (const [name, ...args] of [['check'], ['admin', 'users'], ['backup', '/nowhere']] as const) {
    expect(await run(name, args, { settings })).toEqual({ name, status: 1, stdout: '', stderr })
  }
})

test('a command warns about a likely typo in a setting', async () => {
  const settings = { DATA_DIR: '/nowhere', REGISTRAION: 'closed' }
  const { status, stdout, stderr } = await run('admin', ['users', '--json'], { settings })
  expect([status, JSON.parse(stdout)]).toEqual([1, { error: "There's no database in /nowhere: check DATA_DIR." }])
  expect(stderr).toBe("REGISTRAION isn't a setting: did you mean REGISTRATION?\n")
})
