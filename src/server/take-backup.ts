import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'

const command = join(import.meta.dirname, 'backup.ts')

/** In a process of its own: copying the database would keep this one from answering. */
export async function takeBackup(folder: string, keep: number, signal: AbortSignal) {
  const args = [...process.execArgv, command, folder, '--keep', String(keep)]
  try {
    const { stdout } = await promisify(execFile)(process.execPath, args, { signal })
    return stdout.trim()
  } catch (error) {
    const { stdout = '', stderr = '' } = error as { stdout?: string; stderr?: string }
    throw new Error(`${stdout}${stderr}`.trim() || (error as Error).message, { cause: error })
  }
}
