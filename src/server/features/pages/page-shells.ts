import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { PageData } from '#shared/page-data.ts'

type Chunk = { file: string; imports?: string[]; css?: string[] }
type Manifest = Record<string, Chunk>

const entry = 'index.html'
const pageFiles = { gallery: 'app/pages/gallery-page.tsx', image: 'app/pages/image-page.tsx' }

/** The app's files, and the font ahead of its turn, for which browsers hold the first paint back. */
const laterTags = /<script type="module"[^>]*><\/script>\s*|<link rel="(?:modulepreload|preload|stylesheet)"[^>]*>\s*/g
const firstTag = '<script id="first"'

/** A chunk with all that it cannot start without. */
function collect(manifest: Manifest, name: string, found = new Set<string>()) {
  if (found.has(name) || !manifest[name]) return found
  found.add(name)
  for (const imported of manifest[name].imports ?? []) collect(manifest, imported, found)
  return found
}

/**
 * The shell as recipients' pages have it: with the styles of what the server renders in it, and without anything else that
 * has to come before the first paint. first-script.js fetches the rest after it.
 */
export function readPageShells(webDir: string, shell: string): (data: PageData) => string {
  const manifestFile = join(webDir, '.vite', 'manifest.json')
  const stylesFile = join(webDir, '..', 'server', 'first-styles.css')
  if (!existsSync(manifestFile)) return () => shell
  const manifest: Manifest = JSON.parse(readFileSync(manifestFile, 'utf8'))
  const firstStyles = readFileSync(stylesFile, 'utf8')

  const shellOf = (page: string) => {
    const chunks = [...collect(manifest, page, collect(manifest, entry))].flatMap((name) => manifest[name] ?? [])
    const scripts = chunks.map(({ file }) => `/${file}`).join(' ')
    const styles = chunks.flatMap(({ css = [] }) => css.map((file) => `/${file}`)).join(' ')
    return shell
      .replace(laterTags, '')
      .replace('</head>', () => `<style>${firstStyles}</style>\n  </head>`)
      .replace(firstTag, `${firstTag} data-scripts="${scripts}" data-styles="${styles}"`)
  }
  const shells = { gallery: shellOf(pageFiles.gallery), image: shellOf(pageFiles.image) }
  return ({ page }) => shells[page]
}
