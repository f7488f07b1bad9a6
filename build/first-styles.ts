import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { PurgeCSS } from 'purgecss'
import type { Plugin } from 'vite'
import { chunksOf, withImports } from './chunks.ts'

/** Matches anything that could be a class name. Tailwind's class names contain brackets, slashes, colons and more. */
const words = (code: string) => code.match(/[^\s"'`<>{};=]+/g) ?? []

/** PurgeCSS keeps all of Tailwind's `@property` rules, even those of unused classes. */
const withoutUnused = (css: string) =>
  css.replace(/@property (--[\w-]+)\{[^}]*\}/g, (rule, name) => (css.includes(`var(${name}`) ? rule : ''))

const sources = join(import.meta.dirname, '..', 'src', 'web')

async function stylesUsedIn(code: string, css: string) {
  const [purged] = await new PurgeCSS().purge({
    content: [{ raw: code, extension: 'js' }],
    css: [{ raw: css }],
    defaultExtractor: words,
    // Backdrop filters are expensive to paint and only visible after scrolling.
    blocklist: [/^backdrop-/],
    // These attributes are set by first-script.js, which isn't in the bundle.
    safelist: { greedy: [/data-(theme|session|arrived|pictures)/] },
    variables: true,
  })
  return purged && withoutUnused(purged.css)
}

/**
 * Extracts the styles that server-rendered recipient pages inline, so they paint without loading a stylesheet. The
 * styles are from the browser build, so the server build must run after it.
 */
export const firstStyles = (webDir: string): Plugin => ({
  name: 'first-styles',
  apply: (_config, { isSsrBuild, command }) => command === 'build' && isSsrBuild === true,
  async writeBundle({ dir = '' }, bundle) {
    const chunks = chunksOf(bundle)
    const entry = [...chunks.values()].find(({ isEntry }) => isEntry)
    const chunkOf = (file: string) => [...chunks.values()].find(({ facadeModuleId }) => facadeModuleId?.endsWith(file))
    const addPage = chunkOf('/add-page.tsx')
    const sections = chunkOf('/sectioned-wall.tsx')
    if (!entry || !addPage || !sections) this.error('The server bundle lacks a chunk that has its own first styles')
    const manifest: Record<string, { css?: string[] }> = JSON.parse(
      readFileSync(join(webDir, '.vite', 'manifest.json'), 'utf8'),
    )
    // As in the browser, the styles of index.html are first.
    const files = new Set([manifest['index.html'], ...Object.values(manifest)].flatMap((chunk) => chunk?.css ?? []))
    const all = [...files].map((file) => readFileSync(join(webDir, file), 'utf8')).join('\n')
    // Follow the imports, because code shared with lazy-loaded parts is in separate chunks.
    const ofEntry = withImports(entry, chunks)
    const pages = {
      'first-styles.css': ofEntry,
      'first-styles-add.css': withImports(addPage, chunks, new Set(ofEntry)),
      'first-styles-sections.css': withImports(sections, chunks, new Set(ofEntry)),
    }
    for (const [name, needed] of Object.entries(pages)) {
      const modules = [...needed].flatMap((chunk) => Object.entries(chunk.modules))
      const code = modules.filter(([file]) => file.startsWith(sources)).map(([, { code }]) => code ?? '')
      const css = await stylesUsedIn(code.join('\n'), all)
      if (!css) this.error('The first styles are empty')
      writeFileSync(join(dir, name), css)
      this.info(`${name}: ${(css.length / 1000).toFixed(1)} kB`)
    }
  },
})
