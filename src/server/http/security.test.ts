import { hash } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { securityHeaders } from './security.ts'

let webDir: string
beforeAll(async () => {
  webDir = await mkdtemp(join(tmpdir(), 'framelight-web-'))
  const shell = '<script id="first">first()</script><script type="module" src="/assets/index-1.js"></script>'
  await writeFile(join(webDir, 'index.html'), shell)
})
afterAll(() => rm(webDir, { recursive: true }))

const policyOf = (options: object = {}) =>
  securityHeaders({ isHttps: false, isDevelopment: false, webDir, ...options })['content-security-policy']

test('of scripts in the page, the one of the build is allowed and no other', () => {
  expect(policyOf()).toContain(`script-src 'self' 'sha256-${hash('sha256', 'first()', 'base64')}';`)
})

test('without a build, none is', () => {
  expect(policyOf({ webDir: join(webDir, 'none') })).toContain("script-src 'self';")
})
