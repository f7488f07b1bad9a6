import { expect, test, vi } from 'vitest'
import { createIntegrityWatch } from './integrity-watch.ts'

function aWatch(check: (file: string, signal: AbortSignal) => Promise<string[]>) {
  const errors: { details: object; text: string }[] = []
  const log = { info() {}, warn() {}, error: (details: object, text: string) => void errors.push({ details, text }) }
  return { errors, watch: createIntegrityWatch({ file: 'framelight.db', log, check }) }
}

test('damage is logged with instructions and returned by findFault', async () => {
  const { watch, errors } = aWatch(async () => ['Tree 4 page 5: btreeInitPage() returns error code 11'])
  expect(watch.findFault()).toBeUndefined()
  watch.start()
  await vi.waitFor(() => expect(watch.findFault()).toContain('Tree 4 page 5'))
  await watch.stop()

  expect(errors).toHaveLength(1)
  expect(errors[0]?.text).toContain('restore the latest backup with `npm run restore')
})

test('an intact database logs nothing', async () => {
  const check = vi.fn(async () => [])
  const { watch, errors } = aWatch(check)
  watch.start()
  await vi.waitFor(() => expect(check).toHaveBeenCalledWith('framelight.db', expect.any(AbortSignal)))
  await watch.stop()

  expect([watch.findFault(), errors]).toEqual([undefined, []])
})

test('stopping the server ends a running check without an error', async () => {
  const { watch, errors } = aWatch(
    (_, signal) => new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason))),
  )
  watch.start()
  await watch.stop()

  expect(errors).toEqual([])
})
