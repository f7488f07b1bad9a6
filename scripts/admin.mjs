import { appEnvironment, appFlags } from './node.mjs'
import { root } from './paths.mjs'
import { main } from './problem.mjs'
import { runInForeground } from './processes.mjs'
import { setUp } from './setup.mjs'

main(async () => {
  const node = await setUp({ withDevelopment: false })
  const options = { cwd: root, env: appEnvironment(node) }
  return await runInForeground(node, [...appFlags(), 'src/server/admin.ts', ...process.argv.slice(2)], options)
})
