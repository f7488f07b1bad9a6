import sharp from 'sharp'
import { expect, test, vi } from 'vitest'
import { hours } from '#server/platform/clock.ts'
import { exportedAccount } from '#shared/export-format.ts'
import type { PlanId } from '#shared/plans.ts'
import type { Person } from '#test/support/builders.ts'
import { toForm } from '#test/support/form.ts'
import { chunksOf, hostileLogos } from '#test/support/hostile-logos.ts'
import { allEmailsTo } from '#test/support/outbox.ts'
import { aPicture } from '#test/support/pictures.ts'
import { useServer } from '#test/support/use-server.ts'
import { readZip } from '#test/support/zip-reader.ts'

const { server, build } = useServer({ defaultPlan: 'plus', payments: 'test', studioForAll: false })

const as = ({ token }: Person) => ({ token })
const change = (owner: Person, fields: object) => server.put('/api/auth/studio', fields, as(owner))
const get = async (owner: Person) => (await server.get('/api/auth/studio', as(owner))).body.data
const setPlan = async ({ id }: Person, plan: PlanId | null) => {
  await server.db.updateTable('users').set({ granted_plan: plan }).where('id', '=', id).execute()
  // Cached galleries are rebuilt after two seconds.
  server.clock.advance(2100)
}
const sendLogo = (owner: Person, theme: string, bytes: Buffer, name = 'logo') => {
  const form = toForm([{ name, fileName: 'logo.png', bytes }])
  return server.call('PUT', `/api/auth/studio/logo/${theme}`, {
    ...as(owner),
    body: form.payload,
    headers: form.headers,
  })
}
const aLogo = (seed = 1) => aPicture({ width: 900, height: 100, seed }).png().toBuffer()
const slugCall = async ({ slug }: { slug: string }) => (await server.get(`/api/links/slug/${slug}`)).body

const initial = {
  isOn: false,
  name: '',
  line: '',
  website: null,
  accent: null,
  accentShown: null,
  logoUrl: null,
  logoDarkUrl: null,
  isAllowed: true,
  poweredBy: true,
}
const halden = {
  isOn: true,
  name: 'Halden Studio',
  line: 'Quiet weddings, by daylight.',
  website: 'https://halden.example',
  accent: '#2f6f5e',
}

test('a studio starts empty and off, and keeps what a change leaves out', async () => {
  const owner = await build.aUser()
  expect(await get(owner)).toEqual(initial)
  const { status, body } = await change(owner, halden)
  expect(status).toBe(200)
  const saved = { ...initial, ...halden, accentShown: { light: '#2f6f5e', dark: '#429b83' } }
  expect(body.data).toEqual(saved)
  expect((await change(owner, { line: '' })).body.data).toEqual({ ...saved, line: '' })
  expect((await change(owner, { accent: null, website: null, isOn: false })).body.data).toEqual({
    ...initial,
    name: halden.name,
  })
  expect(await get(owner)).toEqual({ ...initial, name: halden.name })
})

test('changes made at the same time are all kept', async () => {
  const owner = await build.aUser()
  await Promise.all([{ isOn: true }, { name: 'A' }, { line: 'B' }, { accent: '#000000' }].map((c) => change(owner, c)))
  expect(await get(owner)).toMatchObject({ isOn: true, name: 'A', line: 'B', accent: '#000000' })
})

