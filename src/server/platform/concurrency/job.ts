export type Log = {
  info(details: object, text: string): void
  warn(details: object, text: string): void
  error(details: object, text: string): void
}

const nudgeDelayMs = 50

type JobOptions = { name: string; everyMs: number; run: () => Promise<unknown>; log: Log }

/**
 * Work that happens beside the requests: at start, every so often, and soon after `nudge`. Runs never overlap; a run that
 * fails is logged and tried again at the next turn.
 */
export function createJob({ name, everyMs, run, log }: JobOptions) {
  let current: Promise<void> | undefined
  let again = false
  let isStopped = false
  let timer: NodeJS.Timeout | undefined
  let soon: NodeJS.Timeout | undefined

  const turn = async () => {
    do {
      again = false
      try {
        await run()
      } catch (error) {
        log.error({ err: error, job: name }, 'a background job failed; it will be tried again')
      }
    } while (again)
  }

  const begin = () => {
    if (isStopped) return
    again = true
    current ??= turn().finally(() => {
      current = undefined
    })
  }

  /** A moment later, so that the answer to whoever nudged goes out first and many nudges become one run. */
  const nudge = () => {
    if (isStopped || soon) return
    soon = setTimeout(() => {
      soon = undefined
      begin()
    }, nudgeDelayMs)
    soon.unref()
  }

  return {
    nudge,
    /** For a run that takes long: whether it should come to its end. */
    isStopping: () => isStopped,
    start() {
      isStopped = false
      timer = setInterval(begin, everyMs)
      timer.unref()
      begin()
    },
    /** Lets a run that has begun come to its end. */
    async stop() {
      isStopped = true
      clearInterval(timer)
      clearTimeout(soon)
      soon = undefined
      again = false
      await current
    },
  }
}
