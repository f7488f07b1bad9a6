import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { StartupProblem } from '../startup-problem.ts'

export class MissingTool extends StartupProblem {}

/** PostgreSQL's own commands. Arguments show up in `ps` for every user, so the password goes through the environment. */
export async function runPostgresTool(name: 'pg_dump' | 'pg_restore', args: string[], url?: string) {
  const { address, password } = splitPassword(url ?? '')
  const env = { ...process.env, ...(password !== undefined && { PGPASSWORD: password }) }
  try {
    await promisify(execFile)(name, url ? [`--dbname=${address}`, ...args] : args, { env })
  } catch (error) {
    const { code, stderr } = error as { code?: string; stderr?: string }
    if (code === 'ENOENT') {
      throw new MissingTool(`${name} was not found: install PostgreSQL's client programs and put them on the PATH.`)
    }
    throw new StartupProblem(`${name} failed: ${(stderr ?? '').trim().split('\n')[0]}.`, { cause: error })
  }
}

const inAuthority = /^([a-z]+:\/\/[^:@/?#]*):([^@/?#]*)@/i
const inQuery = /([?&])password=([^&#]*)&?/

/** By patterns and not by `URL`, which refuses addresses that PostgreSQL accepts: several hosts, or none. */
export function splitPassword(url: string) {
  const encoded = inAuthority.exec(url)?.[2] ?? inQuery.exec(url)?.[2]
  const address = url.replace(inAuthority, '$1@').replace(inQuery, '$1').replace(/[?&]$/, '')
  return { address, password: encoded === undefined ? undefined : decodeURIComponent(encoded) }
}
