import { command } from './command.mjs'
import { setUp } from './setup.mjs'

const usage = `Usage: npm run build
  Installs the packages and builds the web app, so that the server starts without npm.`

command({ usage }, async () => {
  await setUp({ withBuild: true })
  console.log(
    'Ready: `node src/server/main.ts` with Node 24. `npm prune --omit=dev` takes the development packages away.',
  )
})
