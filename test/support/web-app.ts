import { copyFile, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll } from 'vitest'

const shell = join(import.meta.dirname, '..', '..', 'src', 'web', 'index.html')

/** A fake renderer that outputs parts of its input and the number of calls. */
const renderer = `
let times = 0
export function render(data, rest) {
  times++
  const state = data[data.page] ?? data.gallery
  const title = state.link?.title ?? state.image?.title ?? state.message
  if (title === 'Breaks') throw new Error('This component breaks')
  const images = state.link?.images ?? []
  const body = [data.page, state.state, state.branded ?? '', images.length, rest.length, times]
  return { head: '', body: '<p id="rendered">' + body.join(' ') + '</p>' }
}
`

async function createTestWebApp() {
  const folder = await mkdtemp(join(tmpdir(), 'framelight-web-'))
  const webDir = join(folder, 'web')
  await Promise.all([mkdir(webDir), mkdir(join(folder, 'server'))])
  await copyFile(shell, join(webDir, 'index.html'))
  await writeFile(join(folder, 'server', 'entry-server.js'), renderer)
  return { webDir, remove: () => rm(folder, { recursive: true }) }
}

/** Creates one web app per test file. Call it before `useServer`. */
export function useWebApp() {
  const webApp = {} as Awaited<ReturnType<typeof createTestWebApp>>
  beforeAll(async () => {
    Object.assign(webApp, await createTestWebApp())
  })
  afterAll(() => webApp.remove())
  return webApp
}
