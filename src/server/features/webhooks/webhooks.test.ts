import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Webhook } from 'standardwebhooks'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import type { Config } from '#server/config.ts'
import { days, hours, minutes } from '#server/platform/clock.ts'
import { createEncryption } from '#server/platform/crypto/encryption.ts'
import { createBuilders, type Person } from '#test/support/builders.ts'
import { createGuestUploads } from '#test/support/guest-uploads.ts'
import { allEmailsTo } from '#test/support/outbox.ts'
import { createOwnServer, createTestServer } from '#test/support/server.ts'
import { useServer } from '#test/support/use-server.ts'

const settings = {
  webhooksLocal: true,
  defaultPlan: 'gold',
  appSecrets: ['a secret of all nodes'],
} satisfies Partial<Config>
const { server, build } = useServer(settings)
const { add, aCollectingLink } = createGuestUploads(server)

const as = (token: string) => ({ token })
type Call = { headers: IncomingHttpHeaders; raw: string; body: { type: string; timestamp: string; data: object } }

/** A receiver that accepts messages, or answers them as it's told. */
async function aReceiver(answer: (response: ServerResponse) => unknown = (response) => response.writeHead(204).end()) {
  const calls: Call[] = []
  const receiver = { calls, answer, url: '' }
  const listener = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const raw = Buffer.concat(chunks).toString()
      calls.push({ headers: request.headers, raw, body: JSON.parse(raw) })
      receiver.answer(response)
    })
  })
  await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve))
  onTestFinished(async () => {
    listener.closeAllConnections()
    await new Promise((resolve) => listener.close(resolve))
  })
  receiver.url = `http://127.0.0.1:${(listener.address() as AddressInfo).port}/hook`
  return receiver
}

async function aWebhook(owner: Person, given: Record<string, unknown> = {}) {
  const fields = { url: 'http://127.0.0.1:1/', events: ['images.added', 'comment.added'], ...given }
  const { status, body } = await server.post('/api/auth/webhooks', fields, as(owner.token))
  expect(status).toBe(201)
  const path = `/api/auth/webhooks/${body.data._id}`
  return { ...body.data, path } as { _id: string; url: string; secret: string; path: string }
}

const list = async ({ token }: Person) => (await server.get('/api/auth/webhooks', as(token))).body.data
const deliveriesOf = async ({ token }: Person, { path }: { path: string }) =>
  (await server.get(`${path}/deliveries`, as(token))).body.data

/** Advances past the time in which images are gathered, and sends what's due. */
async function sendAll(ms = 10_000) {
  server.clock.advance(ms)
  await server.services.sendWebhooks()
}

const received = (receiver: { calls: Call[] }, count: number) =>
  vi.waitFor(() => expect(receiver.calls).toHaveLength(count))

/** Webhooks rest after a slow call, and on a busy machine every call can be slow. */
const receivedAfterRests = (receiver: { calls: Call[] }, count: number) =>
  vi.waitFor(async () => {
    await sendAll()
    expect(receiver.calls).toHaveLength(count)
  })

const webhookEmailsTo = async ({ email }: Person) => {
  await server.services.runDueTasks()
  const emails = await allEmailsTo(server, new RegExp(email))
  return emails.flatMap((text) => /^Subject: (.*webhook.*)\r$/m.exec(text)?.[1] ?? [])
}

