const silentMs = 3000
const terminalIntervalMs = 200
const logIntervalMs = 5000

type Stream = Pick<NodeJS.WriteStream, 'isTTY' | 'write'>
type ProgressOptions = { label: string; total?: number | undefined; stream?: Stream; now?: () => number }

export type Progress = { update(done: number): void; done(): void }

/**
 * Reports a command's progress, such as "Checking images: 1,200 of 4,000 (30%)", but not in the first three seconds. It
 * uses stderr, because stdout is for the result.
 */
export function createProgress({
  label,
  total,
  stream = process.stderr,
  now = () => performance.now(),
}: ProgressOptions): Progress {
  const startedAt = now()
  const intervalMs = stream.isTTY ? terminalIntervalMs : logIntervalMs
  let printedAt = Number.NEGATIVE_INFINITY
  return {
    update(done) {
      const at = now()
      if (at - startedAt < silentMs || at - printedAt < intervalMs) return
      printedAt = at
      const line = `${label}: ${describe(done, total)}`
      stream.write(stream.isTTY ? `\r\x1b[K${line}` : `${line}\n`)
    },
    done() {
      if (stream.isTTY && printedAt > startedAt) stream.write('\r\x1b[K')
    },
  }
}

const withCommas = new Intl.NumberFormat('en-US')

function describe(done: number, total: number | undefined) {
  if (!total) return withCommas.format(done)
  const percent = Math.min(100, Math.floor((100 * done) / total))
  return `${withCommas.format(done)} of ${withCommas.format(total)} (${percent}%)`
}
