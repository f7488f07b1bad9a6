import { run } from '#scripts/processes.mjs'
import { createFindings, type Outcome } from '../faults/outcome.ts'

type Report = { metadata?: { vulnerabilities: Record<string, number>; dependencies: { prod: number } } }

/** What is known of the packages that ship; where nobody can be asked, nothing is shown. */
export async function auditPackages(seed: number): Promise<Outcome> {
  const findings = createFindings()
  const { output } = await run('npm', ['audit', '--omit=dev', '--json'], { shell: process.platform === 'win32' })
  const { metadata } = readReport(output)
  if (!metadata) findings.note('npm audit was not answered by the registry')
  const { high = 0, critical = 0, moderate = 0, low = 0 } = metadata?.vulnerabilities ?? {}
  if (high + critical > 0) findings.note(`${high} high and ${critical} critical weaknesses are known`)
  const packages = metadata?.dependencies.prod ?? 0
  findings.expectAtLeast('packages looked at', packages, 1)
  return { seed, problems: findings.problems, counts: { packages, critical, high, moderate, low } }
}

/** Before and behind its report npm may warn of something else. */
function readReport(output: string): Report {
  try {
    return JSON.parse(output.slice(output.indexOf('{'), output.lastIndexOf('}') + 1))
  } catch {
    return {}
  }
}
