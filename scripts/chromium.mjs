import { spawnSync } from 'node:child_process'
import { Problem } from './problem.mjs'
import { step } from './step.mjs'
import { installSystemPackage, which } from './system-packages.mjs'
import { runTool } from './tools.mjs'

/** The headless shell comes first: it opens pages in a tenth of the time. */
const names = ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome']
const packages = ['chromium-headless-shell', 'chromium']

/** Tries to run each one, because on some systems it's just a script that says where to get Chromium. */
const findChromium = () =>
  names
    .map(which)
    .filter(Boolean)
    .find((path) => spawnSync(path, ['--version']).status === 0)

/** Returns the path of a Chromium for the tests, or undefined to use Playwright's own. */
export async function ensureChromium(node) {
  if (process.env.CHROMIUM_PATH) return process.env.CHROMIUM_PATH
  const found = findChromium()
  if (found) return found
  for (const apt of packages) {
    await installSystemPackage('Chromium', { apt })
    const installed = findChromium()
    if (installed) return installed
  }
  const download = () => runTool(node, 'playwright', ['install', 'chromium'])
  const { code } = await step('Downloading Chromium', download, ({ code }) => code === 0)
  if (code === 0) return undefined
  throw new Problem('The tests need Chromium. Install it, or set CHROMIUM_PATH.')
}
