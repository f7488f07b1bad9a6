import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const write = `
  const { mkdirSync, writeFileSync } = require('node:fs')
  for (let n = 0; ; n++) {
    mkdirSync(process.argv[1] + '/files', { recursive: true })
    writeFileSync(process.argv[1] + '/files/' + (n % 1000), '')
  }`

/** Creates a folder that a child process keeps writing to. */
const program = `
  import { spawn } from 'node:child_process'
  import { inScope } from ${JSON.stringify(join(import.meta.dirname, 'scope.ts'))}
  await inScope(async (scope) => {
    const folder = await scope.folder('scope')
    const writer = spawn(process.execPath, ['--eval', ${JSON.stringify(write)}, folder])
    scope.deferToExit(() => writer.kill('SIGKILL'))
    process.stdout.write(folder)
    await new Promise((resolve) => setTimeout(resolve, 60_000))
  })`

test.each(['SIGTERM', 'SIGINT', 'SIGHUP'] as const)("%s deletes the scope's folder", async (signal) => {
  const child = spawn(process.execPath, ['--input-type=module', '--eval', program])
  const ended = once(child, 'exit')
  const [folder] = await once(child.stdout.setEncoding('utf8'), 'data')
  expect(existsSync(folder)).toBe(true)
  child.kill(signal)

  expect(await ended).toEqual([null, signal])
  expect(existsSync(folder)).toBe(false)
})
