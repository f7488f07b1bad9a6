import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { Agent, type IncomingMessage, request } from 'node:http'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Scope } from '#test/support/scope.ts'

type Call = {
  token?: string
  body?: unknown
  form?: { payload: Buffer; headers: object }
  from?: string
  headers?: Record<string, string>
}

export type Product = Awaited<ReturnType<typeof startProduct>>

const mainFile = join(import.meta.dirname, '..', '..', 'src', 'server', 'main.ts')
/** Long enough for the migrations of a large database. */
const startLimitMs = 180_000

/**
 * Starts the product in production mode and resolves when it's ready. The product uses SQLite and disk unless `more`
 * has other settings.
 */
export async function startProduct(dataDir: string, more: Record<string, string> = {}, scope?: Scope) {
  const port = await freePort()
  const startedAt = performance.now()
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', mainFile], {
    stdio: ['ignore', 'inherit', 'inherit'],
    env: {
      PATH: process.env.PATH,
      // Use the same compile cache as `npm start`.
      NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
      NODE_ENV: 'production',
      LOG_LEVEL: 'warn',
      HOST: '127.0.0.1',
      PORT: String(port),
      DATA_DIR: dataDir,
      DEFAULT_PLAN: 'gold',
      PAYMENTS: 'off',
      TRUST_PROXY: 'true',
      ...more,
    },
  })
  const ended = once(child, 'exit')
  scope?.deferToExit(() => child.kill('SIGKILL'))
  scope?.defer(stop)

  const agent = new Agent({ keepAlive: true })
  async function stop() {
    agent.destroy()
    child.kill('SIGTERM')
    await ended
  }
  /** Uses Node's HTTP client, because uploads with `fetch` need a large part of a core. */
  async function call(method: string, path: string, { token, body, form, from, headers: more }: Call = {}) {
    const payload = form?.payload ?? (body === undefined ? undefined : JSON.stringify(body))
    const headers = {
      ...more,
      ...form?.headers,
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...(payload && { 'content-length': Buffer.byteLength(payload) }),
      ...(token && { authorization: `Bearer ${token}` }),
      ...(from && { 'x-forwarded-for': from }),
    }
    const sent = request({ agent, host: '127.0.0.1', port, method, path, headers }).end(payload)
    const [response] = (await once(sent, 'response')) as [IncomingMessage]
    return { status: response.statusCode ?? 0, text: await text(response) }
  }

  async function data(method: string, path: string, options?: Call) {
    const answer = await call(method, path, options)
    if (answer.status > 201) throw new Error(`${method} ${path} returned ${answer.status}: ${answer.text}`)
    return JSON.parse(answer.text)
  }

  const answers = () =>
    call('GET', '/api/health').then(
      ({ status }) => status === 200,
      () => false,
    )
  while (!(await answers())) {
    if (child.exitCode !== null || performance.now() - startedAt > startLimitMs) {
      child.kill('SIGKILL')
      throw new Error("The product didn't start")
    }
    await sleep(5)
  }

  return {
    port,
    startMs: performance.now() - startedAt,
    call,
    data,
    cpuMs: () => processorTimeMs(child.pid as number),
    memory: () => residentMegabytes(child.pid as number),
    /** Includes the image workers if the process tree is readable. */
    memoryOfAll: () => processTree(child.pid as number).reduce((sum, pid) => sum + residentMegabytes(pid), 0),
    stop,
  }
}

async function freePort() {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  await once(server, 'close')
  return typeof address === 'object' ? (address?.port ?? 0) : 0
}

function processTree(pid: number): number[] {
  const file = `/proc/${pid}/task/${pid}/children`
  const children = existsSync(file) ? readFileSync(file, 'latin1').split(' ').filter(Boolean).map(Number) : []
  return [pid, ...children.flatMap(processTree)]
}

const ticksPerSecond = 100

/** Only Linux has this file. The name in it can contain spaces. */
function processorTimeMs(pid: number) {
  const file = `/proc/${pid}/stat`
  if (!existsSync(file)) return Number.NaN
  const fields = readFileSync(file, 'latin1')
    .replace(/^.*\) /s, '')
    .split(' ')
  return ((Number(fields[11]) + Number(fields[12])) * 1000) / ticksPerSecond
}

function residentMegabytes(pid: number) {
  const status = `/proc/${pid}/status`
  const kilobytes = existsSync(status)
    ? /VmRSS:\s+(\d+)/.exec(readFileSync(status, 'utf8'))?.[1]
    : execFileSync('ps', ['-o', 'rss=', '-p', String(pid)], { encoding: 'utf8' })
  return Number(kilobytes) / 1024
}
