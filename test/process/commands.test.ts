import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { compiled } from '#test/faults/product.ts'

const root = join(import.meta.dirname, '..', '..')
const commands = ['backup', 'restore', 'check', 'move', 'admin']

type Ended = { command: string; status: number; stdout: string; stderr: string }

/** A command of the operator's, as `npm run` starts it. */
function run(command: string, args: string[], settings: Record<string, string> = {}) {
  const flags = ['--disable-warning=ExperimentalWarning', `src/server/${command}.ts`]
  const env = { PATH: process.env.PATH, NODE_COMPILE_CACHE: compiled, ...settings }
  return new Promise<Ended>((resolve) => {
    const child = execFile(process.execPath, [...flags, ...args], { cwd: root, env }, (_, stdout, stderr) =>
      resolve({ command, status: child.exitCode ?? -1, stdout, stderr }),
    )
  })
}

const usageOf = (command: string) => expect.stringContaining(`Usage: npm run ${command} -- `)

test('each command says how it is used', async () => {
  const ended = await Promise.all(commands.map((command) => run(command, ['--help'])))

  expect(ended).toEqual(commands.map((command) => ({ command, status: 0, stdout: usageOf(command), stderr: '' })))
})

test('a command that is not understood says how it is used, and exits with 2', async () => {
  const ended = await Promise.all(commands.map((command) => run(command, ['--no-such-option'])))

  expect(ended).toEqual(commands.map((command) => ({ command, status: 2, stdout: '', stderr: usageOf(command) })))
})

test('a database that does not answer is said in a sentence, without its password', async () => {
  const settings = { DATABASE_URL: 'postgres://ann:very-secret@127.0.0.1:1/photos', APP_SECRET: '0123456789abcdef' }
  const stderr = 'The database cannot be used (ECONNREFUSED): check its address.\n'

  for (const [command, ...args] of [['check'], ['admin', 'users'], ['backup', '/nowhere']] as const) {
    expect(await run(command, args, settings)).toEqual({ command, status: 1, stdout: '', stderr })
  }
})
