import { appEnvironment, nodeFlags } from './node.mjs'
import { root } from './paths.mjs'
import { main, Problem } from './problem.mjs'
import { runInForeground } from './processes.mjs'
import { setUp } from './setup.mjs'
import { installSystemPackage, which } from './system-packages.mjs'

const programs = { nginx: 'nginx', pgbouncer: 'PgBouncer' }

/** Many nodes on this machine, with what stands before and behind them, and what holds of them: a table at the end. */
main(async () => {
  const node = await setUp({ withBuild: true })
  for (const [name, title] of Object.entries(programs)) {
    if (!which(name)) await installSystemPackage(title, { apt: name, brew: name })
    if (!which(name)) throw new Problem(`${title} is needed for this: install it so that ${name} is on the PATH.`)
  }
  return await runInForeground(node, [...nodeFlags, 'test/cluster/main.ts'], { cwd: root, env: appEnvironment(node) })
})
