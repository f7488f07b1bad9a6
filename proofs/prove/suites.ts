import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { run } from '#scripts/processes.mjs'
import { createFindings, type Outcome } from '../faults/outcome.ts'

type Project = 'unit' | 'sqlite' | 'postgres'
type Counts = Partial<Record<Project, { passed: number; failed: number; skipped: number }>>

const root = join(import.meta.dirname, '..', '..')
const shownOfOutput = 2000

type Suite = {
  files: string[]
  projects: Project[]
  /** Environment variables that set the length and the seed. */
  settings?: (seed: number) => Record<string, string>
}

/** Runs tests from `npm test` as part of the proof, on both engines, and in their long version if there is one. */
export const suite =
  ({ files, projects, settings }: Suite) =>
  async (seed: number): Promise<Outcome> => {
    const folder = mkdtempSync(join(tmpdir(), 'framelight-suite-'))
    const report = join(folder, 'counts.json')
    try {
      const chosen = projects.flatMap((project) => ['--project', project])
      const env = { ...process.env, ...settings?.(seed), TEST_SCOPE: 'all', VITEST_COUNTS: report, NO_COLOR: '1' }
      const vitest = join(root, 'node_modules', 'vitest', 'vitest.mjs')
      const args = [vitest, 'run', ...chosen, ...files]
      const { code, output } = await run(process.execPath, args, { cwd: root, env })
      return judge(seed, { code, output, projects, counts: readCounts(report), settings: settings?.(seed) ?? {} })
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  }

function readCounts(file: string): Counts {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    return {}
  }
}

type Ended = { code: number; output: string; projects: Project[]; counts: Counts; settings: Record<string, string> }

/** Later failures are often the consequences of the first one. */
function firstFailureIn(output: string) {
  const at = output.indexOf('Failed Tests')
  return at === -1 ? output.slice(-shownOfOutput) : output.slice(at, at + shownOfOutput)
}

/** Skipped tests fail the suite too, as does a project without a passed test. */
export function judge(seed: number, { code, output, projects, counts, settings }: Ended): Outcome {
  const findings = createFindings()
  for (const project of projects) {
    const { passed, failed, skipped } = counts[project] ?? { passed: 0, failed: 0, skipped: 0 }
    findings.expectAtLeast(`tests that passed, ${project}`, passed, 1)
    findings.expectCount(`tests without a failure, ${project}`, passed, passed + failed + skipped)
  }
  if (code !== 0) findings.note(`vitest exited with code ${code}: ${firstFailureIn(output)}`)
  const passed = projects.map((project) => [`tests on ${project}`, counts[project]?.passed ?? 0])
  return { seed, problems: findings.problems, counts: { ...settings, ...Object.fromEntries(passed) } }
}
