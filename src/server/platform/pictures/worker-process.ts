import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { constants, setPriority } from 'node:os'
import { fileURLToPath } from 'node:url'
import { needsTooMuchMemory, PictureRefused } from './image-header.ts'
import type { AnswerTo, WorkerAnswer, WorkerRequest } from './worker-messages.ts'

/** A worker ended in the middle of a picture, by nobody's fault that we know of. */
export class WorkerLost extends Error {
  override name = 'WorkerLost'
}

export type WorkerBounds = {
  /** For one picture, if the worker was at work for half of it: where others have the processor, the picture is not to blame. */
  limitMs: number
  /** Resident memory; a worker that takes more is killed. */
  maxBytes: number
}

const workerFile = fileURLToPath(new URL('./picture-worker.ts', import.meta.url))
const hasProc = existsSync('/proc/self/statm')
const checkEveryMs = 25
/** A worker that hardly comes to work for so long is given up, and the picture may be sent again. */
const patienceMs = 60_000
/** What the system counts the processor's time in, for those who read it. */
const tickMs = 10
const keptOutput = 2000

/** Pixels lie outside V8's heap; see record 0016. A picture's worker needs little of the heap itself. */
const flags = [
  '--external-memory-accounted-in-global-limit',
  '--max-old-space-size=256',
  '--disable-warning=ExperimentalWarning',
]

/** What a process needs to run at all. It decodes what strangers send, so it knows no secrets. */
const passedOn = ['PATH', 'LD_LIBRARY_PATH', 'TMPDIR', 'TEMP', 'TMP', 'SystemRoot', 'NODE_COMPILE_CACHE', 'NODE_ENV']

function startProcess(maxBytes: number): ChildProcess {
  const env = Object.fromEntries(passedOn.flatMap((name) => (process.env[name] ? [[name, process.env[name]]] : [])))
  return fork(workerFile, hasProc ? [] : [String(maxBytes)], {
    execArgv: flags,
    serialization: 'advanced',
    // libheif talks to the console when it meets damage.
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    // One picture at a time needs few threads, and each would keep memory of its own.
    env: { ...env, UV_THREADPOOL_SIZE: '4', MALLOC_ARENA_MAX: '2' },
  })
}

export type PictureWorker = ReturnType<typeof startWorker>

/** A process for one picture at a time. It can end at any moment; `run` rejects with WorkerLost then. */
export function startWorker({ limitMs, maxBytes }: WorkerBounds) {
  const child = startProcess(maxBytes)
  const ended = once(child, 'exit').catch(() => {})
  let output = ''
  let count = 0
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    output = (output + text).slice(-keptOutput)
  })
  // A message to a process that has just ended; its end is what counts.
  child.on('error', () => {})
  lowerPriority(child.pid)

  /** Resident bytes, where they can be told from outside. */
  const memory = () => (child.pid && hasProc ? residentBytes(child.pid, 'VmRSS') : 0)
  /** The most that it ever had: looking every few milliseconds would miss a short peak, and answer by chance. */
  const outgrewItsBound = () => child.pid !== undefined && hasProc && residentBytes(child.pid, 'VmHWM') > maxBytes
  const isAlive = () => child.connected && child.exitCode === null && child.signalCode === null

  function run<R extends WorkerRequest>(request: R): Promise<AnswerTo<R>> {
    count++
    const { promise, resolve, reject } = Promise.withResolvers<AnswerTo<R>>()
    /** Why we have killed it: the picture is to blame then. */
    let fault: PictureRefused | undefined
    const startedAt = performance.now()
    const workedBefore = processorMs(child.pid)
    const elapsedMs = () => performance.now() - startedAt
    const workMs = () => (hasProc ? processorMs(child.pid) - workedBefore : elapsedMs())
    const kill = (reason: string) => {
      fault ??= new PictureRefused(reason, { workMs: workMs() })
      child.kill('SIGKILL')
    }
    const watch = setInterval(() => {
      if (outgrewItsBound()) kill(needsTooMuchMemory)
      else if (elapsedMs() > limitMs && workMs() > limitMs / 2) kill('it takes too long to decode')
      else if (elapsedMs() > patienceMs) child.kill('SIGKILL')
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
    /** It does not keep the parent from ending while it has nothing to do. */
    async end() {
      child.kill('SIGKILL')
      await ended
    },
  }
}

function errorOf(answer: Exclude<WorkerAnswer, { value: unknown }>): Error {
  if ('refusal' in answer) return new PictureRefused(answer.refusal, answer)
  const { name, message, stack, code } = answer.failure
  return Object.assign(new Error(message), { name, stack, ...(code !== undefined && { code }) })
}

/** Who reads goes before who uploads; and where the system runs out of memory, a worker goes before the server. */
function lowerPriority(pid: number | undefined) {
  if (pid === undefined) return
  try {
    setPriority(pid, constants.priority.PRIORITY_BELOW_NORMAL)
    if (hasProc) writeFileSync(`/proc/${pid}/oom_score_adj`, '500')
  } catch {
    // Not allowed here, or it has ended already.
  }
}

/** How long it was at work in all, on every thread; 0 where the system does not say it. */
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
