import { chmod, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { homedir } from 'node:os'
import { dirname, join } from 'node:path'
import { Misuse } from './problems.mjs'

const configFile = () => process.env.FRAMELIGHT_CONFIG || join(homedir(), '.config', 'framelight', 'config.json')

export const stateFolder = () => process.env.FRAMELIGHT_STATE || join(homedir(), '.local', 'state', 'framelight')

export async function saveLogin(login) {
  const file = configFile()
  await mkdir(dirname(file), { recursive: true, mode: 0o700 })
  const unfinished = `${file}.${process.pid}`
  // The mode of an existing file wouldn't change, so remove what an interrupted login left.
  await rm(unfinished, { force: true })
  await writeFile(unfinished, `${JSON.stringify(login, null, 2)}\n`, { mode: 0o600, flag: 'wx' })
  await chmod(unfinished, 0o600)
  await rename(unfinished, file)
}

export const forgetLogin = () => rm(configFile(), { force: true })

export async function requireLogin() {
  const text = await readFile(configFile(), 'utf8').catch((error) => {
    if (error.code === 'ENOENT') return '{}'
    throw error
  })
  const { server, key } = parse(text)
  if (typeof server !== 'string' || typeof key !== 'string') {
    throw new Misuse("You aren't logged in. Run framelight login --server URL first.")
  }
  return { server, key }
}

function parse(text) {
  try {
    return JSON.parse(text) ?? {}
  } catch {
    return {}
  }
}