test('invalid fields are rejected by name, and names are one line', async () => {
  const owner = await build.aUser()
  const wrong = {
    isOn: ['yes', null, 1],
    name: [null, 'x'.repeat(61), 5],
    line: [null, 'x'.repeat(101)],
    accent: ['red', '#fff', '#12345g', '', 5, '#1234567'],
    website: [
      ...['', 'halden.example', 'ftp://halden.example', 'javascript:alert(1)', 'https://localhost', 'https://1'],
      ...['https://user@halden.example', 'https://user:secret@halden.example', 'https://.example', 'https://halden.'],
      ...['https://hal den.example', 'https://[::1]', 'https://a.example\\@b.example', 5],
      ...['https://a\u0000.example', 'https://a.example:99999', 'https://a.example/\ud800'],
      `https://halden.example/${'x'.repeat(200)}`,
    ],
  }
  for (const [field, values] of Object.entries(wrong)) {
    for (const value of values) {
      const { status, body } = await change(owner, { [field]: value })
      expect([status, Object.keys(body.fields ?? {})], `${field}: ${value}`).toEqual([400, [field]])
    }
  }
  expect(await get(owner)).toEqual(initial)
  const fine = ['http://a.example', 'https://a.example:8443/x?y#z', 'https://bücher.example/@me', 'HTTPS://A.EXAMPLE']
  for (const website of fine) expect((await change(owner, { website })).body.data.website).toBe(website)
  const { data } = (await change(owner, { name: ' <b>"Hal"</b>\r\n den\u0000 ', accent: '#ABCDEF' })).body
  expect(data).toMatchObject({ name: '<b>"Hal"</b> den', accent: '#abcdef' })
})

test('on Free, branding is kept but hidden, and owners can only turn it off or remove logos', async () => {
  const owner = await build.aUser()
  const link = await build.aLink({ owner })
  await change(owner, halden)
  await sendLogo(owner, 'light', await aLogo())
  expect((await slugCall(link)).data).toMatchObject({ branded: false, studio: { name: 'Halden Studio' } })

  await setPlan(owner, 'free')
  expect((await slugCall(link)).data).toMatchObject({ branded: true, studio: null })
  expect(await get(owner)).toMatchObject({ isOn: true, isAllowed: false, name: 'Halden Studio' })
  for (const fields of [{ name: 'x' }, { isOn: false, name: 'x' }, { accent: null }]) {
    expect((await change(owner, fields)).body.code).toBe('PLAN_FEATURE')
  }
  for (const fields of [{}, { name: 'Halden Studio' }]) expect((await change(owner, fields)).status).toBe(200)
  expect((await sendLogo(owner, 'light', await aLogo())).body.code).toBe('PLAN_FEATURE')

  await setPlan(owner, 'gold')
  expect((await slugCall(link)).data).toMatchObject({ branded: false, studio: { poweredBy: false } })
  await setPlan(owner, 'free')
  expect((await change(owner, { isOn: false })).status).toBe(200)
  const removed = await server.del('/api/auth/studio/logo/light', undefined, as(owner))
  expect(removed.body.data).toMatchObject({ isOn: false, logoUrl: null, name: 'Halden Studio' })
})

test("a link shows its owner's studio to everyone, right after a change", async () => {
  const owner = await build.aUser({ name: 'Mara Lind' })
  const link = await build.aLink({ owner, isListed: true })
  const other = await build.aLink()
  expect((await slugCall(link)).data).toMatchObject({ branded: true, studio: null })
  await change(owner, { ...halden, name: '' })
  const shown = {
    name: 'Mara Lind',
    line: halden.line,
    website: halden.website,
    accent: { light: '#2f6f5e', dark: '#429b83' },
    logoUrl: null,
    logoDarkUrl: null,
    poweredBy: true,
  }
  expect((await slugCall(link)).data).toMatchObject({ branded: false, studio: shown })
  expect((await server.get(`/api/links/${link._id}`)).body.data.studio).toEqual(shown)
  const own = (await server.get('/api/links', as(owner))).body.data
  expect(own[0].studio).toEqual(shown)
  expect((await slugCall(other)).data).toMatchObject({ branded: true, studio: null })
  await change(owner, { isOn: false })
  expect((await slugCall(link)).data).toMatchObject({ branded: true, studio: null })
})

