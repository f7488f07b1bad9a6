import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import type { Plugin } from 'vite'

const worthIt = /\.(js|css|svg)$/
const smallest = 300
const brotliOptions = { params: { [constants.BROTLI_PARAM_QUALITY]: 10 } }

/** Compresses at build time, at levels that would be too slow for each request. */
export const compress: Plugin = {
  name: 'compress',
  apply: (_config, { isSsrBuild, command }) => command === 'build' && isSsrBuild !== true,
  writeBundle({ dir = '' }) {
    for (const name of readdirSync(dir, { recursive: true, encoding: 'utf8' })) {
      const file = join(dir, name)
      if (!worthIt.test(name) || statSync(file).size < smallest) continue
      const content = readFileSync(file)
      writeFileSync(`${file}.br`, brotliCompressSync(content, brotliOptions))
      writeFileSync(`${file}.gz`, gzipSync(content, { level: 9 }))
    }
  },
}