describe('webhooks', () => {
  test('are listed without their secret, newest first', async () => {
    const owner = await build.aUser()
    const link = await build.aLink({ owner })
    const first = await aWebhook(owner, { url: 'https://hooks.example.com/a' })
    expect(first).toMatchObject({
      url: 'https://hooks.example.com/a',
      events: ['images.added', 'comment.added'],
      links: null,
      isActive: true,
      turnedOffBecause: null,
      createdAt: expect.any(String),
      secret: expect.stringMatching(/^whsec_[\w+/]{43}=$/),
    })
    server.clock.advance(1000)
    const second = await aWebhook(owner, { links: [link._id], events: ['choice.sent', 'choice.sent'] })
    const found = await list(owner)
    expect(found).toMatchObject([
      { _id: second._id, links: [link._id], events: ['choice.sent'] },
      { _id: first._id, links: null },
    ])
    expect(JSON.stringify(found)).not.toMatch(/secret|whsec/)
    expect(JSON.stringify(await server.db.selectFrom('webhooks').selectAll().execute())).not.toContain('whsec')
    expect(server.logLines.join('')).not.toContain(second.secret)
  })

  test('reject a bad URL, event or link with the field it belongs to', async () => {
    const [owner, stranger] = [await build.aUser(), await build.aUser()]
    const foreign = await build.aLink({ owner: stranger })
    const right = { url: 'https://hooks.example.com/', events: ['comment.added'] }
    for (const [field, value] of [
      ['url', ''],
      ['url', 'hooks.example.com'],
      ['url', 'ftp://hooks.example.com/'],
      ['url', 'https://mara@hooks.example.com/'],
      ['url', `https://hooks.example.com/${'a'.repeat(2000)}`],
      ['url', undefined],
      ['events', []],
      ['events', undefined],
      ['events', ['images.deleted']],
      ['links', []],
      ['links', [foreign._id]],
    ] as const) {
      const { status, body } = await server.post('/api/auth/webhooks', { ...right, [field]: value }, as(owner.token))
      expect([status, body.code, Object.keys(body.fields ?? {})[0]?.split('.')[0]], `${field} ${value}`).toEqual([
        400,
        'VALIDATION_FAILED',
        field,
      ])
    }
    expect(await list(owner)).toEqual([])
  })

  test('an account can have ten, also under parallel calls', async () => {
    const owner = await build.aUser()
    for (let count = 0; count < 9; count++) await aWebhook(owner)
    const fields = { url: 'http://127.0.0.1:1/', events: ['comment.added'] }
    const answers = await Promise.all(
      Array.from({ length: 6 }, () => server.post('/api/auth/webhooks', fields, as(owner.token))),
    )
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 400, 400, 400, 400, 400])
    expect(await list(owner)).toHaveLength(10)
  })

  test('can be changed by their owner, and a new URL needs a recent session', async () => {
    const [owner, stranger] = [await build.aUser(), await build.aUser()]
    const link = await build.aLink({ owner })
    const { path, url } = await aWebhook(owner)
    for (const [method, suffix] of [
      ['PUT', ''],
      ['DELETE', ''],
      ['POST', '/test'],
      ['POST', '/secret'],
      ['GET', '/deliveries'],
      ['POST', '/deliveries/x/retry'],
    ] as const) {
      const { status } = await server.call(method, path + suffix, { token: stranger.token, body: {} })
      expect([suffix, status]).toEqual([suffix, 404])
    }
    server.clock.advance(minutes(11))
    const change = (fields: object) => server.put(path, fields, as(owner.token))
    const { body } = await change({ url, events: ['link.closing'], links: [link._id], isActive: false })
    expect(body.data).toMatchObject({ url, events: ['link.closing'], links: [link._id], isActive: false })
    expect((await change({ links: null })).body.data).toMatchObject({ links: null, isActive: false })
    const codes = [
      (await change({ url: 'https://elsewhere.example/' })).body.code,
      (await server.post(`${path}/secret`, undefined, as(owner.token))).body.code,
      (await server.post('/api/auth/webhooks', { url, events: ['link.closing'] }, as(owner.token))).body.code,
    ]
    expect(codes).toEqual(Array(3).fill('REAUTHENTICATION_REQUIRED'))
    await server.post('/api/auth/reauthenticate', { password: owner.password }, as(owner.token))
    expect((await change({ url: 'https://elsewhere.example/' })).body.data.url).toBe('https://elsewhere.example/')
    expect((await change({ url: 'gopher://elsewhere.example/' })).status).toBe(400)
    expect((await server.del(path, undefined, as(owner.token))).status).toBe(200)
    expect(await list(owner)).toEqual([])
  })

  test('drop deleted links, and never become webhooks for all links', async () => {
    const owner = await build.aUser()
    const [link, other] = [await build.aLink({ owner }), await build.aLink({ owner })]
    const receiver = await aReceiver()
    await aWebhook(owner, { url: receiver.url, links: [link._id] })
    await server.del(`/api/links/${link._id}`, undefined, as(owner.token))
    expect(await list(owner)).toMatchObject([{ links: [] }])
    await build.anImage({ link: other })
    await sendAll()
    expect(receiver.calls).toEqual([])
  })
})

