import { hash } from 'node:crypto'
import { isbot } from 'isbot'
import { LRUCache } from 'lru-cache'
import type { DeviceKind } from '#shared/analytics.ts'

export type UserAgent = { isMachine: boolean; device: DeviceKind; nameHash: string }

const maxCached = 1000
const maxLength = 512

/** The order matters: many tablets also match a phone pattern, and many TVs match a computer pattern. */
const devices: { pattern: RegExp; unless?: RegExp; device: DeviceKind }[] = [
  {
    pattern: /\bTV\b|smart-?tv|apple ?tv|googletv|\bAFT\w|BRAVIA|Web0S|Roku|PlayStation|Xbox|Nintendo|CrKey/i,
    device: 'other',
  },
  { pattern: /iPad|\bTablet\b|PlayBook|Kindle/i, device: 'tablet' },
  // Android phones include "Mobile". `unless` avoids a lookahead, which would rescan the string over and over.
  { pattern: /\bSilk\/|Android/i, unless: /\bMobi|Opera Mini/i, device: 'tablet' },
  { pattern: /\bMobi|iPhone|iPod|Windows Phone|Opera Mini|BlackBerry|Android/i, device: 'phone' },
  { pattern: /Windows NT|Macintosh|X11|CrOS|Linux/i, device: 'computer' },
]

const isDevice = (name: string, { pattern, unless }: (typeof devices)[number]) =>
  pattern.test(name) && !unless?.test(name)

/** Matches bots that isbot misses. The only browser that includes "compatible" is old Internet Explorer. */
const otherMachines = /\(compatible;(?! MSIE)|^Microsoft Office/

const read = (name: string): UserAgent => ({
  isMachine: name === '' || isbot(name) || otherMachines.test(name),
  device: devices.find((device) => isDevice(name, device))?.device ?? 'other',
  nameHash: hash('sha1', name, 'base64url'),
})

/** Caches results, because most visitors have the same few user agents and parsing one is slow. */
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

export function describeDevice(userAgent: string) {
  const named = (names: [RegExp, string][]) => names.find(([pattern]) => pattern.test(userAgent))?.[1]
  return [named(browsers), named(systems)].filter(Boolean).join(' on ') || 'Unknown device'
}
