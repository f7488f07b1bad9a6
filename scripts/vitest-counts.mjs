import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, relative } from 'node:path'

const reasonOf = ([error]) =>
  error ? ` (first: ${error.message.split('\n').slice(0, 6).join(' ').slice(0, 400)})` : ''

/** Writes the counts per project to the file in VITEST_COUNTS. Vitest's own JSON doesn't distinguish projects. */
export default class VitestCounts {
  onTestRunEnd(modules) {
    const file = process.env.VITEST_COUNTS
    if (!file) return
    const counts = {}
    for (const module of modules) {
      counts[module.project.name] ??= { passed: 0, failed: 0, skipped: 0, repeated: [] }
      const of = counts[module.project.name]
      for (const test of module.children.allTests()) {
        const { state, errors = [] } = test.result()
        // A test is still pending here only if an error prevented it from running.
        of[state === 'pending' ? 'failed' : state]++
        if (test.diagnostic()?.flaky)
          of.repeated.push(`${relative('', module.moduleId)} › ${test.fullName}${reasonOf(errors)}`)
      }
    }
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, JSON.stringify(counts))
  }
}
