import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { minifySync, type Plugin } from 'vite'

const source = join(import.meta.dirname, '..', 'src', 'web', 'app', 'first-script.js')
const tag = '<script src="/app/first-script.js"></script>'

/** Inlines the first script into the page, so it runs without another request. */
export const firstScript: Plugin = {
  name: 'first-script',
  transformIndexHtml: {
    order: 'pre',
    handler(html) {
      if (!html.includes(tag)) throw new Error(`index.html has no ${tag}`)
      const { code } = minifySync(source, readFileSync(source, 'utf8'))
      return html.replace(tag, () => `<script id="first">${code.trim()}</script>`)
    },
  },
}
