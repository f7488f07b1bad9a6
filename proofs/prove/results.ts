import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { availableParallelism, cpus, hostname, loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import type { Outcome } from '../faults/outcome.ts'

const root = join(import.meta.dirname, '..', '..')
const file = join(root, 'docs', 'proof.json')

export type Result = Outcome & {
  finishedAt: string
  commit: string
  source: string
  machine: string
  /** The five-minute load average. If it's far above the number of cores, other processes were probably competing. */
  load?: number
  seconds: number
}
export type Results = Record<string, Result>

export const readResults = (): Results => (existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {})

const keptLength = 200

/** Keeps a single line without machine-specific paths. The run has already printed the full text. */
const tidy = (problem: string) =>
  stripVTControlCharacters(problem)
    .split('\n', 1)
    .join()
    .replaceAll(root, '')
    .replaceAll(tmpdir(), '')
    .replaceAll(`"node":"${hostname()}",`, '')
    .slice(0, keptLength)

/** Rereads the file, because another process may have finished a part. */
export function keepResult(name: string, result: Result) {
  const results = Object.entries({ ...readResults(), [name]: { ...result, problems: result.problems.map(tidy) } }).sort(
    ([a], [b]) => a.localeCompare(b),
  )
  const next = `${file}.${process.pid}`
  writeFileSync(next, `${JSON.stringify(Object.fromEntries(results), null, 2)}\n`)
  renameSync(next, file)
}

const git = (...args: string[]) => {
  try {
    return execFileSync('git', args, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim()
  } catch {
    return ''
  }
}

/** The commit (with a plus if src has uncommitted changes) and the tree hash of src. */
export function readVersion() {
  const commit = git('rev-parse', '--short', 'HEAD') || 'no commit'
  const isChanged = git('status', '--porcelain', '--', 'src') !== ''
  return { commit: isChanged ? `${commit}+` : commit, source: isChanged ? '' : git('rev-parse', '--short', 'HEAD:src') }
}

export const describeMachine = () =>
  `${availableParallelism()} cores (${cpus()[0]?.model.trim() ?? 'unknown'}), Node ${process.versions.node}`

export const readLoad = () => Math.round(loadavg()[1] ?? 0)

export const isProven = (result: Result | undefined, { source }: { source: string }) =>
  result !== undefined && result.problems.length === 0 && source !== '' && result.source === source
