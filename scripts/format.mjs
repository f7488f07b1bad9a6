import { command } from './command.mjs'
import { nodeFlags } from './node.mjs'
import { inRoot, root } from './paths.mjs'
import { runInForeground } from './processes.mjs'
import { setUp } from './setup.mjs'
import { runToolInForeground } from './tools.mjs'

const usage = `Usage: npm run format
  Updates generated files, formats everything and applies the linter's fixes.`

command({ usage }, async () => {
  const node = await setUp()
  const code = await runInForeground(node, [...nodeFlags, inRoot('scripts', 'settings.mjs')], { cwd: root })
  return code || (await runToolInForeground(node, 'biome', ['check', '--write']))
})
