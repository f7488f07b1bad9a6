import { command } from './command.mjs'
import { appEnvironment, appFlags } from './node.mjs'
import { root } from './paths.mjs'
import { runInForeground } from './processes.mjs'
import { setUp } from './setup.mjs'

const usage = `Usage: npm start
  Installs what's missing, builds the web app and starts the server. Settings come from the environment and from .env
  (docs/self-hosting.md).`

command({ usage }, async () => {
  const node = await setUp({ withBuild: true, withDevelopment: false })
  return await runInForeground(node, [...appFlags(), 'src/server/main.ts'], {
    cwd: root,
    env: { NODE_ENV: 'production', ...appEnvironment(node) },
  })
})
