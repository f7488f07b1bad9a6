import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'

/** Writes the counts of each project to the file VITEST_COUNTS, if set; Vitest's own JSON does not tell projects apart. */
export default class VitestCounts {
  onTestRunEnd(modules) {
    const file = process.env.VITEST_COUNTS
    if (!file) return
    const counts = {}
    for (const module of modules) {
      counts[module.project.name] ??= { passed: 0, failed: 0, skipped: 0 }
      for (const test of module.children.allTests()) {
        const { state } = test.result()
        // A test that an error kept from running has not passed.
        counts[module.project.name][state === 'pending' ? 'failed' : state]++
      }
    }
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, JSON.stringify(counts))
  }
}
