import { command } from './command.mjs'
import { requirePaths } from './paths.mjs'
import { setUp } from './setup.mjs'
import { runToolInForeground } from './tools.mjs'

const usage = `Usage: npm run test:watch -- [PATH…]
  Runs tests again as you edit: all of them, or those in these files and folders. Browser journeys aren't watched.`

command({ usage, maxPositionals: Number.POSITIVE_INFINITY }, async ({ positionals }) => {
  requirePaths(positionals)
  return await runToolInForeground(await setUp(), 'vitest', ['watch', ...positionals])
})
