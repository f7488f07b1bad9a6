import { spawnSync } from 'node:child_process'
import { Problem } from './problem.mjs'
import { step } from './step.mjs'
import { installSystemPackage, which } from './system-packages.mjs'
import { runTool } from './tools.mjs'

/** The shell comes first: without a window to draw it opens pages in a tenth of the time. */
const names = ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome']
const packages = ['chromium-headless-shell', 'chromium']

/** Some systems put a script of that name on the PATH which only says where to get the browser, so each is tried. */
const findChromium = () =>
  names
    .map(which)
    .filter(Boolean)
    .find((path) => spawnSync(path, ['--version']).status === 0)

/** Makes sure that there is a Chromium for the tests; its path, or undefined for the test tool's own. */
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
  throw new Problem('Chromium is needed for the tests: install it or set CHROMIUM_PATH to where it is.')
}