test('URLs in private networks are refused unless the operator allows them', async () => {
  const strict = await createOwnServer({ defaultPlan: 'gold' })
  const person = { name: 'Ada', email: 'ada@example.com', password: 'secret-1' }
  const { token } = (await strict.post('/api/auth/register', person)).body
  for (const url of [
    'http://hooks.example.com/',
    'https://127.1/',
    'https://[::ffff:10.0.0.1]/',
    'https://localhost/',
  ]) {
    const answer = await strict.post('/api/auth/webhooks', { url, events: ['comment.added'] }, as(token))
    expect([url, answer.status, Object.keys(answer.body.fields)]).toEqual([url, 400, ['url']])
  }
})

describe('a message', () => {
  test('is signed as Standard Webhooks describe it, with both secrets for 24 hours', async () => {
    const owner = await build.aUser()
    const receiver = await aReceiver()
    const { secret, path } = await aWebhook(owner, { url: receiver.url })
    expect((await server.post(`${path}/test`, undefined, as(owner.token))).status).toBe(202)
    await received(receiver, 1)
    const renewed = (await server.post(`${path}/secret`, undefined, as(owner.token))).body.data.secret
    expect(renewed).not.toBe(secret)
    await server.post(`${path}/test`, undefined, as(owner.token))
    await received(receiver, 2)
    vi.useFakeTimers({ now: server.clock.now(), toFake: ['Date'] })
    try {
      const verify = (key: string, { raw, headers }: Call) =>
        new Webhook(key).verify(raw, headers as Record<string, string>)
      const [before, after] = receiver.calls as [Call, Call]
      expect(verify(secret, before)).toEqual({ type: 'webhook.test', timestamp: expect.any(String), data: {} })
      expect(() => verify(renewed, before)).toThrow()
      for (const key of [secret, renewed]) expect(verify(key, after)).toMatchObject({ type: 'webhook.test' })
    } finally {
      vi.useRealTimers()
    }
    server.clock.advance(hours(24))
    const token = await build.aSession(owner)
    await server.post(`${path}/test`, undefined, as(token))
    await received(receiver, 3)
    const signatures = receiver.calls.map(({ headers }) => String(headers['webhook-signature']).split(' ').length)
    expect(signatures).toEqual([1, 2, 1])
    const expected = receiver.calls.toReversed().map(({ headers }) => ({
      _id: headers['webhook-id'],
      event: 'webhook.test',
      createdAt: expect.any(String),
      attempts: 1,
      status: 204,
      error: null,
      deliveredAt: expect.any(String),
    }))
    await vi.waitFor(async () => expect(await deliveriesOf({ ...owner, token }, { path })).toEqual(expected))
  })

  test('gathers the images that appear in a link within a few seconds', async () => {
    const owner = await build.aUser()
    const [link, other] = [await build.aLink({ owner, title: 'Dunes' }), await build.aLink({ owner })]
    const receiver = await aReceiver()
    const { path } = await aWebhook(owner, { url: receiver.url })
    const images = [await build.anImage({ link }), await build.anImage({ link })]
    const { _id } = await build.anImage({ link: other })
    await sendAll()
    await received(receiver, 2)
    const byLink = new Map(receiver.calls.map(({ body }) => [(body.data as { link: { _id: string } }).link._id, body]))
    expect(byLink.get(link._id)).toEqual({
      type: 'images.added',
      timestamp: expect.any(String),
      data: {
        link: { _id: link._id, slug: link.slug, title: 'Dunes' },
        images: images.map((image) => ({ _id: image._id, fileName: 'photo.jpg' })),
      },
    })
    expect(byLink.get(other._id)).toMatchObject({ data: { images: [{ _id }] } })
    await build.anImage({ link })
    await sendAll()
    await received(receiver, 3)
    expect(await deliveriesOf(owner, { path })).toHaveLength(3)
  })

  test('has at most a hundred images, and the rest is in the next one', async () => {
    const owner = await build.aUser()
    const link = await build.aLink({ owner })
    const receiver = await aReceiver()
    await aWebhook(owner, { url: receiver.url, links: [link._id] })
    await build.anImage({ link })
    const full = { image_count: 99, images: Array(99).fill('{"_id":"x","fileName":"x.jpg"}').join(',') }
    await server.db.updateTable('webhook_deliveries').set(full).where('about', '=', link._id).execute()
    const [last, next] = [await build.anImage({ link }), await build.anImage({ link })]
    await received(receiver, 1)
    await sendAll()
    await received(receiver, 2)
    const [first, second] = receiver.calls.map(({ body }) => (body.data as { images: { _id: string }[] }).images)
    expect([first?.length, first?.at(-1)?._id, second]).toEqual([
      100,
      last._id,
      [expect.objectContaining({ _id: next._id })],
    ])
  })

  test('about guests’ images is sent when they appear', async () => {
    const link = await aCollectingLink({ approveUploads: true })
    const receiver = await aReceiver()
    await aWebhook(link.owner, { url: receiver.url })
    const { _id } = (await add(link, { name: 'Ben' })).body.data
    await sendAll()
    expect(receiver.calls).toEqual([])
    await server.post(`/api/links/${link._id}/guest-uploads/approve`, { imageIds: [_id] }, as(link.owner.token))
    await sendAll()
    await received(receiver, 1)
    expect(receiver.calls[0]?.body).toMatchObject({ data: { images: [{ _id, fileName: expect.any(String) }] } })
    expect(receiver.calls[0]?.raw).not.toContain('Ben')
  })

  test('about a comment, sent favorites or an expiring link has IDs but no names or texts', async () => {
    const owner = await build.aUser()
    const link = await build.aLink({ owner, choosing: 'on' })
    const image = await build.anImage({ link })
    const receiver = await aReceiver()
    await aWebhook(owner, { url: receiver.url, events: ['comment.added', 'choice.sent', 'link.closing'] })
    const visitor = await build.aUser({ name: 'Lena' })
    const comments = [
      await build.aComment({ image, author: visitor, content: 'Is that Grandma?' }),
      await build.aComment({ image, author: owner }),
    ]
    await server.put(`/api/images/${image._id}/choice`, { chosen: true }, as(visitor.token))
    const sent = { name: 'Lena', message: 'All of them' }
    expect((await server.post(`/api/links/slug/${link.slug}/choice/send`, sent, as(visitor.token))).status).toBe(200)
    const expiresAt = new Date(server.clock.now().getTime() + days(2)).toISOString()
    await server.put(`/api/links/${link._id}`, { expiresAt }, as(owner.token))
    await server.services.activity.noteClosing()
    await server.services.activity.noteClosing()
    await sendAll(0)
    await received(receiver, 4)
    const { id: choiceId } = await server.db
      .selectFrom('choices')
      .select('id')
      .where('link_id', '=', link._id)
      .executeTakeFirstOrThrow()
    const about = { _id: link._id, slug: link.slug, title: 'Summer' }
    const data = receiver.calls.map(({ body }) => [body.type, body.data])
    expect(data).toHaveLength(4)
    expect(data).toEqual(
      expect.arrayContaining([
        ...comments.map(({ _id }) => ['comment.added', { link: about, commentId: _id }]),
        ['choice.sent', { link: about, choiceId }],
        ['link.closing', { link: about }],
      ]),
    )
    expect(receiver.calls.map(({ raw }) => raw).join()).not.toMatch(/Lena|Grandma|All of them|example\.com/)
  })

  test('is only written with the change itself, and only for active webhooks that want it', async () => {
    const owner = await build.aUser()
    const [link, other] = [await build.aLink({ owner }), await build.aLink({ owner })]
    const image = await build.anImage({ link })
    const receiver = await aReceiver()
    const off = await aWebhook(owner, { url: receiver.url })
    await server.put(off.path, { isActive: false }, as(owner.token))
    await aWebhook(owner, { url: receiver.url, events: ['choice.sent'] })
    await aWebhook(owner, { url: receiver.url, links: [other._id] })
    await aWebhook(await build.aUser(), { url: receiver.url })
    await build.aComment({ image })
    const wanted = await aWebhook(owner, { url: receiver.url, links: [link._id] })
    await server.post(`/api/comments/image/${image._id}`, { content: '' }, as(owner.token))
    await sendAll(0)
    expect(receiver.calls).toEqual([])
    await build.aComment({ image })
    await sendAll(0)
    await received(receiver, 1)
    expect(await deliveriesOf(owner, wanted)).toMatchObject([{ event: 'comment.added', status: 204 }])
  })
})

