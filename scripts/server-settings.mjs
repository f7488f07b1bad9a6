import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { inRoot, root } from './paths.mjs'

/** Takes what `.env` says into this process, as the server does; the environment wins. */
export function loadSettings() {
  if (existsSync(inRoot('.env'))) process.loadEnvFile(inRoot('.env'))
}

export const dataFolder = () => resolve(root, process.env.DATA_DIR?.trim() || 'data')

/** Where the server of these settings answers on this machine. */
export const serverUrl = () => `http://localhost:${process.env.PORT?.trim() || 5000}`
