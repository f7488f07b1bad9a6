import { existsSync, readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { Problem, step } from './command.mjs'
import { inRoot, root } from './paths.mjs'
import { run } from './processes.mjs'

const lockFile = inRoot('package-lock.json')
/** npm writes this file last, so it only exists after a complete installation. */
const installedFile = inRoot('node_modules', '.package-lock.json')

const readPackages = (file) => JSON.parse(readFileSync(file, 'utf8')).packages

const admits = (list, value) =>
  !list || list.includes(value) || (list.every((item) => item.startsWith('!')) && !list.includes(`!${value}`))

/**
 * Whether the installed packages match the lock file. Optional packages can be missing, because most are binaries for
 * other systems. Packages for another system, as in a copied folder, don't match. With `withDevelopment: false`,
 * development packages can be missing too.
 */
export function matchesLock(locked, installed, { platform, arch } = process, { withDevelopment = true } = {}) {
  const mayBeMissing = ({ optional, dev, devOptional }) => optional || (!withDevelopment && (dev || devOptional))
  return (
    Object.entries(locked).every(([path, wanted]) => {
      const found = installed[path]
      if (path === '' || (!found && mayBeMissing(wanted))) return true
      return found?.version === wanted.version && found.integrity === wanted.integrity
    }) && Object.values(installed).every(({ os, cpu }) => admits(os, platform) && admits(cpu, arch))
  )
}

export function packagesAreReady({ withDevelopment = true } = {}) {
  if (!existsSync(installedFile)) return false
  const installed = readPackages(installedFile)
  return (
    matchesLock(readPackages(lockFile), installed, process, { withDevelopment }) &&
    Object.keys(installed).every((path) => existsSync(inRoot(path)))
  )
}

const npmProblems = [
  [/EACCES|EPERM|EROFS/, `No write access to ${root}. Run this as the folder's owner, or in your own copy.`],
  [/ENOSPC/, 'The disk is full. Free some space and run this again.'],
  [
    /ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENETUNREACH|EHOSTUNREACH|ERR_SOCKET_TIMEOUT|E5\d\d/,
    "Can't reach the npm registry. Check your connection and npm's registry and proxy settings, and run this again.",
  ],
  [/code EUSAGE/, "package-lock.json doesn't match package.json. Run `npm install` to update it."],
]

/** The build needs development packages, which NODE_ENV=production would omit. */
export const withDevelopmentPackages = '--include=dev'

/** `engine-strict` is off because these scripts may still have to install the Node that `engines` requires. */
const quietly = [
  '--engine-strict=false',
  '--loglevel=error',
  '--no-audit',
  '--no-fund',
  '--no-progress',
  '--fetch-retry-mintimeout=1000',
  '--fetch-retry-maxtimeout=5000',
]

export async function npm(...args) {
  const { npm_execpath: cli = '' } = process.env
  const [command, first] = basename(cli) === 'npm-cli.js' ? [process.execPath, [cli]] : ['npm', []]
  const options = { cwd: root, shell: command === 'npm' && process.platform === 'win32' }
  const { code, output } = await run(command, [...first, ...args, ...quietly], options).catch((error) => {
    if (error.code === 'ENOENT') throw new Problem("Can't find npm. Install it together with Node.js.")
    throw error
  })
  if (code === 0) return
  const known = npmProblems.find(([pattern]) => pattern.test(output))
  throw new Problem(known ? known[1] : `${output.trim()}\nnpm couldn't install the packages. See above for the reason.`)
}

export async function ensureDependencies() {
  if (!packagesAreReady()) await step('Installing packages', () => npm('ci', withDevelopmentPackages))
}
