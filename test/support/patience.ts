import { afterAll, vi } from 'vitest'

const { waitFor } = vi

// Vitest gives up after one second. Only a hang should fail a test, not a busy machine.
vi.waitFor = (condition, options) =>
  waitFor(condition, { timeout: 60_000, ...(typeof options === 'number' ? { timeout: options } : options) })

afterAll(() => {
  vi.waitFor = waitFor
})