describe('a receiver', () => {
  test('that fails gets eight attempts within a day, then the webhook is off and its owner gets one email', async () => {
    const owner = await build.aUser()
    const image = await build.anImage({ link: await build.aLink({ owner }) })
    const receiver = await aReceiver((response) => response.writeHead(500).end())
    const webhook = await aWebhook(owner, { url: receiver.url })
    await build.aComment({ image })
    await sendAll(0)
    await received(receiver, 1)
    expect(await deliveriesOf(owner, webhook)).toMatchObject([
      { attempts: 1, status: 500, error: 'The receiver answered 500.', deliveredAt: null },
    ])
    const delays = [minutes(1), minutes(5), minutes(30), hours(2), hours(4), hours(7), hours(10)]
    expect(delays.reduce((sum, ms) => sum + ms)).toBeLessThan(days(1))
    for (const [index, ms] of delays.entries()) {
      await sendAll(ms - 30_000)
      expect(receiver.calls).toHaveLength(index + 1)
      await sendAll(30_000)
      await received(receiver, index + 2)
    }
    expect(new Set(receiver.calls.map(({ headers }) => headers['webhook-id'])).size).toBe(1)
    const token = await build.aSession(owner)
    await vi.waitFor(async () => expect(await list({ ...owner, token })).toMatchObject([{ isActive: false }]))
    const { host } = new URL(receiver.url)
    expect(await list({ ...owner, token })).toMatchObject([
      { turnedOffBecause: `${host} didn't accept a message for a day.` },
    ])
    await sendAll(days(1))
    expect(receiver.calls).toHaveLength(8)
    expect(await webhookEmailsTo(owner)).toEqual(['We turned off one of your webhooks'])

    receiver.answer = (response) => response.writeHead(200).end()
    const later = await build.aSession(owner)
    const [{ _id }] = await deliveriesOf({ ...owner, token: later }, webhook)
    expect((await server.post(`${webhook.path}/deliveries/${_id}/retry`, undefined, as(later))).status).toBe(202)
    await received(receiver, 9)
    const { body } = await server.put(webhook.path, { isActive: true }, as(later))
    expect(body.data).toMatchObject({ isActive: true, turnedOffBecause: null })
    await vi.waitFor(async () =>
      expect(await deliveriesOf({ ...owner, token: later }, webhook)).toMatchObject([
        { attempts: 9, status: 200, error: null, deliveredAt: expect.any(String) },
      ]),
    )
  })

  test('that answers 410 turns the webhook off right away', async () => {
    const owner = await build.aUser()
    const image = await build.anImage({ link: await build.aLink({ owner }) })
    const receiver = await aReceiver((response) => response.writeHead(410).end())
    const webhook = await aWebhook(owner, { url: receiver.url })
    await build.aComment({ image })
    await sendAll(0)
    await vi.waitFor(async () => expect(await list(owner)).toMatchObject([{ isActive: false }]))
    expect((await list(owner))[0].turnedOffBecause).toContain('410')
    expect(await deliveriesOf(owner, webhook)).toMatchObject([{ attempts: 1, status: 410 }])
    expect(await webhookEmailsTo(owner)).toEqual(['We turned off one of your webhooks'])
    await sendAll(days(1))
    expect(receiver.calls).toHaveLength(1)
  })

  test('that hangs gets one message at a time and doesn’t delay others', async () => {
    const owner = await build.aUser()
    const image = await build.anImage({ link: await build.aLink({ owner }) })
    const held: ServerResponse[] = []
    const [slow, quick] = [await aReceiver((response) => held.push(response)), await aReceiver()]
    await aWebhook(owner, { url: slow.url })
    await aWebhook(owner, { url: quick.url })
    for (let count = 0; count < 5; count++) await build.aComment({ image })
    const sent = server.services.sendWebhooks()
    await received(quick, 5)
    expect(slow.calls).toHaveLength(1)
    slow.answer = (response) => response.writeHead(204).end()
    for (const response of held) slow.answer(response)
    await sent
    await receivedAfterRests(slow, 5)
  })

  test('gets each message from one node only', async () => {
    const owner = await build.aUser()
    const image = await build.anImage({ link: await build.aLink({ owner }) })
    const beside = await createTestServer(settings, server)
    const receiver = await aReceiver()
    await aWebhook(owner, { url: receiver.url })
    for (let count = 0; count < 8; count++) await build.aComment({ image })
    try {
      await Promise.all([server, beside].map(({ services }) => services.sendWebhooks()))
      await receivedAfterRests(receiver, 8)
    } finally {
      await beside.close()
    }
    expect(new Set(receiver.calls.map(({ headers }) => headers['webhook-id'])).size).toBe(8)
  })
})

