import { spawnSync } from 'node:child_process'
import { Problem } from './problem.mjs'
import { step } from './step.mjs'
import { installSystemPackage, which } from './system-packages.mjs'
import { runTool } from './tools.mjs'

/** Preferred even if there's another browser, because it has no UI to draw and runs the tests a third faster. */
const headlessShell = 'chromium-headless-shell'
const names = [headlessShell, 'chromium', 'chromium-browser', 'google-chrome']

/** Runs each candidate, because some systems have a stub script that only explains how to install Chromium. */
const findChromium = () =>
  names
    .map(which)
    .filter(Boolean)
    .find((path) => spawnSync(path, ['--version']).status === 0)

/** Installs Chromium if needed. Returns its path, or undefined if Playwright should use its own copy. */
export async function ensureChromium(node) {
  if (process.env.CHROMIUM_PATH) return process.env.CHROMIUM_PATH
  for (const apt of [headlessShell, 'chromium']) {
    if (!which(apt)) await installSystemPackage('Chromium', { apt })
    const found = findChromium()
    if (found) return found
  }
  const download = () => runTool(node, 'playwright', ['install', 'chromium'])
  const { code } = await step('Downloading Chromium', download, ({ code }) => code === 0)
  if (code === 0) return undefined
  throw new Problem('The tests need Chromium. Install it, or set CHROMIUM_PATH.')
}
