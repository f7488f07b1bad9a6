import { describe, expect, test } from 'vitest'
import { days } from '#server/platform/clock.ts'
import type { Image } from '#shared/images.ts'
import { createBuilders } from '#test/support/builders.ts'
import { addressesOf } from '#test/support/files.ts'
import { createLinkAccess, endpointsOf, firefox, withPass } from '#test/support/link-access.ts'
import { createOwnServer, createTestServer } from '#test/support/server.ts'
import { useServer } from '#test/support/use-server.ts'

const { server, build } = useServer({ defaultPlan: 'gold' })
const { setPassword, unlock, invite, changeInvitation, revoke, enter } = createLinkAccess(server)

const password = 'four words of ours'
const nobody = { headers: {} }

async function aLockedImage(fields: object = {}) {
  const image = await build.anImage({ link: await build.aLink({ password, ...fields }) })
  return { image, link: image.link as typeof image.link & { slug: string } }
}

const statusesOf = async (places: Record<string, string>, options = nobody) =>
  Promise.all(Object.values(places).map(async (place) => (await server.get(place, options)).status))

const read = async (link: { slug: string }, pass: string) =>
  (await server.get(`/api/links/slug/${link.slug}`, withPass(pass))).body.data

describe('a link with a password', () => {
  test('reveals nothing without a pass and opens its API endpoints with one', async () => {
    const { image, link } = await aLockedImage({ title: 'Nobody reads this' })
    const places = endpointsOf(link, image)
    for (const place of Object.values(places)) {
      const { status, body } = await server.get(place)
      expect([place, status, body.code]).toEqual([place, 403, 'PASSWORD_REQUIRED'])
      expect(JSON.stringify(body)).not.toMatch(/Nobody reads this|imageCount|Ada/)
    }
    const plain = `/media/${image._id}/card.jpg`
    expect((await server.get(plain)).body.code).toBe('PASSWORD_REQUIRED')
    expect((await server.get(plain, withPass(await passOf(link)))).status).toBe(403)
    const pass = await passOf(link)
    expect(await statusesOf(places, withPass(pass))).toEqual([200, 200, 200, 200, 200, 200])
  })

  const passOf = async (link: { slug: string }) => (await unlock(link, password)).body.data.pass as string

  test('shows `hasPassword` only to its owner and is never listed publicly', async () => {
    const { link } = await aLockedImage({ isListed: true })
    const own = await server.get('/api/links', { token: link.owner.token })
    expect(own.body.data[0].hasPassword).toBe(true)
    expect(JSON.stringify(own.body)).not.toContain('password_')
    expect((await read(link, await passOf(link))).hasPassword).toBe(undefined)
    const { body } = await server.get('/api/links/public')
    expect(body.data.map(({ _id }: { _id: string }) => _id)).not.toContain(link._id)
  })

  test('uses a __Host- cookie over HTTPS, and the plain cookie only as a fallback', async () => {
    const own = await createOwnServer({ defaultPlan: 'gold', publicUrl: 'https://photos.test' })
    const [one, other] = [await createBuilders(own).aLink({ password }), await createBuilders(own).aLink({ password })]
    const enter = createLinkAccess(own).unlock
    const first = await enter(one, password)
    const { pass } = first.body.data
    expect(first.headers['set-cookie']).toBe(
      `__Host-framelight_pass=${pass}; Max-Age=2592000; Path=/; HttpOnly; SameSite=Lax; Secure`,
    )
    const statusOf = async (cookie: string) =>
      (await own.get(`/api/links/slug/${one.slug}`, { headers: { cookie } })).status
    expect(await statusOf(`theme=dark; __Host-framelight_pass=${pass}`)).toBe(200)
    expect(await statusOf(`framelight_pass=${pass}`)).toBe(200)
    const planted = (await enter(other, password)).body.data.pass
    expect(await statusOf(`__Host-framelight_pass=${planted}; framelight_pass=${pass}`)).toBe(403)
  })

  test('sets the pass as an HttpOnly cookie and also accepts it in a header', async () => {
    const { link } = await aLockedImage()
    const { body, headers } = await unlock(link, password)
    expect(headers['set-cookie']).toBe(
      `framelight_pass=${body.data.pass}; Max-Age=2592000; Path=/; HttpOnly; SameSite=Lax`,
    )
    const { status } = await server.get(`/api/links/slug/${link.slug}`, {
      headers: { 'x-framelight-pass': body.data.pass },
    })
    expect(status).toBe(200)
    expect(JSON.stringify(await server.db.selectFrom('passes').selectAll().execute())).not.toContain(body.data.pass)
  })

  test('adds its pass to those in the cookie and reuses a valid pass', async () => {
    const [one, other] = [await aLockedImage(), await aLockedImage()]
    const first = await passOf(one.link)
    const second = await unlock(other.link, password, undefined, { cookie: `framelight_pass=${first}` })
    const held = `${second.body.data.pass}.${first}`
    expect(second.headers['set-cookie']).toContain(`framelight_pass=${held};`)
    for (const { link } of [one, other]) expect((await read(link, held)).slug).toBe(link.slug)
    const again = await unlock(one.link, password, undefined, { cookie: `theme=dark; framelight_pass=${held}` })
    expect(again.body.data.pass).toBe(first)
  })

  test('rejects made-up passes and passes for other links', async () => {
    const [one, other] = [await aLockedImage(), await aLockedImage()]
    const foreign = await passOf(other.link)
    for (const pass of [foreign, `p${'x'.repeat(43)}`, 'nonsense', `${foreign}.${foreign}`]) {
      expect(await statusesOf(endpointsOf(one.link, one.image), withPass(pass))).toEqual(Array(6).fill(403))
    }
  })

  test.each([
    ['5', 'at least 6'],
    ['x'.repeat(101), 'more than 100'],
  ])('requires a password of 6 to 100 characters: %s', async (wrong, sentence) => {
    const owner = await build.aUser()
    const { status, body } = await server.post('/api/links', { title: 'T', password: wrong }, { token: owner.token })
    expect([status, body.fields.password]).toEqual([400, expect.stringContaining(sentence)])
  })

  test('serves images at URLs that stop working when the password changes', async () => {
    const { link } = await aLockedImage()
    const pass = await passOf(link)
    const [image] = (await read(link, pass)).images as Image[]
    const addresses = addressesOf(image as Image)
    for (const address of addresses) {
      expect(address).toMatch(/\?pass=/)
      expect(address).not.toContain(pass)
      const { status, headers } = await server.get(address)
      expect([status, headers['cache-control']]).toEqual([200, 'private, max-age=300'])
      expect((await server.get(address.split('?')[0] ?? '')).status).toBe(403)
    }
    await setPassword(link, 'another one of ours')
    for (const address of addresses) expect((await server.get(address)).status).toBe(403)
  })
})

