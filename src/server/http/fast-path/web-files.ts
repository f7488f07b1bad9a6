import { existsSync, readdirSync, readFileSync } from 'node:fs'
import type { IncomingHttpHeaders } from 'node:http'
import { extname, join, relative, sep } from 'node:path'
import { bestEncoding } from '../accepts.ts'
import type { CachedResponse } from './fast-path.ts'

const types: Record<string, string> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.woff2': 'font/woff2',
  '.webp': 'image/webp',
}
const endings = { br: '.br', gzip: '.gz' }

/** How long browsers keep a file of the app. */
export function cachingOf(webDir: string, file: string) {
  const [folder] = relative(webDir, file).split(sep)
  // Names under assets/ carry a hash of what is in them.
  if (folder === 'assets') return 'public, max-age=31536000, immutable'
  return 'no-cache'
}

/** The address of the font that the app's text is set in, for pages beside the app; in development there is none. */
export function findFont(webDir: string) {
  const folder = join(webDir, 'assets')
  const file = existsSync(folder) && readdirSync(folder).find((name) => /latin-wght-normal.*\.woff2$/.test(name))
  return file ? `/assets/${file}` : undefined
}

/** The files of the built app, in memory once they were asked for: there is only so much of them. */
export function createWebFiles(webDir: string) {
  const kept = new Map<string, CachedResponse | undefined>()

  function read(path: string, encoding: keyof typeof endings | undefined): CachedResponse | undefined {
    const file = join(webDir, path)
    const packed = encoding && `${file}${endings[encoding]}`
    const isPacked = packed !== undefined && existsSync(packed)
    const type = types[extname(path)]
    if (!type || !existsSync(file)) return undefined
    return {
      status: 200,
      headers: {
        'content-type': type,
        'cache-control': cachingOf(webDir, file),
        vary: 'accept-encoding',
        ...(encoding && isPacked && { 'content-encoding': encoding }),
      },
      body: readFileSync(isPacked ? packed : file),
    }
  }

  return {
    /** undefined for what the build did not make. */
    find(path: string, headers: IncomingHttpHeaders) {
      const encoding = bestEncoding(headers)
      const key = `${path} ${encoding}`
      const known = kept.get(key)
      if (known) return known
      const answer = read(path, encoding)
      if (answer) kept.set(key, answer)
      return answer
    },
  }
}
