import { readFileSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'

const read = (path: string) => {
  try {
    return readFileSync(path, 'latin1')
  } catch {
    return ''
  }
}

/** Returns the process and its descendants. Only works on Linux. */
function processTree(pid: number): number[] {
  const children = read(`/proc/${pid}/task/${pid}/children`).split(' ').filter(Boolean).map(Number)
  return [pid, ...children.flatMap(processTree)]
}

/** Sums a figure from /proc over the process and its descendants, in MB. */
function sumOverTree(pid: number, file: string, line: RegExp): number {
  const kilobytes = processTree(pid).map((each) => Number(line.exec(read(`/proc/${each}/${file}`))?.[1] ?? 0))
  return kilobytes.reduce((sum, each) => sum + each, 0) / 1024
}

export const pictureWorkers = (pid: number) =>
  processTree(pid).filter((each) => read(`/proc/${each}/cmdline`).includes('image-worker'))

/** Returns the CPU time in hundredths of a second. The name before the fields can contain spaces. */
export const workOf = (pid: number) => {
  const fields = read(`/proc/${pid}/stat`).split(') ').at(-1)?.split(' ') ?? []
  return Number(fields[11] ?? 0) + Number(fields[12] ?? 0)
}

/** Finds the busiest image worker, because killing an idle one wouldn't interrupt an upload. */
export async function findBusyPictureWorker(pid: number): Promise<number | undefined> {
  const before = pictureWorkers(pid).map((worker) => ({ worker, work: workOf(worker) }))
  await delay(200)
  const [most] = before
    .map(({ worker, work }) => ({ worker, worked: workOf(worker) - work }))
    .sort((one, other) => other.worked - one.worked)
  return most && most.worked > 0 ? most.worker : undefined
}

/** Returns the memory of the process and its descendants in MB, with shared memory counted once. */
export const memoryOfProduct = (pid: number) => sumOverTree(pid, 'smaps_rollup', /^Pss:\s+(\d+)/m)

/** Cheap enough to read often. Reading `smaps_rollup` delays this process and the product for milliseconds. */
const heapOfProduct = (pid: number) => sumOverTree(pid, 'status', /^RssAnon:\s+(\d+)/m)

export async function growthDuring(pid: number, work: () => Promise<unknown>): Promise<number> {
  const before = heapOfProduct(pid)
  let most = before
  const timer = setInterval(() => {
    most = Math.max(most, heapOfProduct(pid))
  }, 50)
  try {
    await work()
  } finally {
    clearInterval(timer)
  }
  return Math.round(most - before)
}