test('the last 50 messages of a webhook are kept', async () => {
  const owner = await build.aUser()
  const receiver = await aReceiver()
  const webhook = await aWebhook(owner, { url: receiver.url })
  for (let count = 0; count < 53; count++) await server.post(`${webhook.path}/test`, undefined, as(owner.token))
  await receivedAfterRests(receiver, 53)
  const rows = () => server.db.selectFrom('webhook_deliveries').select('id').where('webhook_id', '=', webhook._id)
  await vi.waitFor(async () => expect(await rows().execute()).toHaveLength(50))
  expect(await deliveriesOf(owner, webhook)).toHaveLength(50)
})

test('nothing is sent for a disabled account, or a deleted one', async () => {
  await build.aUser()
  const [disabled, deleted] = [await build.aUser(), await build.aUser()]
  const receiver = await aReceiver()
  for (const owner of [disabled, deleted]) {
    const link = await build.aLink({ owner })
    await aWebhook(owner, { url: receiver.url })
    await build.anImage({ link })
  }
  const disabledAt = { disabled_at: '2026-01-01T00:00:00.000Z' }
  await server.db.updateTable('users').set(disabledAt).where('id', '=', disabled.id).execute()
  await server.del('/api/auth/deleteaccount', { password: deleted.password }, as(deleted.token))
  await sendAll()
  expect(receiver.calls).toEqual([])
  expect(await server.db.selectFrom('webhooks').where('user_id', '=', deleted.id).selectAll().execute()).toEqual([])
})

test('secrets are encrypted again after APP_SECRET was rotated, also the one before', async () => {
  const newer = 'the secret from now on'
  const own = await createOwnServer(settings)
  const { token } = await createBuilders(own).aUser()
  const fields = { url: 'http://127.0.0.1:1/', events: ['comment.added'] }
  const { _id: id, secret } = (await own.post('/api/auth/webhooks', fields, { token })).body.data
  const renewed = (await own.post(`/api/auth/webhooks/${id}/secret`, undefined, { token })).body.data.secret
  const during = await createTestServer({ ...settings, appSecrets: [newer, ...settings.appSecrets] }, own)
  await during.services.reencrypt()
  await during.close()
  const row = await own.db.selectFrom('webhooks').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  const { decrypt } = createEncryption([newer])
  const stored = [row.secret, row.old_secret ?? ''].map((text) => decrypt(text, `webhook/${id}`))
  expect(stored).toEqual([renewed, secret])
})
