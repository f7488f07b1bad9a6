import { hash } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { headersOfRoute, securityHeaders } from './security.ts'

let webDir: string
beforeAll(async () => {
  webDir = await mkdtemp(join(tmpdir(), 'framelight-web-'))
  const shell = '<script id="first">first()</script><script type="module" src="/assets/index-1.js"></script>'
  await writeFile(join(webDir, 'index.html'), shell)
})
afterAll(() => rm(webDir, { recursive: true }))

const policyOf = (options: object = {}) =>
  securityHeaders({ isHttps: false, isDevelopment: false, webDir, ...options })['content-security-policy']

test("the build's inline script is the only one allowed", () => {
  expect(policyOf()).toContain(`script-src 'self' 'sha256-${hash('sha256', 'first()', 'base64')}';`)
})

test('no inline script is allowed without a build', () => {
  expect(policyOf({ webDir: join(webDir, 'none') })).toContain("script-src 'self';")
})

test('every response forbids framing, and media responses have no opener policy', () => {
  const headers = securityHeaders({ isHttps: false, isDevelopment: false, webDir })
  for (const route of ['/api/config', '/media/:imageId/:file', '/links/:slug', '/', undefined]) {
    expect(headersOfRoute(headers, route)['content-security-policy']).toContain("frame-ancestors 'none'")
  }
  const namesOf = (route: string) => Object.keys(headersOfRoute(headers, route))
  expect(namesOf('/login')).toEqual(expect.arrayContaining(['x-frame-options', 'cross-origin-opener-policy']))
  expect(namesOf('/media/:imageId/:file')).not.toContain('cross-origin-opener-policy')
  expect(namesOf('/media/:imageId/:file')).toContain('cross-origin-resource-policy')
})

test('data responses have a stricter policy than the API docs page', () => {
  const headers = securityHeaders({ isHttps: false, isDevelopment: false, webDir })
  const policyOfRoute = (route: string) => headersOfRoute(headers, route)['content-security-policy']
  for (const route of ['/api/config', '/media/:imageId/:file']) {
    expect(policyOfRoute(route)).toMatch(/^default-src 'none'; script-src 'self';/)
  }
  expect(policyOfRoute('/api/docs/')).toBe(headers['content-security-policy'])
  expect(headersOfRoute(headers, '/api/docs/')['cache-control']).toBe('no-store')
})
