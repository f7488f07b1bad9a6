import { accessSync, constants, existsSync, statSync } from 'node:fs'
import { resolve } from 'node:path'
import { Problem } from './command.mjs'
import { inRoot, root } from './paths.mjs'

export function findSettingsFile() {
  const file = inRoot('.env')
  if (!existsSync(file)) return undefined
  try {
    accessSync(file, constants.R_OK)
    return file
  } catch {
    throw new Problem(`This user can't read ${file}. Run this as the server's user.`)
  }
}

/** As in the server, variables that are already set take precedence over .env. */
export function loadSettings() {
  const file = findSettingsFile()
  if (file) process.loadEnvFile(file)
}

const setting = (name) => process.env[name]?.trim() || undefined

export const dataFolder = () => resolve(root, setting('DATA_DIR') ?? 'data')

export function serverUrl() {
  const host = setting('HOST')
  const isEvery = !host || ['0.0.0.0', '::'].includes(host)
  return `http://${isEvery ? 'localhost' : host.includes(':') ? `[${host}]` : host}:${setting('PORT') ?? 5000}`
}

/** Uses the folder for daily backups if it's set. Otherwise, keeps three backups in the data folder. */
export const backupFolder = () =>
  setting('BACKUP_DAILY')
    ? { folder: resolve(root, setting('BACKUP_DAILY')), keep: setting('BACKUP_KEEP') ?? '7' }
    : { folder: resolve(dataFolder(), 'backups'), keep: '3' }

export const isEmbedded = () => !setting('DATABASE_URL')

/** Returns the data folder's owner if run as root, because the server couldn't open files that root creates. */
export function dataOwner() {
  if (process.getuid?.() !== 0 || !existsSync(dataFolder())) return {}
  const { uid, gid } = statSync(dataFolder())
  return { uid, gid }
}
