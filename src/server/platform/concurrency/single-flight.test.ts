import { expect, test } from 'vitest'
import { createSingleFlight } from './single-flight.ts'

function arrange() {
  const runs: { key: string; detail: string; end: PromiseWithResolvers<string> }[] = []
  const join = createSingleFlight((key: string, detail: string) => {
    const end = Promise.withResolvers<string>()
    runs.push({ key, detail, end })
    return end.promise
  })
  return { runs, join }
}

test('concurrent callers share the run started by the first caller', async () => {
  const { runs, join } = arrange()
  const both = Promise.all([join('a', 'first'), join('a', 'second')])
  runs[0]?.end.resolve('done')

  expect(await both).toEqual(['done', 'done'])
  expect(runs.map(({ detail }) => detail)).toEqual(['first'])
})

test('other keys run in parallel, and the same key runs again afterwards', async () => {
  const { runs, join } = arrange()
  const [one, other] = [join('a', ''), join('b', '')]
  for (const { key, end } of runs) end.resolve(key)
  expect(await Promise.all([one, other])).toEqual(['a', 'b'])

  const again = join('a', '')
  runs[2]?.end.resolve('anew')
  expect(await again).toBe('anew')
})

test('a failed run rejects all its callers, and the next call starts a new one', async () => {
  const { runs, join } = arrange()
  const both = Promise.allSettled([join('a', ''), join('a', '')])
  runs[0]?.end.reject(new Error('broken'))
  expect((await both).map(({ status }) => status)).toEqual(['rejected', 'rejected'])

  const again = join('a', '')
  runs[1]?.end.resolve('mended')
  expect(await again).toBe('mended')
})
