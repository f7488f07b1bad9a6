// @engine sqlite
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { createCommandLine } from '#test/support/command-line.ts'
import { aPicture } from '#test/support/pictures.ts'
import { useServer } from '#test/support/use-server.ts'

const { server, build } = useServer({ defaultPlan: 'gold' })

/** The command line client with a key that can't read links. */
async function aClient() {
  if (!server.app.server.listening) await server.app.listen()
  const { port } = server.app.server.address() as AddressInfo
  const folder = await mkdtemp(join(tmpdir(), 'framelight-cli-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const link = await build.aLink({ isPrivate: true })
  const { token: key } = await build.aKey(link.owner, { scopes: ['upload'] })
  const { json } = await createCommandLine({ folder, server: `http://localhost:${port}`, key })
  await mkdir(join(folder, 'photos'))
  const watch = (id: string) => json(['watch', 'photos', '--link', id, '--once', '--settle', '0.1'])
  return { link, json, watch, photo: join(folder, 'photos', 'a.jpg') }
}

test('a key that can only upload gets the title of its link, even if there is nothing new to send', async () => {
  const { link, json, watch, photo } = await aClient()
  const links = [{ _id: link._id, title: link.title, slug: link.slug }]
  expect(await watch(link._id)).toMatchObject({ code: 0, uploaded: 0, known: 0, links })
  expect(await json(['upload', 'photos', '--link', link._id])).toMatchObject({ code: 0, uploaded: 0, links })
  await writeFile(photo, await aPicture({ seed: 1 }).jpeg().toBuffer())
  expect(await watch(link._id)).toMatchObject({ code: 0, uploaded: 1, links })
  expect(await watch(link._id)).toMatchObject({ code: 0, uploaded: 0, known: 1, links })
  expect(await json(['upload', 'photos', '--link', link._id])).toMatchObject({ code: 0, known: 1, links })
})

test("a link that doesn't exist ends the command, even if there is nothing to send", async () => {
  const { json, watch } = await aClient()
  const missing = { code: 1, refused: [{ file: null, code: 'NOT_FOUND', error: 'Link not found' }], links: [] }
  expect(await watch('unknown')).toMatchObject(missing)
  expect(await json(['upload', 'photos', '--link', 'unknown'])).toMatchObject(missing)
})

test("a link of someone else can't be watched", async () => {
  const { watch } = await aClient()
  const other = await build.aLink()
  expect(await watch(other._id)).toMatchObject({ code: 1, refused: [{ file: null, code: 'FORBIDDEN' }] })
})
