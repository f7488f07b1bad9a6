import { command } from './command.mjs'
import { setUp } from './setup.mjs'

const usage = `Usage: npm run build
  Installs the packages and builds the web app. The server can then start without npm.`

command({ usage }, async () => {
  await setUp({ withBuild: true })
  console.log(
    'Ready: run `node src/server/main.ts` with Node 24. `npm prune --omit=dev` removes the development packages.',
  )
})
