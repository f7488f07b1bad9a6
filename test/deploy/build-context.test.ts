import { globSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createBuildContext } from './build-context.ts'
import { copiedPaths, readText, root } from './deploy-files.ts'

const isSent = createBuildContext(readText('.dockerignore'))

const filesUnder = (path: string) =>
  statSync(join(root, path)).isDirectory()
    ? globSync(`${path}/**/*.*`, { cwd: root }).filter((file) => statSync(join(root, file)).isFile())
    : [path]

test('the build context contains everything that the Containerfile copies, except tests', () => {
  const files = copiedPaths().flatMap(filesUnder)
  expect(files.length).toBeGreaterThan(500)
  expect(files.filter((file) => !isSent(file) && !/\.test\.\w+$/.test(file))).toEqual([])
})

test("the build context has no top-level path that the Containerfile doesn't copy from", () => {
  const copied = copiedPaths()
  const sent = globSync('*', { cwd: root }).filter(isSent)
  expect(sent.filter((name) => !copied.some((path) => path === name || path.startsWith(`${name}/`)))).toEqual([])
})

test.each([
  '.env',
  '.env.production',
  'deploy/.env',
  'src/.env',
  'src/server/.env.local',
  '.git/config',
  'data/framelight.db',
  'dist/web/index.html',
  'node_modules/zod/package.json',
  'docs/self-hosting.md',
  'test/docs.test.ts',
  'e2e/clock-ahead.ts',
  'src/server/config.test.ts',
  'scripts/update.test.mjs',
  'backups/2026-11-17T06-35-02/app-secret',
])("%s isn't in the build context", (path) => {
  expect(isSent(path)).toBe(false)
})
