import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'

const firstLine = (text) => text.split('\n')[0]

/** Writes the results per project to the file in VITEST_COUNTS. Vitest's own JSON doesn't distinguish projects. */
export default class VitestCounts {
  onTestRunEnd(modules) {
    const file = process.env.VITEST_COUNTS
    if (!file) return
    const counts = {}
    for (const module of modules) {
      counts[module.project.name] ??= { passed: 0, failed: 0, skipped: 0, statements: [], failures: [] }
      const of = counts[module.project.name]
      of.statements = [...new Set([...of.statements, ...(module.meta().statements ?? [])])]
      for (const test of module.children.allTests()) {
        const { state, errors = [] } = test.result()
        // A test is still pending here only if an error prevented it from running.
        const result = state === 'pending' ? 'failed' : state
        of[result]++
        if (result === 'failed') {
          of.failures.push(
            [module.relativeModuleId, test.fullName, ...errors.map((it) => firstLine(it.message))].join(' > '),
          )
        }
      }
    }
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, JSON.stringify(counts))
  }
}
