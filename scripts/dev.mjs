import { appEnvironment, appFlags } from './node.mjs'
import { root } from './paths.mjs'
import { main } from './problem.mjs'
import { runInForeground } from './processes.mjs'
import { setUp } from './setup.mjs'

main(async () => {
  const node = await setUp()
  return await runInForeground(node, [...appFlags(), '--watch', 'src/server/main.ts'], {
    cwd: root,
    env: { ...appEnvironment(node), NODE_ENV: 'development' },
  })
})
