import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { StartupProblem } from '../startup-problem.ts'

export class MissingTool extends StartupProblem {}

/** Arguments are visible in `ps`, so the password is passed in the environment. */
export async function runPostgresTool(name: 'pg_dump' | 'pg_restore', args: string[], url?: string) {
  const { url: safeUrl, password } = splitPassword(url ?? '')
  const env = { ...process.env, ...(password !== undefined && { PGPASSWORD: password }) }
  try {
    await promisify(execFile)(name, url ? [`--dbname=${safeUrl}`, ...args] : args, { env })
  } catch (error) {
    const { code, stderr } = error as { code?: string; stderr?: string }
    if (code === 'ENOENT') {
      throw new MissingTool(`${name} wasn't found. Install PostgreSQL's client programs and put them on the PATH.`)
    }
    throw new StartupProblem(`${name} failed: ${(stderr ?? '').trim().split('\n')[0]}.`, { cause: error })
  }
}

const inAuthority = /^([a-z]+:\/\/[^:@/?#]*):([^@/?#]*)@/i
const inQuery = 'password='

/** Doesn't use `URL`, which rejects PostgreSQL URLs with several hosts, or none. */
export function splitPassword(url: string) {
  const [base = '', ...query] = url.split('?')
  const parameters = query.join('?').split('&')
  const encoded =
    inAuthority.exec(base)?.[2] ?? parameters.find((one) => one.startsWith(inQuery))?.slice(inQuery.length)
  const rest = parameters.filter((one) => !one.startsWith(inQuery)).join('&')
  return {
    url: base.replace(inAuthority, '$1@') + (rest && `?${rest}`),
    password: encoded === undefined ? undefined : decodeURIComponent(encoded),
  }
}
