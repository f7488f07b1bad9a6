import { command } from './command.mjs'
import { requirePaths } from './paths.mjs'
import { setUp } from './setup.mjs'
import { runToolInForeground } from './tools.mjs'

const usage = `Usage: npm run test:watch -- [PATH…]
  Reruns tests as you edit: all of them, or the ones in these files and folders. Doesn't include browser tests.`

command({ usage, maxPositionals: Number.POSITIVE_INFINITY }, async ({ positionals }) => {
  requirePaths(positionals)
  return await runToolInForeground(await setUp(), 'vitest', ['watch', ...positionals])
})
