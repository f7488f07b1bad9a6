import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

export async function runAdmin(dataDir: string | undefined, ...args: string[]) {
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ['--disable-warning=ExperimentalWarning', 'src/server/commands/admin.ts', ...args, '--json'],
    { env: { ...process.env, DATA_DIR: dataDir } },
  )
  return JSON.parse(stdout)
}
