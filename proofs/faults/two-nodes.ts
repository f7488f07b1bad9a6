import type { Client } from '#test/support/client.ts'
import { createPostgresAndS3 } from '#test/support/postgres-and-s3.ts'
import { createProduct } from '#test/support/product.ts'
import { inScope } from '#test/support/scope.ts'
import { inspectPostgresAndS3 } from './inspectors.ts'
import { createFindings, type Findings, type Outcome } from './outcome.ts'
import { revocations } from './revocations.ts'
import { aborted, barMs, createWatch, type Watched } from './watch.ts'

/** Access ends on node `a`. All of `others` have to notice. */
type Nodes = { a: Client; others: Client[] }

/** Access revoked on one node must end on the other within a second, for saved image URLs, pages and API calls. */
export const revokeOnOtherNode = ({ rounds, seed }: { rounds: number; seed: number }): Promise<Outcome> =>
  inScope(async (scope) => {
    const findings = createFindings()
    const shared = await createPostgresAndS3(scope)
    const settings = { ...shared.settings, PAYMENTS: 'off' }
    const inspector = inspectPostgresAndS3(shared)
    // Start the second node after the first has created the tables.
    const first = await createProduct(scope, { settings })
    const second = await createProduct(scope, { settings })
    const nodes = { a: first.client, others: [second.client] }
    const names = Object.keys(revocations)
    const watched = new Map<string, Watched[]>(names.map((name) => [name, []]))

    for (let round = 0; round < rounds; round++) {
      await Promise.all(
        names.map(async (name) => {
          watched.get(name)?.push(...(await watchRevocation(nodes, name, findings)))
        }),
      )
    }
    findings.noteAll([...first.crashes, ...second.crashes])
    if (!(await inspector.waitForSweep())) findings.note("the sweep didn't finish")
    findings.noteAll(await inspector.findFaults())
    const all = [...watched.values()].flat()
    findings.expectAtLeast('URLs watched', all.length, rounds * names.length * 3)
    return {
      seed,
      problems: findings.problems,
      counts: {
        rounds,
        'URLs watched': all.length,
        requests: all.reduce((total, { requests }) => total + requests, 0),
        ...Object.fromEntries(
          [...watched].map(([name, some]) => [
            `${name}: URLs, last open after`,
            `${some.length}, ${Math.round(Math.max(...some.map(({ lastOpenMs }) => lastOpenMs)))} ms`,
          ]),
        ),
      },
    }
  })

export async function watchRevocation({ a, others }: Nodes, name: string, findings: Findings) {
  const { open, statuses = [] } = revocations[name] ?? {}
  if (!open) throw new Error(`Unknown revocation: ${name}`)
  const { targets, close } = await open(a)
  // Otherwise they would share one network's limit on downloads.
  const from = `127.0.2.${1 + Object.keys(revocations).indexOf(name)}`
  const fromThere = targets.map((target) => ({ ...target, from }))
  const watches = others.map((other) => createWatch(other, fromThere))
  try {
    // Wait until the other nodes have served and cached every URL.
    await Promise.all(watches.map((watch) => watch.untilAllOpen()))
    const closedAt = await close()
    const watched = await Promise.all(watches.map((watch) => watch.end(closedAt)))
    return judge({ name, statuses }, watched.flat(), findings)
  } finally {
    for (const watch of watches) watch.stop()
  }
}

function judge({ name, statuses }: { name: string; statuses: number[] }, results: Watched[], findings: Findings) {
  for (const { address, lastOpenMs, statuses: seen } of results) {
    if (lastOpenMs > barMs) findings.note(`${name}: ${address} was still open after ${Math.round(lastOpenMs)} ms`)
    const odd = seen.filter((status) => ![200, aborted, ...statuses].includes(status))
    if (odd.length > 0) findings.note(`${name}: ${address} returned ${odd}`)
  }
  return results
}
