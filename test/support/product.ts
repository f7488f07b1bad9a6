import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type { S3Options } from '#server/platform/storage/storage.ts'
import { createClient } from './client.ts'
import type { Scope } from './scope.ts'

type Settings = Record<string, string>
type Options = { dataDir?: string; settings?: Settings }

export const root = join(import.meta.dirname, '..', '..')
/** Sharing the compile cache makes starts a third faster. */
export const compiled = join(root, 'node_modules', '.cache', 'compiled')
const startTimeoutMs = 180_000
const keptLines = 15

export async function createProduct(scope: Scope, { dataDir, settings = {} }: Options = {}) {
  const folder = dataDir ?? (await scope.folder('faults'))
  const port = await findPort()
  const url = `http://127.0.0.1:${port}`
  const client = createClient(url)
  const lines: string[] = []
  const crashes: string[] = []
  let child: ChildProcess | undefined
  let isEndWanted = false

  function launch(prefix: string[], tree: string) {
    const command = [...prefix, process.execPath, '--disable-warning=ExperimentalWarning', 'src/server/main.ts']
    const launched = spawn(command[0] as string, command.slice(1), {
      cwd: tree,
      env: {
        PATH: process.env.PATH,
        NODE_ENV: 'production',
        NODE_COMPILE_CACHE: compiled,
        HOST: '127.0.0.1',
        PORT: String(port),
        DATA_DIR: folder,
        LOG_LEVEL: 'warn',
        ...settings,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    for (const stream of [launched.stdout, launched.stderr]) {
      stream.setEncoding('utf8').on('data', (text: string) => {
        lines.push(...text.trim().split('\n'))
        lines.splice(0, lines.length - keptLines)
      })
    }
    launched.on('exit', (code, signal) => {
      if (!isEndWanted) crashes.push(`the server exited unexpectedly (${signal ?? code}): ${lines.join('\n')}`)
    })
    return launched
  }

  async function end(signal: NodeJS.Signals) {
    const ending = child
    child = undefined
    if (!ending || ending.exitCode !== null || ending.signalCode !== null) return
    isEndWanted = true
    const gone = once(ending, 'exit')
    ending.kill(signal)
    await gone
  }

  /**
   * Returns the startup time in ms. `prefix` is a command to run the server under, such as one that limits file sizes.
   * `tree` is the folder of another version.
   */
  async function start(prefix: string[] = [], tree = root) {
    const startedAt = performance.now()
    isEndWanted = false
    child = launch(prefix, tree)
    for (;;) {
      const answer = await client.get('/api/health').catch((error: Error) => error)
      if (!(answer instanceof Error) && answer.status === 200) return performance.now() - startedAt
      const { exitCode, signalCode } = child
      if (exitCode !== null || signalCode !== null)
        throw new Error(`The server didn't start (${signalCode ?? exitCode}): ${lines.join('\n')}`)
      if (performance.now() - startedAt > startTimeoutMs) {
        const last = answer instanceof Error ? answer.message : `${answer.status} ${answer.bytes}`
        throw new Error(`The server isn't healthy: ${last}: ${lines.join('\n')}`)
      }
      await delay(10)
    }
  }

  scope.deferToExit(() => child?.kill('SIGKILL'))
  scope.defer(() => end('SIGKILL'))
  await start()
  return {
    client,
    dataDir: folder,
    pid: () => child?.pid ?? 0,
    /** The output of unexpected exits. */
    crashes,
    lastLines: () => lines.join('\n'),
    start,
    kill: () => end('SIGKILL'),
    stop: () => end('SIGTERM'),
  }
}

/** Picks a port below the ephemeral range, so the system doesn't reuse it while the server is down. */
export async function findPort(): Promise<number> {
  const port = 20_000 + Math.floor(Math.random() * 12_000)
  const probe = createServer()
  const isFree = await new Promise<boolean>((resolve) => {
    probe.once('error', () => resolve(false)).listen(port, '127.0.0.1', () => resolve(true))
  })
  if (!isFree) return findPort()
  probe.close()
  await once(probe, 'close')
  return port
}

export const s3Settings = ({ bucket, region, endpoint }: S3Options): Settings => ({
  STORAGE_URL: `s3://${bucket}?endpoint=${endpoint}&region=${region}&forcePathStyle=true`,
  AWS_ACCESS_KEY_ID: 'S3RVER',
  AWS_SECRET_ACCESS_KEY: 'S3RVER',
})
