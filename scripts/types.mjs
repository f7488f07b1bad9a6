import { command } from './command.mjs'
import { setUp } from './setup.mjs'
import { runToolInForeground } from './tools.mjs'

const usage = `Usage: npm run types
  Checks all types.`

command({ usage }, async () => runToolInForeground(await setUp(), 'tsc', ['-b']))
