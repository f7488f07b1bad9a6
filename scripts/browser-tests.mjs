import { ensureChromium } from './chromium.mjs'
import { command } from './command.mjs'
import { requirePaths } from './paths.mjs'
import { setUp } from './setup.mjs'
import { runToolInForeground } from './tools.mjs'

const usage = `Usage: npm run test:browser -- [PATH…] [--grep TEXT] [--project NAME] [--headed] [--trace MODE]
  Runs every browser test at every width, or the ones in these files. npm test only runs some of them.
  --grep TEXT     only tests whose name contains TEXT
  --project NAME  only one width: desktop or phone
  --headed        show the browser
  --trace MODE    on, off or retain-on-failure: record a trace`
const options = {
  grep: { type: 'string' },
  project: { type: 'string' },
  headed: { type: 'boolean' },
  trace: { type: 'string' },
}

command({ usage, options, maxPositionals: Number.POSITIVE_INFINITY }, async ({ args, positionals }) => {
  requirePaths(positionals)
  const node = await setUp({ withBuild: true })
  const chromium = await ensureChromium(node)
  if (chromium) process.env.CHROMIUM_PATH = chromium
  return await runToolInForeground(node, 'playwright', ['test', ...args])
})
