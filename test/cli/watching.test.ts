import { appendFile, mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { expect, onTestFinished, test, vi } from 'vitest'
import { createCommandLine } from '#test/support/command-line.ts'
import { createFakeFramelight } from '#test/support/fake-framelight.ts'

async function aWatchedFolder(prefix: string[] = []) {
  const folder = await mkdtemp(join(tmpdir(), 'framelight-cli-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }))
  const server = await createFakeFramelight()
  const link = server.addLink({})
  await mkdir(join(folder, 'photos'))
  const cli = await createCommandLine({ folder, server: server.url, prefix })
  const start = (options: string[], settings: Record<string, string> = {}) => {
    const started = cli.start(['watch', 'photos', '--link', link._id, '--json', ...options], { settings })
    onTestFinished(() => void started.child.kill('SIGKILL'))
    return started
  }
  const once = () => cli.json(['watch', 'photos', '--link', link._id, '--once', '--settle', '0.2'])
  return { photos: join(folder, 'photos'), server, link, once, start }
}

test('a file written in ten pieces arrives once and whole', async () => {
  const { photos, link, start } = await aWatchedFolder()
  const { child, ended } = start(['--every', '0.2', '--settle', '2'])
  const pieces = Array.from({ length: 10 }, (_, at) => `piece ${at} `)
  for (const piece of pieces) {
    await appendFile(join(photos, 'slow.jpg'), piece)
    await delay(100)
  }
  await vi.waitFor(() => expect(link.images).toHaveLength(1))
  await mkdir(join(photos, 'later'))
  await writeFile(join(photos, 'later', 'next.jpg'), 'next')
  await vi.waitFor(() => expect(link.images).toHaveLength(2))
  child.kill('SIGINT')
  expect(await ended).toMatchObject({ code: 0, output: expect.stringContaining('"uploaded":2') })
  expect(link.images.map(({ bytes }) => bytes.toString())).toEqual([pieces.join(''), 'next'])
})

test('a folder without file events is looked at from time to time', async () => {
  const { photos, link, start } = await aWatchedFolder()
  const noEvents = `import fs from 'node:fs'
    import { syncBuiltinESMExports } from 'node:module'
    fs.watch = () => { throw Object.assign(new Error('none'), { code: 'ENOSYS' }) }
    syncBuiltinESMExports()`
  const { child, ended } = start(['--every', '0.2', '--settle', '0.1'], {
    NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(noEvents)}`,
  })
  for (const [at, name] of ['a.jpg', 'b.jpg'].entries()) {
    await writeFile(join(photos, name), name)
    await vi.waitFor(() => expect(link.images).toHaveLength(at + 1))
  }
  child.kill('SIGINT')
  expect(await ended).toMatchObject({ code: 0 })
})

test('a revoked key ends the watching', async () => {
  const { photos, server, link, start } = await aWatchedFolder()
  const { ended } = start(['--every', '0.2', '--settle', '0.1'])
  await writeFile(join(photos, 'a.jpg'), 'a')
  await vi.waitFor(() => expect(link.images).toHaveLength(1))
  server.faults.push(({ path }) => (path.includes(link._id) ? { status: 401, code: 'INVALID_API_KEY' } : undefined))
  await writeFile(join(photos, 'b.jpg'), 'b')
  expect(await ended).toMatchObject({ code: 1, errors: expect.stringContaining('Refused: INVALID_API_KEY') })
})

test("output that no one reads isn't an error", async () => {
  const piped = ['bash', '--norc', '-c', '"$@" | true; exit $' + '{PIPESTATUS[0]}', 'bash']
  const { photos, start } = await aWatchedFolder(piped)
  await writeFile(join(photos, 'a.jpg'), 'a')
  expect(await start(['--once', '--settle', '0.1']).ended).toEqual({ code: 0, output: '', errors: '' })
})

test("a photo that was deleted in the gallery isn't sent again", async () => {
  const { photos, link, once } = await aWatchedFolder()
  await writeFile(join(photos, 'a.jpg'), 'a')
  await writeFile(join(photos, 'notes.txt'), 'text')
  expect(await once()).toMatchObject({ code: 0, uploaded: 1, known: 0, skipped: 1 })
  link.images.pop()
  await writeFile(join(photos, 'copy.jpg'), 'a')
  await writeFile(join(photos, 'b.jpg'), 'b')
  expect(await once()).toMatchObject({ code: 0, uploaded: 1, known: 2, skipped: 1 })
  expect(link.images.map(({ fileName }) => fileName)).toEqual(['b.jpg'])
  expect(await once()).toMatchObject({ code: 0, uploaded: 0, known: 3 })
  expect((await readdir(photos)).sort()).toEqual(['a.jpg', 'b.jpg', 'copy.jpg', 'notes.txt'])
})
