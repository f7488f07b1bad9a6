import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { PurgeCSS } from 'purgecss'
import type { Plugin } from 'vite'
import { chunksOf, withImports } from './chunks.ts'

/** Whatever could be a class: Tailwind's have brackets, slashes, colons and more in them. */
const words = (code: string) => code.match(/[^\s"'`<>{};=]+/g) ?? []

/** PurgeCSS leaves Tailwind's declarations of properties in, those of every class that there is. */
const withoutUnused = (css: string) =>
  css.replace(/@property (--[\w-]+)\{[^}]*\}/g, (rule, name) => (css.includes(`var(${name}`) ? rule : ''))

const sources = join(import.meta.dirname, '..', 'src', 'web')

/**
 * The styles that recipients' pages bring along, so that they are painted without waiting for a file: of all the styles,
 * those of what the server renders. Its build comes after the browser's, whose styles these are.
 */
export const firstStyles = (webDir: string): Plugin => ({
  name: 'first-styles',
  apply: (_config, { isSsrBuild, command }) => command === 'build' && isSsrBuild === true,
  async writeBundle({ dir = '' }, bundle) {
    const chunks = chunksOf(bundle)
    const entry = [...chunks.values()].find(({ isEntry }) => isEntry)
    if (!entry) this.error('The first styles found no entry to look at')
    // What it shares with parts that come later stands in files of its own.
    const modules = [...withImports(entry, chunks)].flatMap((chunk) => Object.entries(chunk.modules))
    const code = modules.filter(([file]) => file.startsWith(sources)).map(([, { code }]) => code ?? '')
    const manifest: Record<string, { css?: string[] }> = JSON.parse(
      readFileSync(join(webDir, '.vite', 'manifest.json'), 'utf8'),
    )
    // In the order in which the browser comes to them.
    const files = new Set([manifest['index.html'], ...Object.values(manifest)].flatMap((chunk) => chunk?.css ?? []))
    const [purged] = await new PurgeCSS().purge({
      content: [{ raw: code.join('\n'), extension: 'js' }],
      css: [{ raw: [...files].map((file) => readFileSync(join(webDir, file), 'utf8')).join('\n') }],
      defaultExtractor: words,
      // It takes long to paint, and is seen only once something was scrolled under it.
      blocklist: [/^backdrop-/],
      // Set by first-script.js, which is no part of the build.
      safelist: { greedy: [/data-(theme|session|arrived|pictures)/] },
      variables: true,
    })
    if (!purged?.css) this.error('There are no styles for the first paint')
    const css = withoutUnused(purged.css)
    writeFileSync(join(dir, 'first-styles.css'), css)
    this.info(`first-styles.css: ${(css.length / 1000).toFixed(1)} kB`)
  },
})
