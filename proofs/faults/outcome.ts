/** A run passes if `problems` is empty. */
export type Outcome = { seed: number; counts: Record<string, number | string>; problems: string[] }

const maxShown = 20

/** Collects problems instead of stopping at the first one. */
export function createFindings() {
  const problems: string[] = []
  const note = (problem: string) => {
    if (problems.length < maxShown) problems.push(problem)
    else if (problems.length === maxShown) problems.push('… and more')
  }
  return {
    problems,
    note,
    noteAll: (found: string[], where = '') => {
      for (const problem of found) note(`${where}${problem}`)
    },
    expectCount(what: string, done: number, wanted: number) {
      if (done !== wanted) note(`${what}: ${done} instead of ${wanted}`)
    },
    expectAtLeast(what: string, done: number, wanted: number) {
      if (done < wanted) note(`${what}: ${done}, expected at least ${wanted}`)
    },
  }
}
export type Findings = ReturnType<typeof createFindings>

const textOf = (counts: Outcome['counts']) =>
  Object.entries(counts)
    .map(([name, value]) => `${name} ${value}`)
    .join(', ')

export const describeOutcome = ({ seed, counts }: Outcome) => `seed ${seed}: ${textOf(counts)}`

export function quantile(values: number[], share = 0.5) {
  const sorted = [...values].sort((a, b) => a - b)
  return Math.round(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0)
}
