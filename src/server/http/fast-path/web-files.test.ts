import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readPageShells } from '#server/features/pages/page-shells.ts'
import type { PageData } from '#shared/page-data.ts'
import { createWebFiles } from './web-files.ts'

const shell = `<html>
  <head>
    <title>Framelight</title>
    <script id="first">first()</script>
    <script type="module" crossorigin src="/assets/index-1.js"></script>
    <link rel="modulepreload" crossorigin href="/assets/react-1.js">
    <link rel="stylesheet" crossorigin href="/assets/index-1.css">
    <link rel="preload" as="font" type="font/woff2" href="/assets/font-1.woff2" crossorigin="">
  </head>
  <body></body>
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
  'app/pages/image-page.tsx': { file: 'assets/image-1.js', imports: ['_react-1.js'] },
}

let folder: string
let webDir: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'framelight-web-'))
  webDir = join(folder, 'web')
  const files = {
    'web/.vite/manifest.json': JSON.stringify(manifest),
    'server/first-styles.css': '.wall { color: $& }',
    'web/assets/index-1.js': 'plain',
    'web/assets/index-1.js.br': 'tight',
    'web/assets/index-1.js.gz': 'tighter than plain',
    'web/assets/font-1.woff2': 'letters',
    'web/assets/notes.txt': 'not for browsers',
  }
  for (const [name, content] of Object.entries(files)) {
    await mkdir(join(folder, name, '..'), { recursive: true })
    await writeFile(join(folder, name), content)
  }
})
afterAll(() => rm(folder, { recursive: true }))

describe("the shell of recipients' pages", () => {
  const config = { supportEmail: 'help@example.com', payments: 'off' } as const
  const common = { config, url: 'http://photos.test/' }
  const shellOf = (data: object) => readPageShells(webDir, shell)({ ...common, ...data } as PageData)
  const gallery = () => shellOf({ page: 'gallery', gallery: { state: 'open' } })
  const image = () => shellOf({ page: 'image', image: { state: 'open' } })

  test('brings its styles, and names the files that are fetched after the first paint', () => {
    expect(gallery()).toContain('<style>.wall { color: $& }</style>')
    expect(gallery()).toContain(
      '<script id="first" data-scripts="/assets/index-1.js /assets/react-1.js /assets/gallery-1.js /assets/wall-1.js" data-styles="/assets/index-1.css /assets/gallery-1.css">first()</script>',
    )
    expect(image()).toContain('data-scripts="/assets/index-1.js /assets/react-1.js /assets/image-1.js"')
  })

  test('waits for nothing before that', () => {
    for (const html of [gallery(), image()]) {
      expect(html).not.toMatch(/type="module"|rel="(?:module)?preload"|rel="stylesheet"|<script[^>]* src=/)
    }
  })
})

describe('the files of the app', () => {
  const ask = (path: string, encoding = '') => createWebFiles(webDir).find(path, { 'accept-encoding': encoding })

  test.each([
    ['gzip, deflate, br', 'br', 'tight'],
    ['gzip', 'gzip', 'tighter than plain'],
    ['identity', undefined, 'plain'],
  ])('are sent as tightly packed as the browser takes them: %s', (accepted, encoding, body) => {
    const answer = ask('assets/index-1.js', accepted)
    expect(answer?.body?.toString()).toBe(body)
    expect(answer?.headers['content-encoding']).toBe(encoding)
    expect(answer?.headers).toMatchObject({
      'content-type': 'text/javascript; charset=utf-8',
      'cache-control': 'public, max-age=31536000, immutable',
      vary: 'accept-encoding',
    })
  })

  test('are sent as they are where that is all there is', () => {
    expect(ask('assets/font-1.woff2', 'br')).toMatchObject({ headers: { 'content-type': 'font/woff2' } })
    expect(ask('assets/font-1.woff2', 'br')?.headers['content-encoding']).toBeUndefined()
  })

  test.each(['assets/index-2.js', 'assets/notes.txt', 'assets/..', 'assets/', 'assets/.js'])(
    'are nothing else: %s',
    (path) => expect(ask(path, 'br')).toBeUndefined(),
  )
})
