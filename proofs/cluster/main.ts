import { inScope } from '#test/support/scope.ts'
import { createCluster } from './cluster.ts'
import { createNextVersion } from './next-version.ts'
import { anyNode, changesSeen, clearings, killedNodes, type Part, replicaReads, run, wrongPasswords } from './parts.ts'
import { rollingUpdate } from './rolling-update.ts'

type Result = { said: string; problems: string[] }

/** Ends a hanging run. The limit is high because a busy machine takes several times as long as an idle one. */
const longestMs = 20 * 60_000

const say = (line = '') => void process.stdout.write(`${line}\n`)

const wanted = {
  'any node can handle any request': 'the same response everywhere',
  'changes reach the other nodes': 'within 1000 ms',
  'a node is killed under load': '0 acknowledged writes lost',
  'wrong passwords across three nodes': '10 of 40 checked',
  'pictures deleted through three nodes': '120 removals',
  'analytics from a replica': 'delayed with the replica, then within 1000 ms, and works without it',
  'rolling update to another schema': '0 of 10000 requests failed',
  'connections to PostgreSQL': 'at most 11 per node',
}
type Name = keyof typeof wanted

/** Counts the database connections of all nodes. With PgBouncer, the nodes share them. */
const connections: Part = async ({ query }, findings) => {
  const [row] = await query<{ count: string }>(
    `select count(*) as count from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`,
  )
  const count = Number(row?.count)
  if (!(count > 0 && count <= 33)) findings.note(`${count} connections`)
  return `${count} for three nodes`
}

const runAll = (isPooled: boolean) =>
  inScope(async (scope) => {
    const cluster = await createCluster(scope, { isPooled })
    const parts: Record<Name, Part> = {
      'any node can handle any request': anyNode,
      'changes reach the other nodes': changesSeen,
      'a node is killed under load': killedNodes,
      'wrong passwords across three nodes': wrongPasswords,
      'pictures deleted through three nodes': clearings,
      'analytics from a replica': replicaReads,
      'rolling update to another schema': rollingUpdate(await createNextVersion(scope)),
      'connections to PostgreSQL': connections,
    }
    const results = {} as Record<Name, Result>
    for (const [name, part] of Object.entries(parts) as [Name, Part][]) {
      const startedAt = performance.now()
      results[name] = await run(part, cluster)
      const seconds = Math.round((performance.now() - startedAt) / 1000)
      say(`  ${results[name].problems.length === 0 ? 'ok' : 'FAILED'}  ${name}: ${results[name].said} (${seconds} s)`)
      for (const problem of results[name].problems) say(`      ! ${problem}`)
    }
    return results
  })

function report(straight: Record<Name, Result>, pooled: Record<Name, Result>) {
  const rows = (Object.keys(wanted) as Name[]).map((name) => {
    const cells = [straight[name], pooled[name]].map(
      ({ said, problems }) => `${problems.length === 0 ? 'ok' : 'FAILED'}: ${said}`,
    )
    return [name, wanted[name], ...cells]
  })
  const all = [['', 'wanted', 'straight to PostgreSQL', 'through PgBouncer'], ...rows]
  const widths = [0, 1, 2, 3].map((column) => Math.max(...all.map((row) => row[column]?.length ?? 0)))
  say()
  for (const row of all)
    say(
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
  return all.every((row) => !row.some((cell) => cell.startsWith('FAILED')))
}

setTimeout(() => {
  say('Timed out.')
  process.exit(1)
}, longestMs).unref()
say('Three nodes, PostgreSQL with a replica, S3 and nginx')
const straight = await runAll(false)
say('The same through PgBouncer in transaction mode')
const pooled = await runAll(true)
process.exitCode = report(straight, pooled) ? 0 : 1
