import { main } from './problem.mjs'
import { setUp } from './setup.mjs'

/** `npm run build`: all that is needed to run, for whoever starts it without npm. */
main(async () => {
  await setUp({ withBuild: true })
  console.log(
    'Ready: `node src/server/main.ts` with Node 24. `npm prune --omit=dev` takes the development packages away.',
  )
})
