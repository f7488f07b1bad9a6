import { afterAll, vi } from 'vitest'

const { waitFor, waitUntil } = vi
const patience = { timeout: 60_000 }
const patiently = <Options extends object>(options: number | Options | undefined) =>
  typeof options === 'number' ? options : { ...patience, ...options }

// Vitest gives up after one second. Only a hang should fail a test, not a busy machine.
vi.waitFor = (condition, options) => waitFor(condition, patiently(options))
vi.waitUntil = (condition, options) => waitUntil(condition, patiently(options))

afterAll(() => {
  vi.waitFor = waitFor
  vi.waitUntil = waitUntil
})
