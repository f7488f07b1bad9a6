import { spawnSync } from 'node:child_process'
import { delimiter, dirname } from 'node:path'
import { Problem, step } from './command.mjs'
import { npm, withDevelopmentPackages } from './packages.mjs'
import { inRoot, root } from './paths.mjs'
import { run, runInForeground } from './processes.mjs'
import { findSettingsFile } from './server-settings.mjs'

/** The first LTS line in which every release runs TypeScript and includes SQLite without flags. */
const neededMajor = 24
const ownNode = inRoot('node_modules', 'node', 'bin', process.platform === 'win32' ? 'node.exe' : 'node')

const isNewEnough = (version = '') => Number.parseInt(version.replace('v', ''), 10) >= neededMajor

export function findNode() {
  if (isNewEnough(process.version)) return process.execPath
  if (isNewEnough(spawnSync(ownNode, ['--version'], { encoding: 'utf8' }).stdout ?? '')) return ownNode
}

export async function ensureNode() {
  if (!findNode()) {
    // The `node` package downloads its binary in an install script, so run it even if the user has disabled scripts.
    const install = () =>
      npm('install', '--no-save', withDevelopmentPackages, '--ignore-scripts=false', `node@${neededMajor}`)
    await step(`Installing Node.js ${neededMajor}`, install)
  }
  const node = findNode()
  if (!node) throw new Problem(`Couldn't install Node.js ${neededMajor}. Install it yourself and run this again.`)
  return node
}

/** Puts the given Node first on the PATH, for tools that start `node` themselves. */
export const environmentFor = (node) => ({ ...process.env, PATH: `${dirname(node)}${delimiter}${process.env.PATH}` })

/** Hides the SQLite warning that Node 24 prints at every start. */
export const nodeFlags = ['--disable-warning=ExperimentalWarning']

export function appFlags() {
  const file = findSettingsFile()
  return [...nodeFlags, ...(file ? [`--env-file=${file}`] : [])]
}

/** Caching compiled code makes startup a third faster. */
export const appEnvironment = (node) => ({
  NODE_COMPILE_CACHE: inRoot('node_modules', '.cache', 'compiled'),
  ...environmentFor(node),
})

/** Some tools in node_modules/.bin are scripts that call `node`, so the given Node must be first on the PATH. */
function tool(node, name, environment) {
  const onWindows = process.platform === 'win32'
  const env = { ...environmentFor(node), NODE_OPTIONS: nodeFlags.join(' '), ...environment }
  return [inRoot('node_modules', '.bin', onWindows ? `${name}.cmd` : name), { cwd: root, env, shell: onWindows }]
}

export function runTool(node, name, args, environment) {
  const [command, options] = tool(node, name, environment)
  return run(command, args, options)
}

export function runToolInForeground(node, name, args) {
  const [command, options] = tool(node, name)
  return runInForeground(command, args, options)
}
