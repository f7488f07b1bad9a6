import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { setPriority } from 'node:os'
import { fileURLToPath } from 'node:url'
import { ImageRefused, needsTooMuchMemory } from './image-header.ts'
import type { AnswerTo, WorkerAnswer, WorkerRequest } from './worker-messages.ts'

/** A worker died while it processed an image, which may or may not be the cause. */
export class WorkerLost extends Error {
  override name = 'WorkerLost'
}

export type WorkerBounds = {
  /** The limit per image. It applies only if the worker got CPU time for half of it. Otherwise the machine is busy. */
  limitMs: number
  maxBytes: number
}

const workerFile = fileURLToPath(new URL('./image-worker.ts', import.meta.url))
const hasProc = existsSync('/proc/self/statm')
const checkEveryMs = 25
/** After this time, we kill a worker that hardly gets any CPU time, and the client can retry. */
const timeoutMs = 60_000
/** The kernel's unit of CPU time in /proc. */
const tickMs = 10
const keptOutput = 2000
/** At 10, the server waited for the workers' threads a fifth of the time. At 19, a busy server would starve them. */
const niceness = 15

/** Pixels are outside V8's heap (docs/decisions/0016), so a worker needs little heap. */
const flags = [
  '--external-memory-accounted-in-global-limit',
  '--max-old-space-size=256',
  '--disable-warning=ExperimentalWarning',
]

/** Workers decode untrusted files, so they get only the variables that a process needs to run, and no secrets. */
const passedOn = ['PATH', 'LD_LIBRARY_PATH', 'TMPDIR', 'TEMP', 'TMP', 'SystemRoot', 'NODE_COMPILE_CACHE', 'NODE_ENV']

function startProcess(maxBytes: number): ChildProcess {
  const env = Object.fromEntries(passedOn.flatMap((name) => (process.env[name] ? [[name, process.env[name]]] : [])))
  return fork(workerFile, hasProc ? [] : [String(maxBytes)], {
    execArgv: flags,
    serialization: 'advanced',
    // libheif writes to the console when it finds damage.
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    // One image at a time needs only a few threads and memory arenas.
    env: { ...env, UV_THREADPOOL_SIZE: '4', MALLOC_ARENA_MAX: '2' },
  })
}

export type ImageWorker = ReturnType<typeof startWorker>

/** Handles one image at a time. If the process dies, `run` rejects with WorkerLost unless the image was rejected. */
export function startWorker({ limitMs, maxBytes }: WorkerBounds) {
  const child = startProcess(maxBytes)
  const ended = once(child, 'exit').catch(() => {})
  let output = ''
  let count = 0
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    output = (output + text).slice(-keptOutput)
  })
  // Sending fails if the process has just ended, which the exit event handles.
  child.on('error', () => {})
  lowerPriority(child.pid)

  const memory = () => (child.pid && hasProc ? residentBytes(child.pid, 'VmRSS') : 0)
  /** Reads the peak, because polling every few milliseconds could miss a short spike and make the result random. */
  const outgrewItsBound = () => child.pid !== undefined && hasProc && residentBytes(child.pid, 'VmHWM') > maxBytes
  const isAlive = () => child.connected && child.exitCode === null && child.signalCode === null

  function run<R extends WorkerRequest>(request: R): Promise<AnswerTo<R>> {
    count++
    const { promise, resolve, reject } = Promise.withResolvers<AnswerTo<R>>()
    /** Set if we killed the worker because of its image. */
    let fault: ImageRefused | undefined
    const startedAt = performance.now()
    const workedBefore = processorMs(child.pid)
    const elapsedMs = () => performance.now() - startedAt
    const workMs = () => (hasProc ? processorMs(child.pid) - workedBefore : elapsedMs())
    const kill = (reason: string) => {
      fault ??= new ImageRefused(reason, { workMs: workMs() })
      child.kill('SIGKILL')
    }
    const watch = setInterval(() => {
      if (outgrewItsBound()) kill(needsTooMuchMemory)
      else if (elapsedMs() > limitMs && workMs() > limitMs / 2) kill('it takes too long to decode')
      else if (elapsedMs() > timeoutMs) child.kill('SIGKILL')
    }, checkEveryMs)
    const onEnd = (code: number | null, signal: string | null) =>
      reject(fault ?? new WorkerLost(`A picture's worker ended (${signal ?? code}): ${output}`))
    const onAnswer = (answer: WorkerAnswer) => {
      if (outgrewItsBound()) return kill(needsTooMuchMemory)
      if ('value' in answer) resolve(answer.value as AnswerTo<R>)
      else reject(errorOf(answer))
    }
    child.once('exit', onEnd)
    child.once('message', onAnswer)
    if (isAlive()) child.send(request)
    else onEnd(child.exitCode, child.signalCode)
    return promise.finally(() => {
      clearInterval(watch)
      child.off('exit', onEnd)
      child.off('message', onAnswer)
    })
  }

  return {
    run,
    memory,
    isAlive,
    get count() {
      return count
    },
    async end() {
      child.kill('SIGKILL')
      await ended
    },
  }
}

function errorOf(answer: Exclude<WorkerAnswer, { value: unknown }>): Error {
  if ('refusal' in answer) return new ImageRefused(answer.refusal, answer)
  const { name, message, stack, code } = answer.failure
  return Object.assign(new Error(message), { name, stack, ...(code !== undefined && { code }) })
}

/** Requests have priority over uploads. If memory runs out, the kernel should kill a worker before the server. */
function lowerPriority(pid: number | undefined) {
  if (pid === undefined) return
  try {
    setPriority(pid, niceness)
    if (hasProc) writeFileSync(`/proc/${pid}/oom_score_adj`, '500')
  } catch {
    // The system doesn't permit this, or the process has already ended.
  }
}

function processorMs(pid: number | undefined): number {
  try {
    const [, rest = ''] = readFileSync(`/proc/${pid}/stat`, 'latin1').split(') ')
    const [user, system] = rest.split(' ').slice(11)
    return (Number(user) + Number(system)) * tickMs
  } catch {
    return 0
  }
}

function residentBytes(pid: number, field: 'VmRSS' | 'VmHWM'): number {
  try {
    const [, resident = '0'] = readFileSync(`/proc/${pid}/status`, 'latin1').split(`${field}:`)
    return Number.parseInt(resident, 10) * 1024
  } catch {
    return 0
  }
}
