import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { PageData } from '#shared/page-data.ts'

type Chunk = { file: string; imports?: string[]; css?: string[] }
type Manifest = Record<string, Chunk>

const entry = 'index.html'
const pageFiles = { gallery: 'app/pages/gallery-page.tsx', image: 'app/pages/image-page.tsx' }

/** A chunk with all that it cannot start without. */
function collect(manifest: Manifest, name: string, found = new Set<string>()) {
  if (found.has(name) || !manifest[name]) return found
  found.add(name)
  for (const imported of manifest[name].imports ?? []) collect(manifest, imported, found)
  return found
}

/**
 * The styles and scripts of a page's own: its HTML is painted before the script that would ask for them has run. What the
 * shell asks for already is left out.
 */
export function readPageChunks(webDir: string): Record<PageData['page'], string> {
  const file = join(webDir, '.vite', 'manifest.json')
  const manifest: Manifest = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {}
  const shared = collect(manifest, entry)
  const tagsOf = (page: string) => {
    const own = [...collect(manifest, page)].filter((name) => !shared.has(name)).flatMap((name) => manifest[name] ?? [])
    const styles = own.flatMap(({ css = [] }) => css).map((css) => `<link rel="stylesheet" crossorigin href="/${css}">`)
    const scripts = own.map((chunk) => `<link rel="modulepreload" crossorigin href="/${chunk.file}">`)
    return [...styles, ...scripts].join('')
  }
  return { gallery: tagsOf(pageFiles.gallery), image: tagsOf(pageFiles.image) }
}
