import { hash } from 'node:crypto'
import { isbot } from 'isbot'
import type { DeviceKind } from '#shared/analytics.ts'

/** What a browser's long name for itself tells: whether it is one at all, and what it runs on; `mark` stands for the name. */
export type UserAgent = { isMachine: boolean; device: DeviceKind; mark: string }

const maxKept = 1000
const longestKept = 512

/** In this order: a tablet says much of what a phone says, and a television much of what a computer does. */
const devices: [RegExp, DeviceKind][] = [
  [/\bTV\b|smart-?tv|apple ?tv|googletv|\bAFT\w|BRAVIA|Web0S|Roku|PlayStation|Xbox|Nintendo|CrKey/i, 'other'],
  [/iPad|\bTablet\b|PlayBook|Kindle|\bSilk\/(?!.*Mobile)|Android(?!.*(\bMobi|Opera Mini))/i, 'tablet'],
  [/\bMobi|iPhone|iPod|Windows Phone|Opera Mini|BlackBerry|Android/i, 'phone'],
  [/Windows NT|Macintosh|X11|CrOS|Linux/i, 'computer'],
]

/** Beside those that isbot knows: no browser of this century but Microsoft's oldest calls itself compatible. */
const otherMachines = /\(compatible;(?! MSIE)|^Microsoft Office/

const read = (name: string): UserAgent => ({
  isMachine: name === '' || isbot(name) || otherMachines.test(name),
  device: devices.find(([pattern]) => pattern.test(name))?.[1] ?? 'other',
  mark: hash('sha1', name, 'base64url'),
})

/** Many visitors share few browsers, and reading a name takes longer than everything else that counting does. */
export function createUserAgents() {
  const kept = new Map<string, UserAgent>()

  return function describe(name: string): UserAgent {
    const known = kept.get(name)
    if (known) return known
    const agent = read(name)
    if (name.length > longestKept) return agent
    if (kept.size >= maxKept) kept.clear()
    kept.set(name, agent)
    return agent
  }
}
