import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { PurgeCSS } from 'purgecss'
import type { Plugin } from 'vite'

/** Whatever could be a class: Tailwind's have brackets, slashes, colons and more in them. */
const words = (code: string) => code.match(/[^\s"'`<>{};=]+/g) ?? []

const sources = join(import.meta.dirname, 'src', 'web')

/**
 * The styles that recipients' pages bring along, so that they are painted without waiting for a file: of all the styles,
 * those of what the server renders. Its build comes after the browser's, whose styles these are.
 */
export const firstStyles = (webDir: string): Plugin => ({
  name: 'first-styles',
  apply: (_config, { isSsrBuild, command }) => command === 'build' && isSsrBuild === true,
  async writeBundle({ dir = '' }, bundle) {
    const chunks = Object.values(bundle).filter((output) => output.type === 'chunk')
    const modules = chunks.filter(({ isEntry }) => isEntry).flatMap((chunk) => Object.entries(chunk.modules))
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
      // Set by first.js, which is no part of the build.
      safelist: { greedy: [/data-(theme|session|arrived)/] },
      variables: true,
    })
    if (!purged?.css) this.error('There are no styles for the first paint')
    writeFileSync(join(dir, 'first-styles.css'), purged.css)
    this.info(`first-styles.css: ${(purged.css.length / 1000).toFixed(1)} kB`)
  },
})