test('the errors of a locked and an expired link contain the studio, but nothing else about the link', async () => {
  const owner = await build.aUser({ name: 'Mara Lind' })
  const locked = await build.aLink({ owner, title: 'Secret wedding', password: 'open-sesame' })
  const hidden = await build.aLink({ owner, isPrivate: true })
  const expired = await build.anExpiredLink({ owner })
  expect(await slugCall(locked)).not.toHaveProperty('data')
  await change(owner, { ...halden, name: '' })

  const answer = await slugCall(locked)
  expect(answer).toMatchObject({ code: 'PASSWORD_REQUIRED', data: { studio: { name: '', line: halden.line } } })
  expect(JSON.stringify(answer)).not.toMatch(/Mara|Secret wedding/)
  await server.put('/api/auth/updateprofile', { galleryName: 'Halden' }, as(owner))
  expect((await slugCall(locked)).data.studio.name).toBe('Halden')
  await change(owner, { name: 'Halden Studio' })
  expect((await slugCall(expired)).data).toEqual({ studio: expect.objectContaining({ name: 'Halden Studio' }) })
  const ofOwner = await server.get(`/api/links/slug/${expired.slug}`, as(owner))
  expect(ofOwner.body.data).toMatchObject({ _id: expired._id, studio: { name: 'Halden Studio' } })
  expect(await slugCall(hidden)).not.toHaveProperty('data')
  await setPlan(owner, 'free')
  expect(await slugCall(locked)).not.toHaveProperty('data')
})

test('a logo is a PNG at a URL of its own, which stops working when the logo is replaced or removed', async () => {
  const owner = await build.aUser()
  const { status, body } = await sendLogo(owner, 'light', await aLogo(1))
  expect([status, body.data.logoDarkUrl]).toEqual([200, null])
  const first = body.data.logoUrl
  const served = await server.app.inject(first)
  expect(served.headers).toMatchObject({ 'content-type': 'image/png', 'x-content-type-options': 'nosniff' })
  expect(await sharp(served.rawPayload).metadata()).toMatchObject({ format: 'png', width: 600, height: 67 })

  const second = (await sendLogo(owner, 'light', await aLogo(2))).body.data.logoUrl
  expect(second).not.toBe(first)
  expect((await server.get(first)).status).toBe(404)
  const dark = (await sendLogo(owner, 'dark', await aPicture().jpeg().toBuffer())).body.data
  expect(dark.logoUrl).toBe(second)
  // A small logo isn't enlarged.
  expect(await sharp((await server.app.inject(dark.logoDarkUrl)).rawPayload).metadata()).toMatchObject({ width: 60 })

  const { data } = (await server.del('/api/auth/studio/logo/light', undefined, as(owner))).body
  expect([data.logoUrl, data.logoDarkUrl]).toEqual([null, dark.logoDarkUrl])
  expect((await server.get(second)).status).toBe(404)
  expect((await server.get(dark.logoDarkUrl)).status).toBe(200)
  expect((await server.get('/logos/unknown.png')).status).toBe(404)
})

test('logos that are too large, too small or no still image are rejected', async () => {
  const owner = await build.aUser()
  const outcome = async (bytes: Buffer, theme = 'light', name?: string) => {
    const { status, body } = await sendLogo(owner, theme, bytes, name)
    return [status, body.code, ...Object.keys(body.fields ?? {})]
  }
  expect(await outcome(Buffer.alloc(2 * 1024 * 1024 + 1))).toEqual([413, 'FILE_TOO_LARGE'])
  expect(await outcome(await aPicture({ width: 31, height: 20 }).png().toBuffer())).toEqual([
    400,
    'VALIDATION_FAILED',
    'logo',
  ])
  expect(await outcome(await aPicture({ width: 8001, height: 1 }).png().toBuffer())).toEqual([
    400,
    'VALIDATION_FAILED',
    'logo',
  ])
  for (const bytes of [Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), await aPicture().gif().toBuffer()]) {
    expect(await outcome(bytes)).toEqual([415, 'UNSUPPORTED_IMAGE'])
  }
  const logo = await aLogo()
  expect((await outcome(logo, 'sepia'))[0]).toBe(400)
  expect(await outcome(logo, 'light', 'image')).toEqual([400, 'VALIDATION_FAILED', 'logo'])
  expect(await get(owner)).toEqual(initial)
})