test('unlocking fails with a wrong password, and if the link is private, unknown or without a password', async () => {
  const { link } = await aLockedImage()
  expect((await unlock(link, 'Four words of ours')).body.code).toBe('WRONG_PASSWORD')
  const open = await build.aLink()
  expect((await unlock(open, password)).status).toBe(400)
  expect((await unlock({ slug: 'no-such-link' }, password)).status).toBe(404)
  await server.put(`/api/links/${link._id}`, { isPrivate: true }, { token: link.owner.token })
  expect((await unlock(link, password)).body.code).toBe('LINK_PRIVATE')
})

describe('visitors with a pass and saved URLs lose access', () => {
  /** Creates a visitor with a pass. `look` requests every endpoint and every image URL they saved. */
  async function inside(kind: 'password' | 'invitation', fields: object = {}) {
    const { image, link } = await aLockedImage(fields)
    const invitation = kind === 'invitation' ? await invite(link) : undefined
    const pass = invitation ? (await enter(invitation)).pass : ((await unlock(link, password)).body.data.pass as string)
    const [shown] = (await read(link, pass)).images as Image[]
    const saved = addressesOf(shown as Image)
    const look = async () => [
      ...(await statusesOf(endpointsOf(link, image), withPass(pass))),
      ...(await Promise.all(saved.map(async (address) => (await server.get(address)).status))),
    ]
    expect(new Set(await look())).toEqual(new Set([200]))
    return { link, image, invitation, pass, look, id: invitation?._id ?? '' }
  }
  const change = (link: { _id: string; owner: { token: string } }, fields: object) =>
    server.put(`/api/links/${link._id}`, fields, { token: link.owner.token })
  const closed = (status: number) => new Set([status])

  test("when the password changes, even if it's changed back later", async () => {
    const { link, look } = await inside('password')
    await setPassword(link, 'another one of ours')
    expect(new Set(await look())).toEqual(closed(403))
    await setPassword(link, password)
    expect(new Set(await look())).toEqual(closed(403))
  })

  test('when the password is removed and set again', async () => {
    const { link, look, pass } = await inside('password')
    await setPassword(link, null)
    expect(new Set(await look())).toEqual(closed(200))
    expect((await read(link, pass)).images[0].thumbnailUrl).not.toContain('pass=')
    await setPassword(link, password)
    expect(new Set(await look())).toEqual(closed(403))
  })

  test("when the link becomes private, even if it's made public again", async () => {
    const { link, look } = await inside('password')
    await change(link, { isPrivate: true })
    expect(new Set(await look())).toEqual(closed(403))
    await change(link, { isPrivate: false })
    expect(new Set(await look())).toEqual(closed(403))
    expect((await unlock(link, password)).status).toBe(200)
  })

  test('when their invitation is revoked, but not when the password or privacy changes', async () => {
    const { link, look, id } = await inside('invitation')
    await setPassword(link, 'another one of ours')
    await change(link, { isPrivate: true })
    expect(new Set(await look())).toEqual(closed(200))
    await revoke(link, id)
    expect(new Set(await look())).toEqual(closed(403))
    await changeInvitation(link, id, { revoked: false })
    expect(new Set(await look())).toEqual(closed(200))
  })

  test('when the link is deleted', async () => {
    const { link, look } = await inside('invitation')
    await server.del(`/api/links/${link._id}`, undefined, { token: link.owner.token })
    expect(new Set(await look())).toEqual(closed(404))
  })

  test('to the files of an image that moves to another link', async () => {
    const { link, image, look } = await inside('password')
    const other = await build.aLink({ owner: link.owner, password: 'a different one' })
    await server.post(
      '/api/images/bulk',
      { action: 'move', imageIds: [image._id], linkId: other._id },
      { token: link.owner.token },
    )
    const [, , , , , , ...files] = await look()
    expect(new Set(files)).toEqual(closed(403))
  })
})

