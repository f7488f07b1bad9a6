const silentMs = 3000
/** A terminal's line is rewritten in place; in a log each is a new line. */
const terminalIntervalMs = 200
const logIntervalMs = 5000

type Stream = Pick<NodeJS.WriteStream, 'isTTY' | 'write'>
type ProgressOptions = { label: string; total?: number | undefined; stream?: Stream; now?: () => number }

export type Progress = { update(done: number): void; done(): void }

/**
 * Says on stderr how far a command is: "Copying pictures: 1,200 of 4,000 (30%)". Commands that finish within three seconds
 * print nothing, so stdout keeps the result alone.
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
    /** Clears the line, so that what is printed next starts at the margin. */
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
