import { command } from './command.mjs'
import { appEnvironment, appFlags } from './node.mjs'
import { root } from './paths.mjs'
import { runInForeground } from './processes.mjs'
import { setUp } from './setup.mjs'

const usage = `Usage: npm run dev
  Serves the app from its source. Pages reload and the server restarts as you edit.`

command({ usage }, async () => {
  const node = await setUp()
  return await runInForeground(node, [...appFlags(), '--watch', 'src/server/main.ts'], {
    cwd: root,
    env: { ...appEnvironment(node), NODE_ENV: 'development' },
  })
})
