import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseEnv } from 'node:util'
import { settings } from './settings.ts'

const envFile = join(import.meta.dirname, '..', '..', '..', '.env')
const known = Object.keys(settings)

/** Node, libraries or the system read these variables, so `.env` can contain them too. */
const notOurs = /^(NODE_|AWS_|PG[A-Z]+$|MALLOC_|UV_|LC_|SSL_|LANG$|TZ$|PATH$|HOME$)|_proxy$/i

/** Short names resemble too many others: HOST differs from HOME in only two letters. */
const allowedEdits = (name: string) => (name.length < 10 ? 1 : 2)

const plain = (name: string) => name.toUpperCase().replaceAll(/[_-]/g, '')

function findNearest(name: string) {
  const distances = known.map((setting) => ({ setting, edits: editDistance(plain(name), plain(setting)) }))
  const [nearest] = distances.sort((one, other) => one.edits - other.edits)
  return nearest && nearest.edits <= allowedEdits(nearest.setting) ? nearest.setting : undefined
}

/** Counts insertions, deletions, replacements and swaps of adjacent letters. */
function editDistance(from: string, to: string) {
  let [beforeLast, last]: number[][] = [[], Array.from({ length: to.length + 1 }, (_, column) => column)]
  for (let row = 1; row <= from.length; row++) {
    const current = [row]
    for (let column = 1; column <= to.length; column++) {
      const isSame = from[row - 1] === to[column - 1]
      const isSwapped = from[row - 1] === to[column - 2] && from[row - 2] === to[column - 1]
      current[column] = Math.min(
        at(last, column) + 1,
        at(current, column - 1) + 1,
        at(last, column - 1) + (isSame ? 0 : 1),
        isSwapped ? at(beforeLast, column - 2) + 1 : Number.POSITIVE_INFINITY,
      )
    }
    ;[beforeLast, last] = [last, current]
  }
  return at(last, to.length)
}
const at = (row: number[] | undefined, column: number) => row?.[column] ?? Number.POSITIVE_INFINITY

/** Ignores a missing or unreadable file, because the start script has already handled it. */
function namesIn(file: string) {
  try {
    return Object.keys(parseEnv(readFileSync(file, 'utf8')))
  } catch {
    return []
  }
}

/** Without these warnings, a mistyped setting would silently keep its default, such as open registration. */
export function describeUnknownSettings(env: Record<string, string | undefined>, fileNames = namesIn(envFile)) {
  const isUnknown = (name: string) => !known.includes(name)
  const inFile = fileNames.filter(isUnknown).flatMap((name) => {
    const nearest = findNearest(name)
    if (nearest) return [`${name} in .env isn't a setting: did you mean ${nearest}?`]
    return notOurs.test(name) ? [] : [`${name} in .env isn't a setting.`]
  })
  const inEnvironment = Object.keys(env)
    .filter((name) => isUnknown(name) && !fileNames.includes(name))
    .flatMap((name) => {
      const nearest = findNearest(name)
      return nearest && !env[nearest] ? [`${name} isn't a setting: did you mean ${nearest}?`] : []
    })
  return [...inFile, ...inEnvironment]
}
