import { readFileSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'

const read = (path: string) => {
  try {
    return readFileSync(path, 'latin1')
  } catch {
    return ''
  }
}

/** The process and everything it has started; only Linux tells. */
function processTree(pid: number): number[] {
  const children = read(`/proc/${pid}/task/${pid}/children`).split(' ').filter(Boolean).map(Number)
  return [pid, ...children.flatMap(processTree)]
}

/** In megabytes, together; what several of them share counts once. */
function memoryOf(pids: number[]): number {
  const kilobytes = pids.map((pid) => Number(/^Pss:\s+(\d+)/m.exec(read(`/proc/${pid}/smaps_rollup`))?.[1] ?? 0))
  return kilobytes.reduce((sum, each) => sum + each, 0) / 1024
}

export const pictureWorkers = (pid: number) =>
  processTree(pid).filter((each) => read(`/proc/${each}/cmdline`).includes('picture-worker'))

/** Hundredths of a second that a process has had of the processor: the 14th and 15th field, counted behind its name. */
export const workOf = (pid: number) => {
  const fields = read(`/proc/${pid}/stat`).split(') ').at(-1)?.split(' ') ?? []
  return Number(fields[11] ?? 0) + Number(fields[12] ?? 0)
}

/** The picture worker that works most: one that waits for a picture, or has not begun, would lose none. */
export async function findBusyPictureWorker(pid: number): Promise<number | undefined> {
  const before = pictureWorkers(pid).map((worker) => ({ worker, work: workOf(worker) }))
  await delay(200)
  const [most] = before
    .map(({ worker, work }) => ({ worker, worked: workOf(worker) - work }))
    .sort((one, other) => other.worked - one.worked)
  return most && most.worked > 0 ? most.worker : undefined
}

/** With everything it has started, in megabytes. */
export const memoryOfProduct = (pid: number) => memoryOf(processTree(pid))

/** The most memory that the product takes while the work goes on, beyond what it had before. */
export async function growthDuring(pid: number, work: () => Promise<unknown>): Promise<number> {
  const before = memoryOfProduct(pid)
  let most = before
  const timer = setInterval(() => {
    most = Math.max(most, memoryOfProduct(pid))
  }, 50)
  try {
    await work()
  } finally {
    clearInterval(timer)
  }
  return Math.round(most - before)
}
