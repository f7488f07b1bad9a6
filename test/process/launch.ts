import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { compiled } from '#test/support/product.ts'
import type { Scope } from '#test/support/scope.ts'
import { until } from '#test/support/until.ts'

type Settings = Record<string, string>

const root = join(import.meta.dirname, '..', '..')
const startTimeoutMs = 30_000

export function launch(scope: Scope, settings: Settings, prefix: string[] = []) {
  const command = [...prefix, process.execPath, '--disable-warning=ExperimentalWarning', 'src/server/main.ts']
  const child: ChildProcess = spawn(command[0] as string, command.slice(1), {
    cwd: root,
    env: {
      PATH: process.env.PATH,
      NODE_COMPILE_CACHE: compiled,
      NODE_ENV: 'production',
      HOST: '127.0.0.1',
      ...settings,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const said = { output: '', errors: '' }
  child.stdout?.setEncoding('utf8').on('data', (text: string) => {
    said.output += text
  })
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    said.errors += text
  })
  const ended = once(child, 'close').then(([code, signal]) => ({ code, signal, ...said }))
  scope.deferToExit(() => child.kill('SIGKILL'))
  scope.defer(async () => {
    child.kill('SIGKILL')
    await ended
  })
  return {
    ended,
    signal: (name: NodeJS.Signals) => child.kill(name),
    /** Closes the log pipe, as if its reader had exited. */
    stopListening() {
      child.stdout?.destroy()
      child.stderr?.destroy()
    },
    async untilSaid(text: string) {
      if (!(await until(() => said.output.includes(text), { timeoutMs: startTimeoutMs }))) {
        throw new Error(`Didn't print it: ${said.output}${said.errors}`)
      }
    },
    async untilReady() {
      const isReady = await until(() => said.output.includes('is ready') || child.exitCode !== null, {
        timeoutMs: startTimeoutMs,
      })
      if (!isReady || child.exitCode !== null) throw new Error(`Not ready: ${said.output}${said.errors}`)
    },
  }
}

export async function findFreePort() {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const address = probe.address()
  probe.close()
  await once(probe, 'close')
  if (address === null || typeof address === 'string') throw new Error('Not a port')
  return address.port
}
