import { readFileSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'

const read = (path: string) => {
  try {
    return readFileSync(path, 'latin1')
  } catch {
    return ''
  }
}

/** The process and its descendants. Linux only. */
function processTree(pid: number): number[] {
  const children = read(`/proc/${pid}/task/${pid}/children`).split(' ').filter(Boolean).map(Number)
  return [pid, ...children.flatMap(processTree)]
}

/** Sums one line of a file in /proc over the process and its descendants, in MB. */
function sumOverTree(pid: number, file: string, line: RegExp): number {
  const kilobytes = processTree(pid).map((each) => Number(line.exec(read(`/proc/${each}/${file}`))?.[1] ?? 0))
  return kilobytes.reduce((sum, each) => sum + each, 0) / 1024
}

export const pictureWorkers = (pid: number) =>
  processTree(pid).filter((each) => read(`/proc/${each}/cmdline`).includes('picture-worker'))

/** CPU time in hundredths of a second: fields 14 and 15, counted after the name. */
export const workOf = (pid: number) => {
  const fields = read(`/proc/${pid}/stat`).split(') ').at(-1)?.split(' ') ?? []
  return Number(fields[11] ?? 0) + Number(fields[12] ?? 0)
}

/** Finds the busiest picture worker. Killing an idle one wouldn't interrupt an upload. */
export async function findBusyPictureWorker(pid: number): Promise<number | undefined> {
  const before = pictureWorkers(pid).map((worker) => ({ worker, work: workOf(worker) }))
  await delay(200)
  const [most] = before
    .map(({ worker, work }) => ({ worker, worked: workOf(worker) - work }))
    .sort((one, other) => other.worked - one.worked)
  return most && most.worked > 0 ? most.worker : undefined
}

/** Including descendants, in MB. Counts shared memory once. */
export const memoryOfProduct = (pid: number) => sumOverTree(pid, 'smaps_rollup', /^Pss:\s+(\d+)/m)

/** `smaps_rollup` walks all pages and delays both processes for milliseconds, so it can't be read this often. */
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
