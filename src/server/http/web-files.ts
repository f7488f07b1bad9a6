import { existsSync, readdirSync, readFileSync } from 'node:fs'
import type { IncomingHttpHeaders } from 'node:http'
import { extname, join, relative, sep } from 'node:path'
import { bestEncoding } from './accepts.ts'
import type { ReadResponse } from './hot-reads.ts'

const types: Record<string, string> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.woff2': 'font/woff2',
  '.webp': 'image/webp',
}
const endings = { br: '.br', gzip: '.gz' }

export function cachingOf(webDir: string, file: string) {
  const [folder] = relative(webDir, file).split(sep)
  // Names under assets/ contain a content hash.
  if (folder === 'assets') return 'public, max-age=31536000, immutable'
  return 'no-cache'
}

/** Returns the URL of the app's font for pages outside the app, or undefined without a build. */
export function findFont(webDir: string) {
  const folder = join(webDir, 'assets')
  const file = existsSync(folder) && readdirSync(folder).find((name) => /latin-wght-normal.*\.woff2$/.test(name))
  return file ? `/assets/${file}` : undefined
}

/** Caches each requested file in memory. The build has a limited number of files. */
export function createWebFiles(webDir: string) {
  const kept = new Map<string, ReadResponse | undefined>()

  function read(path: string, encoding: keyof typeof endings | undefined): ReadResponse | undefined {
    const file = join(webDir, path)
    const compressed = encoding && `${file}${endings[encoding]}`
    const isCompressed = compressed !== undefined && existsSync(compressed)
    const type = types[extname(path)]
    if (!type || !existsSync(file)) return undefined
    return {
      status: 200,
      headers: {
        'content-type': type,
        'cache-control': cachingOf(webDir, file),
        vary: 'accept-encoding',
        ...(encoding && isCompressed && { 'content-encoding': encoding }),
      },
      body: readFileSync(isCompressed ? compressed : file),
    }
  }

  return {
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
