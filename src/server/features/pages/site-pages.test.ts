import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { loginWaysMeta } from '#shared/pages.ts'
import { oidcConfig } from '#test/support/oidc-provider.ts'
import { tag } from '#test/support/page-reader.ts'
import { useServer } from '#test/support/use-server.ts'
import { useWebApp } from '#test/support/web-app.ts'
import { sitePages } from './site-pages.ts'

const webApp = useWebApp()
const { server, build } = useServer({ defaultPlan: 'gold' }, webApp)
const { server: free } = useServer({ payments: 'off' }, webApp)
const oidc = oidcConfig({ issuer: 'https://login.fjord.example' })
const { server: withoutPasswords } = useServer({ oidc, passwordLogin: 'off' }, webApp)

test('each public site page has its own title and description', async () => {
  const heads = []
  for (const { path } of sitePages) {
    const { status, body } = await server.get(path, { headers: { host: 'evil.test' } })
    const [title] = /<title>([^<]*)<\/title>/.exec(body)?.slice(1) ?? []
    const url = `http://photos.test${path}`
    expect(status, path).toBe(200)
    expect(body).toContain(`<link rel="canonical" href="${url}">`)
    expect(['og:url', 'og:image', 'robots'].map((name) => tag(body, name))).toEqual([
      url,
      'http://photos.test/preview.jpg',
      undefined,
    ])
    expect([body.match(/<title>/g)?.length, body.match(/name="description"/g)?.length]).toEqual([1, 1])
    expect(tag(body, 'og:description')).toBe(tag(body, 'description'))
    expect(body).not.toContain('evil.test')
    heads.push(`${title}: ${tag(body, 'description')}`)
  }
  expect(new Set(heads).size).toBe(sitePages.length)
  expect(heads[0]).toBe(
    'Share Your Images Beautifully · Framelight: Share your photos with a link: public or private, for as long as you like.',
  )
})

test('the pages to log in and register know the ways in, so they never show a form first', async () => {
  for (const path of ['/login', '/register', '/dashboard']) {
    const ways = tag((await withoutPasswords.get(path)).body, loginWaysMeta)
    expect(JSON.parse(ways ?? 'null'), path).toEqual({ oidc: { name: oidc.name }, passwordLogin: 'off' })
    expect((await server.get(path)).body).not.toContain(loginWaysMeta)
  }
})

test("descriptions don't mention plans where nothing is sold", async () => {
  for (const path of ['/pricing', '/faq']) {
    expect(tag((await free.get(path)).body, 'description')).not.toMatch(/plan|Gold|payment|bill/i)
  }
})

test('robots.txt points to a sitemap with the site pages and only listed, public, unexpired links', async () => {
  const robots = await server.get('/robots.txt')
  expect(robots.headers['content-type']).toBe('text/plain; charset=utf-8')
  expect(robots.body).toContain('Sitemap: http://photos.test/sitemap.xml')

  const owner = await build.aUser()
  const listed = await build.aLink({ owner, isListed: true })
  const hidden = [
    await build.aLink({ owner, isListed: false }),
    await build.aLink({ owner, isListed: true, isPrivate: true }),
    await build.anExpiredLink({ owner }),
  ]
  const { headers, body } = await server.get('/sitemap.xml')
  expect(headers['content-type']).toBe('application/xml; charset=utf-8')
  for (const { path } of sitePages) expect(body).toContain(`<loc>http://photos.test${path}</loc>`)
  expect(body).toContain(`<loc>http://photos.test/links/${listed.slug}</loc>`)
  for (const { slug } of hidden) expect(body).not.toContain(slug)
})

test('every icon referenced by the home page exists', async () => {
  const { body } = await server.get('/')
  const names = Array.from(
    body.matchAll(/<link rel="(?:icon|apple-touch-icon|manifest)" href="\/([^"]+)"/g),
    ([, name]) => name,
  )
  expect(names).toEqual(['favicon.ico', 'favicon.svg', 'apple-touch-icon.png', 'manifest.webmanifest'])
  const folder = join(import.meta.dirname, '..', '..', '..', 'web', 'public')
  for (const name of [...names, 'preview.jpg', 'icon-192.png', 'icon-512.png'])
    expect(existsSync(join(folder, name)), name).toBe(true)
})
