import sharp from 'sharp'
import { expect, test } from 'vitest'
import { toForm } from '#test/support/form.ts'
import { useServer } from '#test/support/use-server.ts'
import { createWatermarks } from '#test/support/watermarks.ts'

const { server, build } = useServer({ defaultPlan: 'gold' })
const { aMarkedLink, lookAtAll, set } = createWatermarks(server)

test('a new link has no watermark, and visitors never see the setting', async () => {
  const link = await build.aLink()
  const own = await server.get(`/api/links/${link._id}`, { token: link.owner.token })
  expect(own.body.data).toMatchObject({
    watermark: { mode: 'off', source: 'text', text: '', opacity: 40, size: 20 },
    watermarkProgress: { done: 0, total: 0 },
  })
  const { body } = await server.get(`/api/links/slug/${link.slug}`)
  expect([body.data.watermark, body.data.watermarkProgress]).toEqual([undefined, undefined])
})

test('fields that are left out keep their values', async () => {
  const link = await build.aLink({ watermark: { text: '© Mara' } })
  await set(link, { mode: 'tiled', opacity: 55 })
  const { body } = await set(link, { size: 10 })
  expect(body.data.watermark).toEqual({ mode: 'tiled', source: 'text', text: '© Mara', opacity: 55, size: 10 })
})

test.each([
  [{ mode: 'middle' }],
  [{ opacity: 9 }],
  [{ opacity: 81 }],
  [{ size: 4 }],
  [{ size: 41 }],
  [{ size: 20.5 }],
  [{ text: 'x'.repeat(61) }],
  [{ source: 'logo' }],
  ['corner'],
  [null],
])('%j is rejected', async (watermark) => {
  const link = await build.aLink()
  const { status, body } = await set(link, watermark as object)
  expect([status, Object.keys(body.fields)]).toEqual([400, ['watermark']])
  const created = await server.post('/api/links', { title: 'New', watermark }, { token: link.owner.token })
  expect([created.status, Object.keys(created.body.fields)]).toEqual([400, ['watermark']])
})

test("text that can't be drawn is rejected with the characters", async () => {
  const link = await build.aLink()
  const { status, body } = await set(link, { text: '© Halden 写真' })
  expect([status, body.fields]).toEqual([400, { watermark: "These characters can't be drawn: 写 真" }])
  const unnamed = await build.aLink({ owner: await build.aUser({ name: '山田' }) })
  expect((await set(unnamed, { mode: 'corner' })).body.fields.watermark).toContain('山 田')
  expect((await set(unnamed, { mode: 'corner', text: 'Yamada' })).status).toBe(200)
})

test('values that stay the same are accepted, even if they can no longer be drawn', async () => {
  const link = await build.aLink()
  const { token } = link.owner
  const current = (await set(link, { mode: 'corner' })).body.data.watermark
  await server.put('/api/auth/updateprofile', { galleryName: '山田' }, { token })
  expect((await set(link, current)).status).toBe(200)
  expect((await set(link, { ...current, opacity: 50 })).body.data.watermark.opacity).toBe(50)
  const stored = JSON.stringify({ ...current, source: 'logo' })
  await server.db.updateTable('links').set({ watermark: stored }).where('id', '=', link._id).execute()
  expect((await set(link, { ...current, source: 'logo', size: 30 })).body.data.watermark.size).toBe(30)
  expect((await set(link, { source: 'text' })).body.fields.watermark).toContain('山 田')
})

test("names and logos that can't be seen are replaced", async () => {
  const { link } = await aMarkedLink({}, { mode: 'tiled' })
  const seen = async () => lookAtAll((await server.get(`/api/links/slug/${link.slug}`)).body.data.images[0])
  expect((await set(link, { text: '\u2800\u200b' })).body.fields.watermark).toBe('Enter a text that can be seen')
  await server.put('/api/auth/updateprofile', { galleryName: '漢\u200d\u2800' }, { token: link.owner.token })
  expect(await seen()).toEqual(new Set(['marked']))

  const transparent = sharp({ create: { width: 300, height: 100, channels: 4, background: '#ffffff00' } })
  const bytes = await transparent.png().toBuffer()
  const { payload, headers } = toForm([{ name: 'logo', fileName: 'logo.png', bytes }])
  const upload = { token: link.owner.token, body: payload, headers }
  const logo = await server.call('PUT', '/api/auth/studio/logo/light', upload)
  expect(logo.status).toBe(200)
  expect((await set(link, { source: 'logo' })).status).toBe(200)
  expect(await seen()).toEqual(new Set(['marked']))
})
