import { environmentFor, nodeFlags } from './node.mjs'
import { root } from './paths.mjs'
import { main } from './problem.mjs'
import { runInForeground } from './processes.mjs'
import { setUp } from './setup.mjs'

main(async () => {
  const node = await setUp()
  return await runInForeground(node, [...nodeFlags, '--watch', '--env-file-if-exists=.env', 'src/server/main.ts'], {
    cwd: root,
    env: { ...environmentFor(node), NODE_ENV: 'development' },
  })
})
