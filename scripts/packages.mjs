import { existsSync, readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { inRoot, root } from './paths.mjs'
import { Problem } from './problem.mjs'
import { run } from './processes.mjs'
import { step } from './step.mjs'

const lockFile = inRoot('package-lock.json')
/** npm writes it last, so it is only there when an installation was completed. */
const installedFile = inRoot('node_modules', '.package-lock.json')

const readPackages = (file) => JSON.parse(readFileSync(file, 'utf8')).packages

const admits = (list, value) =>
  !list || list.includes(value) || (list.every((item) => item.startsWith('!')) && !list.includes(`!${value}`))

/**
 * Whether the installed packages are those of the lock file. Optional ones may be missing, being mostly binaries for
 * other systems; none may be made for another system, as in a folder copied from there. Without `withDevelopment` those are
 * looked at that the product runs with.
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
  [/EACCES|EPERM|EROFS/, `No write access to ${root}: run this as the folder's owner, or in a copy of your own.`],
  [/ENOSPC/, 'The disk is full: free some space and run this again.'],
  [
    /ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENETUNREACH|EHOSTUNREACH|ERR_SOCKET_TIMEOUT|E5\d\d/,
    "The npm registry cannot be reached: check the connection, or npm's registry and proxy settings, and run this again.",
  ],
  [/code EUSAGE/, 'package-lock.json does not go with package.json: run `npm install` to bring it up to date.'],
]

/** Asked for by name: the build needs them, and NODE_ENV=production would leave them out. */
export const withDevelopmentPackages = '--include=dev'

/** The Node that `engines` asks for may be one that these scripts have yet to fetch. */
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
    if (error.code === 'ENOENT') throw new Problem('npm is needed to install packages: install it along with Node.js.')
    throw error
  })
  if (code === 0) return
  const known = npmProblems.find(([pattern]) => pattern.test(output))
  throw new Problem(known ? known[1] : `${output.trim()}\nnpm could not install what is needed; it says why above.`)
}

export async function ensureDependencies() {
  if (!packagesAreReady()) await step('Installing packages', () => npm('ci', withDevelopmentPackages))
}
