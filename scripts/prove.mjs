import { appEnvironment, nodeFlags } from './node.mjs'
import { root } from './paths.mjs'
import { ensurePostgres } from './postgres-binaries.mjs'
import { main } from './problem.mjs'
import { runInForeground } from './processes.mjs'
import { setUp } from './setup.mjs'
import { requirePrograms } from './system-packages.mjs'

main(async () => {
  const node = await setUp({ withBuild: true })
  await ensurePostgres()
  await requirePrograms({ nginx: 'nginx', caddy: 'Caddy', pgbouncer: 'PgBouncer' })
  const options = { cwd: root, env: { ...appEnvironment(node), NODE_OPTIONS: nodeFlags.join(' ') } }
  return await runInForeground(node, ['test/prove/main.ts', ...process.argv.slice(2)], options)
})
