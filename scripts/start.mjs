import { appEnvironment, appFlags } from './node.mjs'
import { root } from './paths.mjs'
import { main } from './problem.mjs'
import { runInForeground } from './processes.mjs'
import { setUp } from './setup.mjs'

main(async () => {
  const node = await setUp({ withBuild: true, withDevelopment: false })
  return await runInForeground(node, [...appFlags(), 'src/server/main.ts'], {
    cwd: root,
    env: { NODE_ENV: 'production', ...appEnvironment(node) },
  })
})
