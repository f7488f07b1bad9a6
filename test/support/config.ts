import { expect } from 'vitest'
import { readConfig } from '#server/config.ts'
import { StartupProblem } from '#server/platform/startup-problem.ts'

export function problemOf(env: Record<string, string>) {
  try {
    readConfig(env)
  } catch (error) {
    expect(error).toBeInstanceOf(StartupProblem)
    return (error as Error).message
  }
  return undefined
}
