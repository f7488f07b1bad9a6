import { once } from 'node:events'
import { readdir } from 'node:fs/promises'
import { type AddressInfo, connect } from 'node:net'
import { afterEach, describe, expect, onTestFinished, test } from 'vitest'
import { asOwner, type Person } from '#test/support/builders.ts'
import { aNewPicture, createGuestUploads } from '#test/support/guest-uploads.ts'
import { createTusCaller } from '#test/support/resumable-uploads.ts'
import { createTestServer, type TestServer } from '#test/support/server.ts'
import { createServerWithoutPatience, setUsage } from '#test/support/uploads.ts'
import { useServer } from '#test/support/use-server.ts'

const { server, build } = useServer({ defaultPlan: 'gold' })
const { add, aCollectingLink, aGuest, mine, queue, read, usageOf } = createGuestUploads(server)
const tus = createTusCaller(server)

afterEach(async () => {
  expect(await readdir(server.config.tempDir), 'temporary files').toEqual([])
})

describe('limits', () => {
  test('apply per guest and per link, and taking back makes room', async () => {
    const link = await aCollectingLink({ guestUploadLimit: 3, uploadLimitPerGuest: 2 })
    const guest = await aGuest(link)
    await add(link, { pass: guest.pass })
    const limited = await add(link, { pass: guest.pass })
    const sentence = 'You have added 2 photos, the most this gallery takes from one person.'
    expect([limited.status, limited.body.code, limited.body.error]).toEqual([403, 'UPLOAD_LIMIT', sentence])
    await aGuest(link)
    const full = await add(link)
    const fullSentence = 'This gallery cannot take any more photos.'
    expect([full.status, full.body.code, full.body.error]).toEqual([403, 'GALLERY_FULL', fullSentence])
    expect((await server.del(`/api/images/${guest.image._id}?forever=true`, undefined, guest)).status).toBe(200)
    expect((await add(link)).status).toBe(201)
    expect(await mine(link, guest)).toMatchObject({ remaining: 1, images: [{}] })
  })

  test("hide that it's the owner's plan", async () => {
    const link = await aCollectingLink()
    await setUsage(server, link.owner, 750)
    const { status, body } = await add(link)
    expect([status, body.code]).toEqual([403, 'GALLERY_FULL'])
    expect(await server.db.selectFrom('guests').select('id').where('link_id', '=', link._id).execute()).toEqual([])
  })

  test('are exact under 200 parallel calls', async () => {
    const link = await aCollectingLink({ guestUploadLimit: 50, uploadLimitPerGuest: 500 })
    const bytes = await Promise.all(Array.from({ length: 200 }, aNewPicture))
    const passes: string[] = []
    for (let n = 0; n < 10; n++) passes.push((await aGuest(link)).pass)
    const answers = await Promise.all(bytes.map((each, n) => add(link, { pass: passes[n % 10] ?? '', bytes: each })))
    const statuses = answers.map(({ status, body }) => (status === 201 ? 201 : body.code))
    expect(statuses.filter((status) => status === 201)).toHaveLength(40)
    // A busy server may also turn some away.
    const refusals = new Set(statuses.filter((status) => status !== 201))
    expect(refusals).toContain('GALLERY_FULL')
    for (const refusal of refusals) expect(['GALLERY_FULL', 'RATE_LIMITED', 'UNAVAILABLE']).toContain(refusal)
    expect(await read(link)).toMatchObject({ uploadsWaiting: 50 })
    expect((await usageOf(link)).images).toBe(50)
  })
})

