import { run } from '#scripts/processes.mjs'
import { createFindings, type Outcome } from '../faults/outcome.ts'

type Report = { metadata?: { vulnerabilities: Record<string, number>; dependencies: { prod: number } } }

/** Fails if production dependencies have high or critical vulnerabilities, or if the registry can't be reached. */
export async function auditPackages(seed: number): Promise<Outcome> {
  const findings = createFindings()
  const { output } = await run('npm', ['audit', '--omit=dev', '--json'], { shell: process.platform === 'win32' })
  const { metadata } = readReport(output)
  if (!metadata) findings.note("the registry didn't respond to npm audit")
  const { high = 0, critical = 0, moderate = 0, low = 0 } = metadata?.vulnerabilities ?? {}
  if (high + critical > 0) findings.note(`${high} high and ${critical} critical known vulnerabilities`)
  const packages = metadata?.dependencies.prod ?? 0
  findings.expectAtLeast('packages checked', packages, 1)
  return { seed, problems: findings.problems, counts: { packages, critical, high, moderate, low } }
}

/** npm can print warnings before and after its report. */
function readReport(output: string): Report {
  try {
    return JSON.parse(output.slice(output.indexOf('{'), output.lastIndexOf('}') + 1))
  } catch {
    return {}
  }
}
