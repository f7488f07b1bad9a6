import { escapeHtml, toJsonBlock } from '#server/platform/html.ts'
import type { PageData } from '#shared/page-data.ts'

/** What a page of its own puts into the shell. */
type Page = {
  title: string
  /** Tags about the page; the shell's own description gives way to them. */
  tags: string
  /** From the renderer, or empty where the browser is to do it. */
  rendered: { head: string; body: string }
  data: PageData
}

const shellTitle = /<title>[^<]*<\/title>/
const shellDescription = /<meta name="description"[^>]*>\s*/
const emptyRoot = /<div id="root"><\/div>/
const noScript = /<noscript>[^<]*<\/noscript>\s*/

/** The shell as the page that somebody asked for: complete before any script has run, and with the data to come alive. */
export function toPageHtml(shell: string, { title, tags, rendered: { head, body }, data }: Page): string {
  const hasTitle = /<title>/.test(head)
  const dataBlock = `<script type="application/json" id="page-data">${toJsonBlock(data)}</script>`
  // What is put in comes last, and by function: in a text, `$` would have a meaning.
  return shell
    .replace(shellTitle, () => (hasTitle ? '' : `<title>${escapeHtml(title)}</title>`))
    .replace(shellDescription, '')
    .replace(noScript, (notice) => (body ? '' : notice))
    .replace(emptyRoot, () => `<div id="root">${body}</div>${dataBlock}`)
    .replace('</head>', () => `${head}${tags}</head>`)
}
