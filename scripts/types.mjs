import { command } from './command.mjs'
import { setUp } from './setup.mjs'
import { runToolInForeground } from './tools.mjs'

const usage = `Usage: npm run types
  Checks the types of everything.`

command({ usage }, async () => runToolInForeground(await setUp(), 'tsc', ['-b']))
