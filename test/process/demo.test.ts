import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { compiled, createProduct } from '#test/support/product.ts'
import { inScope, type Scope } from '#test/support/scope.ts'
import { until } from '#test/support/until.ts'

const root = join(import.meta.dirname, '..', '..')
const timeoutMs = 30_000

/** Runs `npm run demo` next to a server. Adding all data takes minutes, so the test stops it early. */
function runDemo(scope: Scope, settings: Record<string, string>) {
  const env = { PATH: process.env.PATH, NODE_COMPILE_CACHE: compiled, ...settings }
  const child = spawn(process.execPath, ['scripts/demo.mjs'], { cwd: root, env })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text
    })
  }
  const ended = once(child, 'close').then(([code]) => ({ code, output }))
  scope.defer(async () => {
    child.kill('SIGKILL')
    await ended
  })
  return { ended, read: () => output }
}

const logIn = (password: string) => ({ json: { email: 'demo@framelight.example', password } })

test('the demo announces its administrator account and prints a generated password that works', () =>
  inScope(async (scope) => {
    const { client, dataDir } = await createProduct(scope)
    const demo = runDemo(scope, { PORT: new URL(client.url).port, DATA_DIR: dataDir })
    const isPrinted = await until(() => /shown only once: \S+\n/.test(demo.read()), { timeoutMs })
    expect([isPrinted, demo.read()]).toEqual([true, expect.stringContaining('becomes the administrator')])

    const [, password = ''] = /shown only once: (\S+)\n/.exec(demo.read()) ?? []
    expect(password.length).toBeGreaterThanOrEqual(12)
    expect((await client.call('POST', '/api/auth/login', logIn(password))).status).toBe(200)
    expect((await client.call('POST', '/api/auth/login', logIn('framelight'))).status).toBe(401)
  }))

test("the demo doesn't run if there are other accounts, or if it can't list them", () =>
  inScope(async (scope) => {
    const { client, dataDir } = await createProduct(scope)
    await client.aUser()
    const { port: PORT } = new URL(client.url)

    const refused = await runDemo(scope, { PORT, DATA_DIR: dataDir }).ended
    expect(refused).toEqual({ code: 1, output: expect.stringContaining('has an account here. Use --force') })
    const unseen = await runDemo(scope, { PORT, DATA_DIR: await scope.folder('elsewhere') }).ended
    expect(unseen).toEqual({ code: 1, output: expect.stringContaining("Can't list the accounts") })
    expect((await client.call('POST', '/api/auth/login', logIn('framelight'))).status).toBe(401)
  }))
