import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { command, Misuse, Problem } from './command.mjs'
import { inRoot, root } from './paths.mjs'
import { runInForeground } from './processes.mjs'
import {
  changesDatabase,
  findUpdate,
  forgetPrevious,
  nameOf,
  prepare,
  presentCommit,
  previousCommit,
  swap,
  swapBack,
} from './releases.mjs'
import { backupFolder, dataFolder, dataOwner, isEmbedded, loadSettings, serverUrl } from './server-settings.mjs'

const usage = `Usage: npm run update -- [--restart COMMAND] [--to VERSION | --branch NAME] [--backup FOLDER | --no-backup] [--wait SECONDS]
       npm run update -- --back [--restart COMMAND]
  Builds the latest release next to the running one, takes a backup and puts the release in place. With --restart it also
  restarts the server, and rolls back to the previous version if the new one doesn't start.
  --restart COMMAND  the command to restart the server, such as "systemctl restart framelight"
  --to VERSION       another release, newer or older
  --branch NAME      the latest commit of a branch, released or not
  --backup FOLDER    the backup's folder; by default BACKUP_DAILY, or the folder backups in DATA_DIR
  --no-backup        don't take a backup
  --wait SECONDS     how long the new version can take to start; 120 by default
  --back             go back to the previous version, as long as its build is kept`
const options = {
  restart: { type: 'string' },
  to: { type: 'string' },
  branch: { type: 'string' },
  backup: { type: 'string' },
  'no-backup': { type: 'boolean', default: false },
  wait: { type: 'string', default: '120' },
  back: { type: 'boolean', default: false },
}

function requireSensible({ to, branch, backup, wait, back, 'no-backup': isWithout }) {
  if (to && branch) throw new Misuse('Use either --to or --branch, not both.')
  if (backup && isWithout) throw new Misuse('Use either --backup or --no-backup, not both.')
  if (back && (to || branch || backup)) throw new Misuse('--back can only be used with --restart and --wait.')
  if (!/^[1-9]\d*$/.test(wait)) throw new Misuse('--wait must be a whole number of seconds, 1 or more.')
}

const runServerCommand = (...args) =>
  runInForeground(process.execPath, [inRoot('scripts', 'server-command.mjs'), ...args], { cwd: root, ...dataOwner() })

async function takeBackup({ backup, 'no-backup': isWithout }, isRunning) {
  if (isWithout) return undefined
  if (isEmbedded() && !existsSync(join(dataFolder(), 'framelight.db'))) {
    if (isRunning) {
      throw new Problem(
        `A server is running at ${serverUrl()}, but there's no database in ${dataFolder()}. Make sure you run this with the server's settings, or add --no-backup.`,
      )
    }
    console.log(`There's no database in ${dataFolder()}, so there's nothing to back up.`)
    return undefined
  }
  const { folder, keep } = backup ? { folder: backup } : backupFolder()
  const code = await runServerCommand('backup', folder, ...(keep ? ['--keep', keep] : []))
  if (code === 0) return folder
  throw new Problem(
    'The backup failed, and nothing was changed. Try another folder with --backup FOLDER, or skip it with --no-backup.',
  )
}

const answerMs = 5000
const pollMs = 500

// A keep-alive connection would still reach the old process.
const headers = { connection: 'close' }
const ask = (url) => fetch(url, { headers, signal: AbortSignal.timeout(answerMs) }).catch(() => undefined)

/** Returns the server's health, or undefined if no server responds. Versions before 0.2 don't send `startedAt`. */
async function askServer(url) {
  const [health, live] = await Promise.all([ask(`${url}/api/health`), ask(`${url}/api/health/live`)])
  if (!live?.ok) return undefined
  const { data } = await live.json().catch(() => ({}))
  return { isWell: health?.ok ?? false, startedAt: data?.startedAt }
}

/**
 * Waits for a healthy server other than the process in `before`. Returns false after `timeoutMs`. A server that doesn't
 * send `startedAt` counts as a different process.
 */
async function comesUp(url, { before, timeoutMs }) {
  const until = Date.now() + timeoutMs
  while (Date.now() < until) {
    const server = await askServer(url)
    const isOther = server?.startedAt === undefined || server.startedAt !== before?.startedAt
    if (server?.isWell && isOther) return true
    await sleep(pollMs)
  }
  return false
}

const restart = (by) => runInForeground('sh', ['-c', by], { cwd: root })

const startsAgain = async ({ restart: by, wait }, before) =>
  (await restart(by)) === 0 && (await comesUp(serverUrl(), { before, timeoutMs: Number(wait) * 1000 }))

/** Restores the backup only if the previous version doesn't start and the migrations differ. */
async function goBack(values, { before, backup }) {
  const [failed, present] = [presentCommit(), previousCommit()]
  console.error(`${nameOf(failed)} didn't start. Going back to ${nameOf(present)}.`)
  swapBack()
  const server = await askServer(serverUrl())
  // If the command didn't restart anything, the old process is still running.
  if (server?.isWell && server.startedAt === before.startedAt) return
  if (await startsAgain(values, undefined)) return
  if (backup && isEmbedded() && changesDatabase(present, failed)) {
    console.error("It can't use the database since the new version changed it. Restoring the backup.")
    if ((await runServerCommand('restore', backup, '--replace')) === 0 && (await startsAgain(values, undefined))) return
  }
  throw new Problem(`${nameOf(present)} is back in place but doesn't start either. The server's log says why.`)
}

async function putBack(values) {
  const commit = previousCommit()
  if (!commit) throw new Problem("There's no previous version here. Name one with --to.")
  const before = await askServer(serverUrl())
  swapBack()
  const name = nameOf(commit)
  if (!values.restart) return void console.log(`${name} is back in place. Restart the server now.`)
  if (await startsAgain(values, before)) return void console.log(`${name} is running again.`)
  throw new Problem(
    `${name} is back in place but doesn't start. If its log says that the database was written by a newer version, restore the backup from before the update.`,
  )
}

command({ usage, options }, async ({ values }) => {
  requireSensible(values)
  loadSettings()
  if (values.back) return await putBack(values)
  const commit = findUpdate(values)
  if (!commit) return void console.log(`${nameOf('HEAD')} is already the latest version.`)
  const name = nameOf(commit)
  console.log(`Updating from ${nameOf('HEAD')} to ${name}.`)
  await prepare(commit)
  const before = await askServer(serverUrl())
  const backup = await takeBackup(values, before !== undefined)
  swap(commit)
  if (!values.restart) {
    console.log(`${name} is in place. Restart the server now.`)
    console.log("If it doesn't start, go back with `npm run update -- --back`.")
    return 0
  }
  if (!before?.isWell) {
    const code = await restart(values.restart)
    console.log(
      `${name} is in place. No healthy server was running at ${serverUrl()} before, so we didn't check whether it started.`,
    )
    return code
  }
  if (await startsAgain(values, before)) {
    forgetPrevious()
    console.log(`${name} is running.`)
    return 0
  }
  await goBack(values, { before, backup })
  console.error('The previous version is running again.')
  return 1
})
