import { readFileSync } from 'node:fs'

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
