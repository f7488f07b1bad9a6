import { afterAll, vi } from 'vitest'

const { waitFor } = vi

// Vitest gives up after one second, which is too short on a busy machine.
vi.waitFor = (condition, options) =>
  waitFor(condition, { timeout: 20_000, ...(typeof options === 'number' ? { timeout: options } : options) })

afterAll(() => {
  vi.waitFor = waitFor
})
