import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { escapeHtml, toJsonBlock } from '#server/platform/html.ts'
import type { PageData, RenderPage } from '#shared/page-data.ts'

export type WebApp = {
  html: (url: string) => Promise<string>
  render: (...given: Parameters<RenderPage>) => Promise<ReturnType<RenderPage>>
  /** The build folder. Undefined in development, where the rendered output can change at any time. */
  folder: string | undefined
}

type Page = {
  title: string
  /** These tags are added to the head. The shell's own description is removed. */
  tags: string
  /** Empty if the browser has to render the page. */
  rendered: { head: string; body: string }
  data: PageData
}

type Chunk = { file: string; imports?: string[]; css?: string[] }
type Manifest = Record<string, Chunk>

const entry = 'index.html'
const pageFiles = {
  gallery: 'app/pages/gallery-page.tsx',
  addPhotos: 'app/pages/add-page.tsx',
  image: 'app/pages/image-page.tsx',
}
const sectionsFile = 'features/images/wall/sectioned-wall.tsx'

/** These scripts, styles and preloads would delay the first paint. */
const laterTags = /<script type="module"[^>]*><\/script>\s*|<link rel="(?:modulepreload|preload|stylesheet)"[^>]*>\s*/g
const firstTag = '<script id="first"'

const appTitle = /<title>[^<]*<\/title>/
const appDescription = /<meta name="description"[^>]*>\s*/
const emptyRoot = /<div id="root"><\/div>/
const noScript = /<noscript>[^<]*<\/noscript>\s*/

export function createPageTemplate(webApp: WebApp) {
  const templates = webApp.folder === undefined ? undefined : readTemplates(webApp.folder)

  return async (page: Page): Promise<string> => {
    const isRendered = page.rendered.body !== ''
    const template = isRendered ? templates?.[templateNameOf(page.data)] : undefined
    return fillIn(template ?? (await webApp.html(new URL(page.data.url).pathname)), page)
  }
}

/** Only galleries with sections need the styles and scripts of sections. */
function templateNameOf(data: PageData) {
  if (data.page !== 'gallery' || data.gallery.state !== 'open') return data.page
  return data.gallery.link.sections?.length ? 'sections' : 'gallery'
}

function fillIn(template: string, { title, tags, rendered: { head, body }, data }: Page): string {
  const hasTitle = /<title>/.test(head)
  const dataBlock = `<script type="application/json" id="page-data">${toJsonBlock(data)}</script>`
  // Insert text with functions, because `$` is special in replacement strings.
  return template
    .replace(appTitle, () => (hasTitle ? '' : `<title>${escapeHtml(title)}</title>`))
    .replace(appDescription, '')
    .replace(noScript, (notice) => (body ? '' : notice))
    .replace(emptyRoot, () => `<div id="root">${body}</div>${dataBlock}`)
    .replace('</head>', () => `${head}${tags}</head>`)
}

/**
 * Adapts index.html for recipient pages. Inlines the styles of the server-rendered part and removes all tags that would
 * block the first paint. An inline script loads those files afterward (docs/decisions/0021).
 */
function readTemplates(webDir: string) {
  const manifestFile = join(webDir, '.vite', 'manifest.json')
  if (!existsSync(manifestFile)) return undefined
  const html = readFileSync(join(webDir, entry), 'utf8')
  const manifest: Manifest = JSON.parse(readFileSync(manifestFile, 'utf8'))
  const stylesOf = (name: string) => readFileSync(join(webDir, '..', 'server', name), 'utf8')

  const templateOf = (page: string, firstStyles: string, part = page) => {
    const needed = collect(manifest, part, collect(manifest, page, collect(manifest, entry)))
    const chunks = [...needed].flatMap((name) => manifest[name] ?? [])
    const scripts = chunks.map(({ file }) => `/${file}`).join(' ')
    const styles = chunks.flatMap(({ css = [] }) => css.map((file) => `/${file}`)).join(' ')
    return html
      .replace(laterTags, '')
      .replace('</head>', () => `<style>${firstStyles}</style>\n  </head>`)
      .replace(firstTag, `${firstTag} data-scripts="${scripts}" data-styles="${styles}"`)
  }
  const firstStyles = stylesOf('first-styles.css')
  return {
    gallery: templateOf(pageFiles.gallery, firstStyles),
    sections: templateOf(pageFiles.gallery, stylesOf('first-styles-sections.css'), sectionsFile),
    addPhotos: templateOf(pageFiles.addPhotos, stylesOf('first-styles-add.css')),
    image: templateOf(pageFiles.image, firstStyles),
  }
}

function collect(manifest: Manifest, name: string, found = new Set<string>()) {
  if (found.has(name) || !manifest[name]) return found
  found.add(name)
  for (const imported of manifest[name].imports ?? []) collect(manifest, imported, found)
  return found
}
