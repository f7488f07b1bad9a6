import { execFile } from 'node:child_process'
import { chmod, readFile, symlink, writeFile } from 'node:fs/promises'
import { userInfo } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createProduct } from '#test/support/product.ts'
import { inScope } from '#test/support/scope.ts'

const folder = join(import.meta.dirname, '..', '..', 'deploy', 'systemd')
const wrapper = join(folder, 'framelight')

function run(file: string, args: string[], settings: Record<string, string> = {}) {
  const env = { PATH: process.env.PATH, HOME: process.env.HOME, FRAMELIGHT_USER: userInfo().username, ...settings }
  return new Promise<{ status: number; stdout: string; stderr: string }>((resolve) => {
    const child = execFile(file, args, { cwd: '/', env }, (_, stdout, stderr) =>
      resolve({ status: child.exitCode ?? -1, stdout, stderr }),
    )
  })
}

test("the wrapper uses the service's settings, even through a symlink or from another folder", () =>
  inScope(async (scope) => {
    const { dataDir } = await createProduct(scope)
    const place = await scope.folder('wrapper')
    const [link, file] = [join(place, 'framelight'), join(place, 'framelight.env')]
    await symlink(wrapper, link)
    await writeFile(file, `# Settings\nDATA_DIR="${dataDir}"\nPUBLIC_URL=https://photos.example\n`)
    // Shell variables must not override the service's settings.
    const settings = { FRAMELIGHT_SETTINGS: file, DATA_DIR: '/nowhere', PUBLIC_URL: 'https://shell.example' }

    const created = await run(link, ['admin', 'create', 'ann@example.com'], settings)
    expect(created).toMatchObject({
      status: 0,
      stdout: expect.stringContaining('https://photos.example/reset-password/'),
    })
  }))

test('the wrapper prints its usage and rejects unknown commands and users', async () => {
  expect(await run(wrapper, [])).toMatchObject({
    status: 0,
    stdout: expect.stringMatching(/^Usage: framelight COMMAND/),
  })
  expect(await run(wrapper, ['--help'])).toMatchObject({
    status: 0,
    stdout: expect.stringMatching(/^Usage: framelight/),
  })
  expect(await run(wrapper, ['main'])).toMatchObject({
    status: 2,
    stdout: '',
    stderr: expect.stringMatching(/^Unknown command: main\nUsage: framelight/),
  })
  expect(await run(wrapper, ['check'], { FRAMELIGHT_USER: 'nobody-of-that-name' })).toMatchObject({
    status: 1,
    stderr: expect.stringMatching(/^(User nobody-of-that-name doesn't exist|Run this as root)/),
  })
})

test("the wrapper explains why the service can't read its settings", () =>
  inScope(async (scope) => {
    const file = join(await scope.folder('wrapper'), 'framelight.env')
    await writeFile(file, 'PORT=1')
    await chmod(file, 0o000)
    // Root can read any file, so run this as another user.
    const settings = { FRAMELIGHT_SETTINGS: file, ...(process.getuid?.() === 0 && { FRAMELIGHT_USER: 'nobody' }) }
    const { status, stderr } = await run(wrapper, ['check'], settings)
    expect([status, stderr]).toEqual([1, expect.stringMatching(/can't read \S+framelight\.env: chown .*chmod 640/)])
  }))

test('the wrapper and the unit use the same user, settings and data', async () => {
  const [unit, script] = [await readFile(join(folder, 'framelight.service'), 'utf8'), await readFile(wrapper, 'utf8')]
  const inUnit = (pattern: RegExp) => pattern.exec(unit)?.[1] ?? 'not in the unit'
  expect(script).toContain(`user=\${FRAMELIGHT_USER:-${inUnit(/^User=(\S+)$/m)}}`)
  expect(script).toContain(`settings=\${FRAMELIGHT_SETTINGS:-${inUnit(/^EnvironmentFile=-?(\S+)$/m)}}`)
  expect(script).toContain(`set -- DATA_DIR=${inUnit(/DATA_DIR=(\S+)/)} `)
})
