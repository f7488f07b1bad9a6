import { spawnSync } from 'node:child_process'
import { Problem } from './problem.mjs'
import { step } from './step.mjs'
import { installSystemPackage, which } from './system-packages.mjs'
import { runTool } from './tools.mjs'

const names = ['chromium', 'chromium-browser', 'google-chrome']

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
  await installSystemPackage('Chromium', { apt: 'chromium' })
  const installed = findChromium()
  if (installed) return installed
  const download = () => runTool(node, 'playwright', ['install', 'chromium'])
  const { code } = await step('Downloading Chromium', download, ({ code }) => code === 0)
  if (code === 0) return undefined
  throw new Problem('Chromium is needed for the tests: install it or set CHROMIUM_PATH to where it is.')
}