test('an invitation expires at its set time, and a pass expires 30 days after its last use', async () => {
  const own = await createOwnServer({ defaultPlan: 'gold' })
  const access = createLinkAccess(own)
  const link = await createBuilders(own).aLink({ isPrivate: true })
  const day = 86_400_000
  const inDays = (count: number) => new Date(own.clock.now().getTime() + count * day).toISOString()
  const ending = await access.invite(link, { expiresAt: inDays(1) })
  const lasting = await access.invite(link)
  const [first, second] = [await access.enter(ending), await access.enter(lasting)]
  const look = async (pass: string) => (await own.get(`/api/links/slug/${link.slug}`, withPass(pass))).status
  expect([await look(first.pass), await look(second.pass)]).toEqual([200, 200])
  own.clock.advance(day)
  expect([await look(first.pass), await look(second.pass)]).toEqual([403, 200])
  expect((await access.enter(ending)).status).toBe(410)

  own.clock.advance(20 * day)
  const renewed = await own.get(`/api/links/slug/${link.slug}`, withPass(second.pass))
  expect(renewed.headers['set-cookie']).toContain(second.pass)
  own.clock.advance(29 * day)
  expect(await look(second.pass)).toBe(200)
  own.clock.advance(31 * day)
  expect(await look(second.pass)).toBe(403)
})

test("an invitation changes the visitor's rights on a public link", async () => {
  const image = await build.anImage()
  const link = image.link as typeof image.link & { slug: string }
  const without = await invite(link, { rights: { download: false, comment: false } })
  const { pass } = await enter(without)
  const shown = await read(link, pass)
  expect([shown.allowDownloads, shown.images[0].url]).toEqual([false, null])
  expect((await server.get(`/api/links/slug/${link.slug}/download`, withPass(pass))).body.code).toBe('DOWNLOADS_OFF')
  const visitor = await build.aUser()
  const said = await server.post(
    `/api/comments/image/${image._id}`,
    { content: 'Hello' },
    { token: visitor.token, ...withPass(pass) },
  )
  expect(said.body.code).toBe('COMMENTS_OFF')

  await server.put(`/api/links/${link._id}`, { allowDownloads: false }, { token: link.owner.token })
  const more = await invite(link, { rights: { download: true } })
  const withMore = (await enter(more, { 'user-agent': firefox })).pass
  const [file] = (await read(link, withMore)).images as Image[]
  expect(file?.url).toContain('pass=')
  expect((await server.get(file?.url ?? '')).status).toBe(200)
  expect((await server.get(`/api/links/slug/${link.slug}/download`, withPass(withMore))).status).toBe(200)
})

test('an invitation revoked on one node closes the link on the other within a second', async () => {
  const secrets = { appSecrets: ['one secret for all of us'] as [string] }
  const own = await createOwnServer({ defaultPlan: 'gold', ...secrets })
  const beside = await createTestServer(secrets, own)
  const access = createLinkAccess(own)
  const image = await createBuilders(own).anImage({ link: await createBuilders(own).aLink({ isPrivate: true }) })
  const link = image.link as typeof image.link & { slug: string }
  const invitation = await access.invite(link)
  const { pass } = await access.enter(invitation)
  const look = async () => (await beside.get(`/api/links/slug/${link.slug}`, withPass(pass))).status
  expect(await look()).toBe(200)
  await access.revoke(link, invitation._id)
  // Advance the clock until cached entries go stale, in case the notification hasn't arrived yet.
  own.clock.advance(1000)
  expect(await look()).toBe(403)
  await beside.close()
})

test('a guest without comments or favorites is removed along with their last pass', async () => {
  const link = await build.aLink({ choosing: 'on' })
  const [imageId = ''] = await build.imageRows(link, 1)
  const heart = (chosen: boolean, headers = {}) => server.put(`/api/images/${imageId}/choice`, { chosen }, { headers })
  await heart(true)
  const { pass } = (await heart(true)).body.data
  await heart(false, { 'x-framelight-pass': pass })
  const counted = async () => {
    const guests = await server.db.selectFrom('guests').select('id').where('link_id', '=', link._id).execute()
    const counter = server.db.selectFrom('links').select('guest_count').where('id', '=', link._id)
    return [guests.length, (await counter.executeTakeFirstOrThrow()).guest_count]
  }
  expect(await counted()).toEqual([2, 2])
  server.clock.advance(days(31))
  await server.services.passes.removeUnused()
  expect(await counted()).toEqual([1, 1])
})
