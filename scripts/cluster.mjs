import { command } from './command.mjs'
import { appEnvironment, nodeFlags } from './node.mjs'
import { root } from './paths.mjs'
import { runInForeground } from './processes.mjs'
import { setUp } from './setup.mjs'
import { requirePrograms } from './system-packages.mjs'

const usage = `Usage: npm run cluster
  Starts three nodes with nginx, PostgreSQL and a replica, S3 and PgBouncer on this machine, checks what
  docs/scaling.md promises and prints the results. Takes several minutes and cleans up after itself.`

command({ usage }, async () => {
  const node = await setUp({ withBuild: true })
  await requirePrograms({ nginx: 'nginx', pgbouncer: 'PgBouncer' })
  return await runInForeground(node, [...nodeFlags, 'proofs/cluster/main.ts'], { cwd: root, env: appEnvironment(node) })
})
