import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { command } from './command.mjs'
import { forgetPrevious, prepare, previousCommit, swap, swapBack } from './installed-code.mjs'
import { inRoot, root } from './paths.mjs'
import { Misuse, Problem } from './problem.mjs'
import { runInForeground } from './processes.mjs'
import { changesDatabase, findUpdate, nameOf, presentCommit } from './releases.mjs'
import { askServer, comesUp } from './server-health.mjs'
import { backupFolder, dataFolder, dataOwner, isEmbedded, loadSettings, serverUrl } from './server-settings.mjs'

const usage = `Usage: npm run update -- [--restart COMMAND] [--to VERSION | --branch NAME] [--backup FOLDER | --no-backup] [--wait SECONDS]
       npm run update -- --back [--restart COMMAND]
  Builds the newest release beside the running one, takes a backup and puts the release in place. With --restart it also
  restarts the server, and goes back to the previous version if the new one doesn't come up.
  --restart COMMAND  restarts the server, such as "systemctl restart framelight"
  --to VERSION       another release, also an older one
  --branch NAME      the newest code of a branch, released or not
  --backup FOLDER    where the backup goes; otherwise BACKUP_DAILY, or the folder backups beside the data
  --no-backup        take none
  --wait SECONDS     how long the new version may take to come up; 120 unless given
  --back             put the previous version back, as long as its build is kept`
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
  if (to && branch) throw new Misuse('--to and --branch name two things: give one of them.')
  if (backup && isWithout) throw new Misuse('--backup and --no-backup exclude each other.')
  if (back && (to || branch || backup)) throw new Misuse('--back takes --restart and --wait alone.')
  if (!/^[1-9]\d*$/.test(wait)) throw new Misuse('--wait must be a whole number of seconds, 1 or more.')
}

const runServerCommand = (...args) =>
  runInForeground(process.execPath, [inRoot('scripts', 'server-command.mjs'), ...args], { cwd: root, ...dataOwner() })

/** The folder that holds it; undefined where none was taken. */
async function takeBackup({ backup, 'no-backup': isWithout }, isRunning) {
  if (isWithout) return undefined
  if (isEmbedded() && !existsSync(join(dataFolder(), 'framelight.db'))) {
    if (isRunning) {
      throw new Problem(
        `A server answers at ${serverUrl()}, but there is no database in ${dataFolder()}: run this with the server's settings, or add --no-backup.`,
      )
    }
    console.log(`There's no database in ${dataFolder()}, so there is nothing to back up.`)
    return undefined
  }
  const { folder, keep } = backup ? { folder: backup } : backupFolder()
  const code = await runServerCommand('backup', folder, ...(keep ? ['--keep', keep] : []))
  if (code === 0) return folder
  throw new Problem(
    'The backup failed, and nothing was changed. Try another folder with --backup FOLDER, or go without: --no-backup.',
  )
}

const restart = (by) => runInForeground('sh', ['-c', by], { cwd: root })

const startsAgain = async ({ restart: by, wait }, before) =>
  (await restart(by)) === 0 && (await comesUp(serverUrl(), { before, patienceMs: Number(wait) * 1000 }))

/** After the new version didn't come up. The database is restored only if the old version can't work with it any more. */
async function goBack(values, { before, backup }) {
  const [failed, present] = [presentCommit(), previousCommit()]
  console.error(`${nameOf(failed)} didn't come up: going back to ${nameOf(present)}.`)
  swapBack()
  const server = await askServer(serverUrl())
  // Where the command didn't restart anything, the old process is still there.
  if (server?.isWell && server.startedAt === before.startedAt) return
  if (await startsAgain(values, undefined)) return
  if (backup && isEmbedded() && changesDatabase(present, failed)) {
    console.error("It can't work with the database as the new version left it: restoring the backup.")
    if ((await runServerCommand('restore', backup, '--replace')) === 0 && (await startsAgain(values, undefined))) return
  }
  throw new Problem(`${nameOf(present)} is back in place but doesn't come up either: the server's log says why.`)
}

async function putBack(values) {
  const commit = previousCommit()
  if (!commit) throw new Problem('No previous version is kept here: name one with --to.')
  const before = await askServer(serverUrl())
  swapBack()
  const name = nameOf(commit)
  if (!values.restart) return void console.log(`${name} is back in place: restart the server now.`)
  if (await startsAgain(values, before)) return void console.log(`${name} is running again.`)
  throw new Problem(
    `${name} is back in place but doesn't come up. If its log says that the database was written by a newer version, restore the backup from before the update.`,
  )
}

command({ usage, options }, async ({ values }) => {
  requireSensible(values)
  loadSettings()
  if (values.back) return await putBack(values)
  const commit = findUpdate(values)
  if (!commit) return void console.log(`${nameOf('HEAD')} is the newest already.`)
  const name = nameOf(commit)
  console.log(`Updating from ${nameOf('HEAD')} to ${name}.`)
  await prepare(commit)
  const before = await askServer(serverUrl())
  const backup = await takeBackup(values, before !== undefined)
  swap(commit)
  if (!values.restart) {
    console.log(`${name} is in place: restart the server now.`)
    console.log("If it doesn't come up, `npm run update -- --back` puts the previous version back.")
    return 0
  }
  if (!before?.isWell) {
    const code = await restart(values.restart)
    console.log(
      `${name} is in place. No healthy server answered at ${serverUrl()} before, so whether it came up wasn't checked.`,
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