describe('a refusal comes before any of the body is read', () => {
  /** Sends only the headers of a request with a body, so an answer can't depend on the body. */
  async function refusalBy({ app }: TestServer, request: string, headers: object) {
    if (!app.server.listening) await app.listen({ port: 0 })
    const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1')
    const lines = Object.entries({ host: 'photos.test', ...headers }).map(([name, value]) => `${name}: ${value}`)
    socket.write([`${request} HTTP/1.1`, ...lines, '', ''].join('\r\n'))
    const [answer] = await once(socket, 'data')
    socket.destroy()
    return /"code":"(\w+)"/.exec(String(answer))?.[1]
  }

  const refusalOfForm = ({ slug }: { slug: string }, { node = server, bytes = 4_000_000 } = {}) =>
    refusalBy(node, `POST /api/links/slug/${slug}/images`, {
      'content-type': 'multipart/form-data; boundary=x',
      'content-length': bytes,
    })

  /** A node on the same database whose disk is always full. */
  async function aFullNode() {
    const node = await createTestServer({ diskReserveMb: 1e12 }, server)
    onTestFinished(() => node.close())
    return node
  }

  /** The owner of a link whose storage gets full. No plan limits it, but an administrator can. */
  async function anOwner() {
    const owner = await build.aUser()
    await server.db.updateTable('users').set({ storage_limit_gb: 1 }).where('id', '=', owner.id).execute()
    return owner
  }
  const fillStorage = ({ id }: Person) =>
    server.db.updateTable('usage').set({ bytes: 2e9 }).where('user_id', '=', id).execute()

  test('of a form', async () => {
    const [full, tooMany, tooLarge, open] = [
      await aCollectingLink({ guestUploadLimit: 1 }),
      await aCollectingLink(),
      await aCollectingLink({ owner: await anOwner() }),
      await aCollectingLink(),
    ]
    await aGuest(full)
    await setUsage(server, tooMany.owner, 750)
    await fillStorage(tooLarge.owner)
    expect(await refusalOfForm(await build.aLink())).toBe('UPLOADS_OFF')
    expect(await refusalOfForm(full)).toBe('GALLERY_FULL')
    expect(await refusalOfForm(tooMany)).toBe('GALLERY_FULL')
    expect(await refusalOfForm(tooLarge)).toBe('GALLERY_FULL')
    expect(await refusalOfForm(open, { node: await aFullNode() })).toBe('GALLERY_FULL')
    expect(await refusalOfForm(open, { bytes: 11 * 2 ** 20 })).toBe('FILE_TOO_LARGE')
    expect(await refusalOfForm(await aCollectingLink({ isPrivate: true }))).toBe('LINK_PRIVATE')
  })

  test.each(['plan', 'storage', 'disk'])('of a piece, if the %s is full', async (what) => {
    const link = await aCollectingLink({ owner: await anOwner() })
    const started = await tus.create({}, 1000, { slug: link.slug })
    if (what === 'plan') await setUsage(server, link.owner, 750)
    if (what === 'storage') await fillStorage(link.owner)
    const node = what === 'disk' ? await aFullNode() : server
    const refusal = await refusalBy(node, `PATCH ${started.headers.location}`, {
      'x-framelight-pass': started.body.data.pass,
      'tus-resumable': '1.0.0',
      'upload-offset': 0,
      'content-type': 'application/offset+octet-stream',
      'content-length': 1000,
    })
    expect(refusal).toBe('GALLERY_FULL')
  })
})

test('work on unusable files is charged to the guest, not to the owner or other guests', async () => {
  const own = await createServerWithoutPatience()
  const there = createGuestUploads(own)
  const link = await there.aCollectingLink()
  const first = await there.add(link)
  expect(first.status).toBe(415)
  // The guest is recognized even though their first image couldn't be used.
  const pass = /^framelight_pass=([\w-]+)/.exec(String(first.headers['set-cookie']))?.[1] ?? ''
  expect((await there.add(link, { pass })).status).toBe(429)
  expect((await there.add(link)).status).toBe(415)
  expect((await there.add(link, { token: link.owner.token })).status).toBe(415)
})

describe('a repeated upload', () => {
  test('with the same key or the same bytes from the same guest returns the first image', async () => {
    const link = await aCollectingLink()
    const bytes = await aNewPicture()
    const guest = await aGuest(link, { key: 'one', bytes })
    const byKey = await add(link, { pass: guest.pass, key: 'one' })
    const byBytes = await add(link, { pass: guest.pass, bytes, key: 'two' })
    for (const { status, body } of [byKey, byBytes]) {
      expect([status, body.data._id, body.data.isRepeat]).toEqual([200, guest.image._id, true])
    }
    const other = await add(link, { key: 'one', bytes })
    expect([other.status, other.body.data.isRepeat]).toEqual([201, undefined])
    await server.post(
      `/api/links/${link._id}/guest-uploads/approve`,
      { until: new Date().toISOString() },
      asOwner(link),
    )
    const afterwards = await add(link, { pass: guest.pass, key: 'one' })
    expect([afterwards.status, afterwards.body.data._id, afterwards.body.data.state]).toEqual([
      200,
      guest.image._id,
      'shown',
    ])
    const { data } = await queue(link, '?state=shown')
    expect(data.map(({ sameAs }: { sameAs: string }) => sameAs)).toEqual([other.body.data._id, guest.image._id])
  })

  test.each([true, false])(
    '64 times at once adds one image, with approval %s',
    async (approveUploads) => {
      const link = await aCollectingLink({ approveUploads })
      const { pass } = await aGuest(link)
      const bytes = await aNewPicture()
      const answers = await Promise.all(Array.from({ length: 64 }, () => add(link, { pass, bytes })))
      const done = answers.filter(({ status }) => status < 300)
      expect(new Set(done.map(({ body }) => body.data._id)).size).toBe(1)
      expect(done.filter(({ status }) => status === 201)).toHaveLength(1)
      expect((await usageOf(link)).images).toBe(2)
    },
    30_000,
  )
})
