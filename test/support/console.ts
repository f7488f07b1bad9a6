import { format } from 'node:util'
import { afterAll, afterEach, expect } from 'vitest'

/** Unexpected console output fails the test. Tests that expect output silence it with `vi.spyOn`. */
const methods = ['debug', 'error', 'info', 'log', 'warn'] as const

const printed: string[] = []

for (const method of methods) {
  console[method] = (...values: unknown[]) => {
    printed.push(`console.${method}: ${format(...values)}`)
  }
}

function expectSilence() {
  expect(printed.splice(0), 'unexpected console output').toEqual([])
}

afterEach(expectSilence)
afterAll(expectSilence)
