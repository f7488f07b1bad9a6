import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createWebFiles } from './web-files.ts'

let folder: string
let webDir: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'framelight-web-'))
  webDir = join(folder, 'web')
  const files = {
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

describe('web app files', () => {
  const ask = (path: string, encoding = '') => createWebFiles(webDir).find(path, { 'accept-encoding': encoding })

  test.each([
    ['gzip, deflate, br', 'br', 'tight'],
    ['gzip', 'gzip', 'tighter than plain'],
    ['identity', undefined, 'plain'],
  ])('are sent with the best supported compression: %s', (accepted, encoding, body) => {
    const answer = ask('assets/index-1.js', accepted)
    expect(answer?.body?.toString()).toBe(body)
    expect(answer?.headers['content-encoding']).toBe(encoding)
    expect(answer?.headers).toMatchObject({
      'content-type': 'text/javascript; charset=utf-8',
      'cache-control': 'public, max-age=31536000, immutable',
      vary: 'accept-encoding',
    })
  })

  test('are sent uncompressed if there is no compressed version', () => {
    expect(ask('assets/font-1.woff2', 'br')).toMatchObject({ headers: { 'content-type': 'font/woff2' } })
    expect(ask('assets/font-1.woff2', 'br')?.headers['content-encoding']).toBeUndefined()
  })

  test.each(['assets/index-2.js', 'assets/notes.txt', 'assets/..', 'assets/', 'assets/.js'])(
    "don't include %s",
    (path) => expect(ask(path, 'br')).toBeUndefined(),
  )
})
