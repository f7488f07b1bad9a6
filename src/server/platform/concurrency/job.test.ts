import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createJob } from './job.ts'

const everyMs = 1000
const debounceMs = 50

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

function arrange() {
  const runs: PromiseWithResolvers<void>[] = []
  const errors: unknown[] = []
  const log = { info: () => {}, warn: () => {}, error: (details: object) => void errors.push(details) }
  const run = () => {
    const ending = Promise.withResolvers<void>()
    runs.push(ending)
    return ending.promise
  }
  const job = createJob({ name: 'sweep', everyMs, run, log })
  const end = async (index: number) => {
    runs[index]?.resolve()
    await vi.advanceTimersByTimeAsync(0)
  }
  return { job, runs, errors, log, end }
}

test('a job runs at start and then at its interval', async () => {
  const { job, runs, end } = arrange()

  job.start()
  expect(runs).toHaveLength(1)
  await end(0)
  await vi.advanceTimersByTimeAsync(everyMs - 1)
  expect(runs).toHaveLength(1)
  await vi.advanceTimersByTimeAsync(1)
  expect(runs).toHaveLength(2)
})

test("a job doesn't run before it's started", async () => {
  const { runs } = arrange()
  await vi.advanceTimersByTimeAsync(10 * everyMs)
  expect(runs).toHaveLength(0)
})

test('runs never overlap, and missed intervals become one run', async () => {
  const { job, runs, end } = arrange()
  job.start()
  await vi.advanceTimersByTimeAsync(5 * everyMs)
  expect(runs).toHaveLength(1)

  await end(0)
  expect(runs).toHaveLength(2)
  await end(1)
  expect(runs).toHaveLength(2)
})

test('nudges are debounced into one run', async () => {
  const { job, runs, end } = arrange()
  job.start()
  await end(0)

  for (let i = 0; i < 100; i++) job.nudge()
  expect(runs).toHaveLength(1)
  await vi.advanceTimersByTimeAsync(debounceMs)
  expect(runs).toHaveLength(2)
  await end(1)
  await vi.advanceTimersByTimeAsync(debounceMs)
  expect(runs).toHaveLength(2)
})

test('a nudge during a run causes another run', async () => {
  const { job, runs, end } = arrange()
  job.start()
  job.nudge()
  await vi.advanceTimersByTimeAsync(debounceMs)
  expect(runs).toHaveLength(1)

  await end(0)
  expect(runs).toHaveLength(2)
})

test("a failed run is logged with the job's name and retried at the next interval", async () => {
  const { job, runs, errors } = arrange()
  const problem = new Error('disk full')
  job.start()
  runs[0]?.reject(problem)
  await vi.advanceTimersByTimeAsync(everyMs)

  expect(errors).toEqual([{ err: problem, job: 'sweep' }])
  expect(runs).toHaveLength(2)
})

test('a run that fails synchronously is logged and retried too', async () => {
  const { log, errors } = arrange()
  const problem = new Error('not even begun')
  const run = () => {
    throw problem
  }
  const job = createJob({ name: 'sweep', everyMs, run, log })
  job.start()
  await vi.advanceTimersByTimeAsync(2 * everyMs)

  expect(errors).toEqual(Array(3).fill({ err: problem, job: 'sweep' }))
})

test('stopping waits for the current run and prevents further ones', async () => {
  const { job, runs, end } = arrange()
  job.start()
  await vi.advanceTimersByTimeAsync(3 * everyMs)
  job.nudge()
  let isStopped = false
  const stopping = job.stop().then(() => {
    isStopped = true
  })
  await vi.advanceTimersByTimeAsync(3 * everyMs)
  expect(isStopped).toBe(false)

  await end(0)
  await stopping
  await vi.advanceTimersByTimeAsync(3 * everyMs)
  expect(runs).toHaveLength(1)
})

test('stopping succeeds even if the last run fails or there was none', async () => {
  const { job, runs, errors } = arrange()
  await job.stop()
  job.start()
  const stopping = job.stop()
  runs[0]?.reject(new Error('disk full'))

  await stopping
  expect(errors).toHaveLength(1)
})

test('a nudge during or after stopping does nothing', async () => {
  const { job, runs, end } = arrange()
  job.start()
  const stopping = job.stop()
  job.nudge()
  await end(0)
  await stopping
  job.nudge()
  await vi.advanceTimersByTimeAsync(debounceMs)

  expect(runs).toHaveLength(1)
})
