import { nodeFlags } from './node.mjs'
import { inRoot, root } from './paths.mjs'
import { main } from './problem.mjs'
import { runInForeground } from './processes.mjs'
import { setUp } from './setup.mjs'

main(async () => {
  const node = await setUp()
  return await runInForeground(node, [...nodeFlags, inRoot('scripts', 'mail-files.mjs'), ...process.argv.slice(2)], {
    cwd: root,
  })
})
