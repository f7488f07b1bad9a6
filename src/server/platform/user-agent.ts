import { hash } from 'node:crypto'
import { isbot } from 'isbot'
import { LRUCache } from 'lru-cache'
import type { DeviceKind } from '#shared/analytics.ts'

/** What a browser's long name for itself tells: whether it is one at all, and what it runs on; `nameHash` stands for the name. */
export type UserAgent = { isMachine: boolean; device: DeviceKind; nameHash: string }

const maxCached = 1000
const maxLength = 512

/** In this order: a tablet says much of what a phone says, and a television much of what a computer does. */
const devices: { pattern: RegExp; unless?: RegExp; device: DeviceKind }[] = [
  {
    pattern: /\bTV\b|smart-?tv|apple ?tv|googletv|\bAFT\w|BRAVIA|Web0S|Roku|PlayStation|Xbox|Nintendo|CrKey/i,
    device: 'other',
  },
  { pattern: /iPad|\bTablet\b|PlayBook|Kindle/i, device: 'tablet' },
  // Phones with the same system say that they are mobile. Two patterns: a lookahead would read the rest again and again.
  { pattern: /\bSilk\/|Android/i, unless: /\bMobi|Opera Mini/i, device: 'tablet' },
  { pattern: /\bMobi|iPhone|iPod|Windows Phone|Opera Mini|BlackBerry|Android/i, device: 'phone' },
  { pattern: /Windows NT|Macintosh|X11|CrOS|Linux/i, device: 'computer' },
]

const isDevice = (name: string, { pattern, unless }: (typeof devices)[number]) =>
  pattern.test(name) && !unless?.test(name)

/** Beside those that isbot knows: no browser of this century but Microsoft's oldest calls itself compatible. */
const otherMachines = /\(compatible;(?! MSIE)|^Microsoft Office/

const read = (name: string): UserAgent => ({
  isMachine: name === '' || isbot(name) || otherMachines.test(name),
  device: devices.find((device) => isDevice(name, device))?.device ?? 'other',
  nameHash: hash('sha1', name, 'base64url'),
})

/** Many visitors share few browsers, and reading a name takes longer than everything else that counting does. */
export function createUserAgentReader() {
  const cache = new LRUCache<string, UserAgent>({ max: maxCached, memoMethod: read })
  return (name: string) => cache.memo(name.slice(0, maxLength))
}

const browsers: [RegExp, string][] = [
  [/\bEdg(e|A|iOS)?\//, 'Edge'],
  [/\b(OPR|Opera)\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(Firefox|FxiOS)\//, 'Firefox'],
  [/\b(Chrome|CriOS)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
]

const systems: [RegExp, string][] = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b/, 'Mac'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bLinux\b/, 'Linux'],
]

/** A browser's long name for itself in the few words by which people know their devices. */
export function describeDevice(userAgent: string) {
  const named = (names: [RegExp, string][]) => names.find(([pattern]) => pattern.test(userAgent))?.[1]
  return [named(browsers), named(systems)].filter(Boolean).join(' on ') || 'Unknown device'
}