test('40 hostile logos are rejected or served without metadata', async () => {
  const logos = Object.entries(hostileLogos)
  expect(logos.length).toBeGreaterThanOrEqual(40)
  let owner = await build.aUser()
  const served: string[] = []
  for (const [n, [name, bytes]] of logos.entries()) {
    // An account can only send 20.
    if (n % 20 === 0) owner = await build.aUser()
    const { status, body } = await sendLogo(owner, 'light', bytes)
    expect([200, 400, 413, 415], name).toContain(status)
    if (status !== 200) continue
    const { rawPayload } = await server.app.inject(body.data.logoUrl)
    expect(new Set(chunksOf(rawPayload)), name).toEqual(new Set(['IHDR', 'pHYs', 'IDAT', 'IEND']))
    served.push(name)
  }
  expect(served).toEqual(expect.arrayContaining(['png with metadata', 'jpeg with metadata', 'webp with metadata']))
})

test('an account can send 20 logos an hour', async () => {
  const owner = await build.aUser()
  const notALogo = Buffer.from('not a logo')
  for (let count = 0; count < 20; count++) expect((await sendLogo(owner, 'dark', notALogo)).status).toBe(415)
  expect((await sendLogo(owner, 'dark', notALogo)).body.code).toBe('RATE_LIMITED')
  server.clock.advance(hours(1) + 1)
  await vi.waitFor(async () => expect((await sendLogo(owner, 'dark', notALogo)).status).toBe(415))
})

test('an export contains the studio and its logos', async () => {
  const owner = await build.aUser()
  await change(owner, halden)
  await sendLogo(owner, 'dark', await aLogo())
  const { body } = await server.post('/api/auth/export', undefined, as(owner))
  const { pathname } = new URL(body.data.url)
  const files = readZip((await server.app.inject(`/api${pathname}`)).rawPayload)
  expect(files.map(({ name }) => name)).toEqual(['account.json', 'studio/logo-dark.png'])
  const { account } = exportedAccount.parse(JSON.parse(String(files[0]?.body)))
  expect(account.studio).toEqual({ ...halden, logo: null, logoDark: 'studio/logo-dark.png' })
  expect(await sharp(files[1]?.body).metadata()).toMatchObject({ format: 'png', width: 600 })
})

test('emails to visitors have the name, logo and color of the studio', async () => {
  const owner = await build.aUser({ name: 'Mara Lind' })
  const link = await build.aLink({ owner })
  await change(owner, { ...halden, name: 'Hal "den" <b>, Ltd' })
  await sendLogo(owner, 'light', await aLogo())
  const { logoUrl } = await get(owner)
  const anna = `anna-${link.slug}@example.com`
  const invited = await server.post(`/api/links/${link._id}/invitations`, { name: 'Anna', email: anna }, as(owner))
  await server.post(`/api/invitations/${invited.body.data._id}/send`, { message: '' }, as(owner))
  const ben = `ben-${link.slug}@example.com`
  await server.post(`/api/links/slug/${link.slug}/follow`, { email: ben })
  for (const address of [anna, ben]) {
    const [email = '', ...others] = await allEmailsTo(server, new RegExp(address))
    expect(others).toEqual([])
    expect(/^From: .*(?:\r\n .*)*/m.exec(email)?.[0].replace(/\s+/g, ' ')).toBe(
      'From: "Hal \\"den\\" <b>, Ltd" <support@framelight.example>',
    )
    expect(email).toContain(`http://photos.test${logoUrl}`)
    expect(email).toContain('alt="Hal &quot;den&quot; &lt;b&gt;, Ltd"')
    expect(email).toContain('background:#2f6f5e')
    expect(email).not.toContain('on Framelight')
  }
  // The emails that were sent before show its alternative text.
  await server.del('/api/auth/studio/logo/light', undefined, as(owner))
  expect((await server.get(logoUrl)).status).toBe(404)
  const cleo = `cleo-${link.slug}@example.com`
  await server.post(`/api/links/slug/${link.slug}/follow`, { email: cleo })
  const [later = ''] = await allEmailsTo(server, new RegExp(cleo))
  expect(later).toContain('Hal &quot;den&quot; &lt;b&gt;, Ltd')
  expect(later).not.toContain('/logos/')
})
