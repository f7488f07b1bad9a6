import { appEnvironment, nodeFlags } from './node.mjs'
import { root } from './paths.mjs'
import { main } from './problem.mjs'
import { runInForeground } from './processes.mjs'
import { setUp } from './setup.mjs'
import { requirePrograms } from './system-packages.mjs'

/** Many nodes on this machine, with what stands before and behind them, and what holds of them: a table at the end. */
main(async () => {
  const node = await setUp({ withBuild: true })
  await requirePrograms({ nginx: 'nginx', pgbouncer: 'PgBouncer' })
  return await runInForeground(node, [...nodeFlags, 'test/cluster/main.ts'], { cwd: root, env: appEnvironment(node) })
})
