import { accessSync, constants, existsSync, statSync } from 'node:fs'
import { resolve } from 'node:path'
import { inRoot, root } from './paths.mjs'
import { Problem } from './problem.mjs'

/** The file with the server's settings, where there is one. */
export function findSettingsFile() {
  const file = inRoot('.env')
  if (!existsSync(file)) return undefined
  try {
    accessSync(file, constants.R_OK)
    return file
  } catch {
    throw new Problem(`${file} isn't readable for this user: run this as the user that runs the server.`)
  }
}

/** Takes those settings into this process, as the server does; the environment wins. */
export function loadSettings() {
  const file = findSettingsFile()
  if (file) process.loadEnvFile(file)
}

const setting = (name) => process.env[name]?.trim() || undefined

export const dataFolder = () => resolve(root, setting('DATA_DIR') ?? 'data')

/** Where the server of these settings answers on this machine. */
export function serverUrl() {
  const host = setting('HOST')
  const isEvery = !host || ['0.0.0.0', '::'].includes(host)
  return `http://${isEvery ? 'localhost' : host.includes(':') ? `[${host}]` : host}:${setting('PORT') ?? 5000}`
}

/** Backups go to where the server puts its own; else beside the data, where a few are enough. */
export const backupFolder = () =>
  setting('BACKUP_DAILY')
    ? { folder: resolve(root, setting('BACKUP_DAILY')), keep: setting('BACKUP_KEEP') ?? '7' }
    : { folder: resolve(dataFolder(), 'backups'), keep: '3' }

export const isEmbedded = () => !setting('DATABASE_URL')

/** For root: files in the data folder must stay its owner's, or the server can't open them any more. */
export function dataOwner() {
  if (process.getuid?.() !== 0 || !existsSync(dataFolder())) return {}
  const { uid, gid } = statSync(dataFolder())
  return { uid, gid }
}
