import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { PageData } from '#shared/page-data.ts'
import { createPageTemplate } from './page-template.ts'

const indexHtml = `<html>
  <head>
    <title>Framelight</title>
    <script id="first">first()</script>
    <script type="module" crossorigin src="/assets/index-1.js"></script>
    <link rel="modulepreload" crossorigin href="/assets/react-1.js">
    <link rel="stylesheet" crossorigin href="/assets/index-1.css">
    <link rel="preload" as="font" type="font/woff2" href="/assets/font-1.woff2" crossorigin="">
  </head>
  <body><div id="root"></div></body>
</html>`
const manifest = {
  'index.html': { file: 'assets/index-1.js', imports: ['_react-1.js'], css: ['assets/index-1.css'] },
  '_react-1.js': { file: 'assets/react-1.js' },
  'app/pages/gallery-page.tsx': {
    file: 'assets/gallery-1.js',
    imports: ['_react-1.js', '_wall-1.js'],
    css: ['assets/gallery-1.css'],
  },
  '_wall-1.js': { file: 'assets/wall-1.js' },
  'features/images/wall/sectioned-wall.tsx': { file: 'assets/sections-1.js', css: ['assets/sections-1.css'] },
  'app/pages/image-page.tsx': { file: 'assets/image-1.js', imports: ['_react-1.js'] },
}

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'framelight-web-'))
  const files = {
    'web/index.html': indexHtml,
    'web/.vite/manifest.json': JSON.stringify(manifest),
    'server/first-styles.css': '.wall { color: $& }',
    'server/first-styles-add.css': '',
    'server/first-styles-sections.css': '.section-links {}',
  }
  for (const [name, content] of Object.entries(files)) {
    await mkdir(join(folder, name, '..'), { recursive: true })
    await writeFile(join(folder, name), content)
  }
})
afterAll(() => rm(folder, { recursive: true }))

function fillIn(state: object, body = '<p>rendered</p>') {
  const webApp = { html: async () => indexHtml, render: async () => ({ head: '', body }), folder: join(folder, 'web') }
  const config = { supportEmail: 'help@example.com', payments: 'off' } as const
  const data = { config, url: 'http://photos.test/', ...state } as PageData
  return createPageTemplate(webApp)({ title: 'Summer', tags: '<meta name="a">', rendered: { head: '', body }, data })
}
const galleryOf = (sections: object[], body?: string) =>
  fillIn({ page: 'gallery', gallery: { state: 'open', link: { sections } } }, body)
const gallery = (body?: string) => galleryOf([], body)
const image = () => fillIn({ page: 'image', image: { state: 'open' } })

test('a page inlines its styles and lists the files to load after the first paint', async () => {
  expect(await gallery()).toContain('<style>.wall { color: $& }</style>')
  expect(await gallery()).toContain(
    '<script id="first" data-scripts="/assets/index-1.js /assets/react-1.js /assets/gallery-1.js /assets/wall-1.js" data-styles="/assets/index-1.css /assets/gallery-1.css">first()</script>',
  )
  expect(await image()).toContain('data-scripts="/assets/index-1.js /assets/react-1.js /assets/image-1.js"')
})

test('only a gallery with sections loads their styles and scripts', async () => {
  const withSections = await galleryOf([{ title: 'The coast' }])
  expect(withSections).toContain('<style>.section-links {}</style>')
  expect(withSections).toMatch(
    /data-scripts="[^"]* \/assets\/sections-1\.js" data-styles="[^"]* \/assets\/sections-1\.css"/,
  )
  expect(await gallery()).not.toContain('sections-1')
})

test('a page has no tags that block the first paint', async () => {
  for (const html of [await gallery(), await image()]) {
    expect(html).not.toMatch(/type="module"|rel="(?:module)?preload"|rel="stylesheet"|<script[^>]* src=/)
  }
})

test('a page that failed to render falls back to the plain app with tags and data', async () => {
  const html = await gallery('')
  expect(html).toContain('<script type="module" crossorigin src="/assets/index-1.js"></script>')
  expect(html).toMatch(/<title>Summer<\/title>[\s\S]*<meta name="a"><\/head>/)
  expect(html).toContain('<div id="root"></div><script type="application/json" id="page-data">')
})
