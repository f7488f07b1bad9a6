/** What a run did, in numbers, and what it found wrong; it has passed when it found nothing and did what it said. */
export type Outcome = { seed: number; counts: Record<string, number | string>; problems: string[] }

const maxShown = 20

/** Collects what is wrong, so that one run tells everything and the first fault does not hide the second. */
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
    /** A run that did fewer attempts than it says has failed. */
    expectCount(what: string, done: number, wanted: number) {
      if (done !== wanted) note(`${what}: ${done} of ${wanted} were done`)
    },
    expectAtLeast(what: string, done: number, wanted: number) {
      if (done < wanted) note(`${what}: ${done}, at least ${wanted} were wanted`)
    },
  }
}
export type Findings = ReturnType<typeof createFindings>

const textOf = (counts: Outcome['counts']) =>
  Object.entries(counts)
    .map(([name, value]) => `${name} ${value}`)
    .join(', ')

export const describeOutcome = ({ seed, counts }: Outcome) => `seed ${seed}: ${textOf(counts)}`

/** Half of the values are at most this; `share` asks for another part of them. */
export function quantile(values: number[], share = 0.5) {
  const sorted = [...values].sort((a, b) => a - b)
  return Math.round(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0)
}
