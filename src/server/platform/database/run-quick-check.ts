import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

const program = fileURLToPath(new URL('./quick-check-process.ts', import.meta.url))

export async function runQuickCheck(file: string, signal?: AbortSignal): Promise<string[]> {
  const args = ['--disable-warning=ExperimentalWarning', program, file]
  const { stdout } = await promisify(execFile)(process.execPath, args, { signal })
  return JSON.parse(stdout)
}
