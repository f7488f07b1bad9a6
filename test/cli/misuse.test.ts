import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { createCommandLine } from '#test/support/command-line.ts'
import { createFakeFramelight } from '#test/support/fake-framelight.ts'

async function aCommandLine() {
  const folder = await mkdtemp(join(tmpdir(), 'framelight-cli-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }))
  const server = await createFakeFramelight()
  await mkdir(join(folder, 'photos'))
  return { folder, server, ...(await createCommandLine({ folder, server: server.url })) }
}

test("watch ends right away if the link doesn't exist, even with an empty folder", async () => {
  const { start } = await aCommandLine()
  const { child, ended } = start(['watch', 'photos', '--link', 'unknown'])
  onTestFinished(() => void child.kill('SIGKILL'))
  const timer = setTimeout(() => child.kill('SIGKILL'), 20_000)
  expect(await ended).toEqual({
    code: 1,
    output: '0 photos uploaded, 1 refused.\n',
    errors: 'Link not found\n',
  })
  clearTimeout(timer)
})

test.each([
  [['upload', 'photos', '--link'], '--link'],
  [['upload', 'photos', '--link', '--json'], '--link'],
  [['upload', '--new', '--', 'photos'], '--new'],
  [['watch', 'photos', '--link', 'link-1', '--every'], '--every'],
  [['download', 'link-1', '--size'], '--size'],
  [['import', 'photos', '--retry'], '--retry'],
  [['login', '--server'], '--server'],
])('%j is refused, because an option has no value', async (args, option) => {
  const { run, server } = await aCommandLine()
  const { code, output, errors } = await run(args)
  const [sentence, usage] = errors.split('\n')
  expect({ code, output, sentence, usage }).toEqual({
    code: 2,
    output: '',
    sentence: `${option} needs a value.`,
    usage: expect.stringMatching(`^Usage: framelight ${args[0]} `),
  })
  expect(server.calls).toEqual([])
})

test("photos aren't saved to a path that's a file", async () => {
  const { folder, run, server } = await aCommandLine()
  const { _id, slug } = server.addLink({})
  for (const name of ['notes.txt', slug]) await writeFile(join(folder, name), 'text')
  for (const path of ['notes.txt', join('notes.txt', 'photos'), undefined]) {
    const { code, output, errors } = await run(['download', _id, ...(path ? [path] : [])])
    expect([code, output, errors.split('\n')[0]]).toEqual([2, '', `This isn't a folder: ${path ?? slug}`])
  }
  expect(await readFile(join(folder, 'notes.txt'), 'utf8')).toBe('text')
})

test("a folder that can't be created ends a download with a sentence", async () => {
  const { run, json, server } = await aCommandLine()
  const { _id } = server.addLink({})
  // Longer than any file system allows.
  const path = 'x'.repeat(300)
  const error = `The folder ${path} couldn't be created (ENAMETOOLONG).`
  expect(await run(['download', _id, path])).toMatchObject({ code: 1, errors: `${error}\n` })
  expect(await json(['download', _id, path])).toMatchObject({
    code: 1,
    refused: [{ file: null, code: 'UNWRITABLE', error }],
  })
})
