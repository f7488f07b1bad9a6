export type Log = {
  info(details: object, text: string): void
  warn(details: object, text: string): void
  error(details: object, text: string): void
}

const debounceMs = 50

type JobOptions = { name: string; everyMs: number; run: () => Promise<unknown>; log: Log }

/**
 * Creates a background job that runs at start, at an interval, and soon after `nudge`. Runs never overlap. A failed run
 * is logged, and the next one tries again.
 */
export function createJob({ name, everyMs, run, log }: JobOptions) {
  let current: Promise<void> | undefined
  let isDueAgain = false
  let isStopped = false
  let interval: NodeJS.Timeout | undefined
  let debounce: NodeJS.Timeout | undefined

  const runWhileDue = async () => {
    do {
      isDueAgain = false
      try {
        await run()
      } catch (error) {
        log.error({ err: error, job: name }, 'a background job failed; it will be retried')
      }
    } while (isDueAgain)
  }

  const begin = () => {
    if (isStopped) return
    isDueAgain = true
    current ??= runWhileDue().finally(() => {
      current = undefined
    })
  }

  /** Debounced, so that the response is sent first and a burst of nudges becomes one run. */
  const nudge = () => {
    if (isStopped || debounce) return
    debounce = setTimeout(() => {
      debounce = undefined
      begin()
    }, debounceMs)
    debounce.unref()
  }

  return {
    nudge,
    isStopping: () => isStopped,
    start() {
      isStopped = false
      interval = setInterval(begin, everyMs)
      interval.unref()
      begin()
    },
    async stop() {
      isStopped = true
      clearInterval(interval)
      clearTimeout(debounce)
      debounce = undefined
      isDueAgain = false
      await current
    },
  }
}
