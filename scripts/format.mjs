import { nodeFlags } from './node.mjs'
import { inRoot, root } from './paths.mjs'
import { main } from './problem.mjs'
import { runInForeground } from './processes.mjs'
import { setUp } from './setup.mjs'
import { runToolInForeground } from './tools.mjs'

/** Writes what is generated from the code, then formats everything and puts right what the linter can. */
main(async () => {
  const node = await setUp()
  const code = await runInForeground(node, [...nodeFlags, inRoot('scripts', 'settings.mjs')], { cwd: root })
  return code || (await runToolInForeground(node, 'biome', ['check', '--write']))
})
