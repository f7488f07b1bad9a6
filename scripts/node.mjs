import { spawnSync } from 'node:child_process'
import { delimiter, dirname } from 'node:path'
import { npm, withDevelopmentPackages } from './packages.mjs'
import { inRoot } from './paths.mjs'
import { Problem } from './problem.mjs'
import { findSettingsFile } from './server-settings.mjs'
import { step } from './step.mjs'

/** The first release line that runs TypeScript and has SQLite built in, both without flags and with long-term support. */
const neededMajor = 24
const ownNode = inRoot('node_modules', 'node', 'bin', process.platform === 'win32' ? 'node.exe' : 'node')

const isNewEnough = (version = '') => Number.parseInt(version.replace('v', ''), 10) >= neededMajor

/** The path of a Node that can run the app, if there is one yet. */
export function findNode() {
  if (isNewEnough(process.version)) return process.execPath
  if (isNewEnough(spawnSync(ownNode, ['--version'], { encoding: 'utf8' }).stdout ?? '')) return ownNode
}

export async function ensureNode() {
  if (!findNode()) {
    // The package fetches its binary in an install script, which some people have switched off.
    const install = () =>
      npm('install', '--no-save', withDevelopmentPackages, '--ignore-scripts=false', `node@${neededMajor}`)
    await step(`Installing Node.js ${neededMajor}`, install)
  }
  const node = findNode()
  if (!node) throw new Problem(`Node.js ${neededMajor} does not run here: install it yourself and run this again.`)
  return node
}

/** The environment in which `node` means the given one, also to the tools that start it themselves. */
export const environmentFor = (node) => ({ ...process.env, PATH: `${dirname(node)}${delimiter}${process.env.PATH}` })

/** SQLite in Node 24 works but still announces itself as experimental at every start. */
export const nodeFlags = ['--disable-warning=ExperimentalWarning']

/** For running the app itself, with the settings that its owner keeps in a file. */
export function appFlags() {
  const file = findSettingsFile()
  return [...nodeFlags, ...(file ? [`--env-file=${file}`] : [])]
}

/** Compiled code is kept between starts, which saves a third of each. */
export const appEnvironment = (node) => ({
  NODE_COMPILE_CACHE: inRoot('node_modules', '.cache', 'compiled'),
  ...environmentFor(node),
})
