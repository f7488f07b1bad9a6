import { command } from './command.mjs'
import { requirePaths } from './paths.mjs'
import { setUp } from './setup.mjs'
import { runToolInForeground } from './tools.mjs'

const usage = `Usage: npm run lint -- [PATH…]
  Checks formatting and lint rules, everywhere or in these files and folders. To fix problems, run npm run format.`

command({ usage, maxPositionals: Number.POSITIVE_INFINITY }, async ({ positionals }) => {
  requirePaths(positionals)
  return await runToolInForeground(await setUp(), 'biome', ['check', ...positionals])
})
