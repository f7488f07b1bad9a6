import { describe, expect, test } from 'vitest'
import { minutes } from '#server/platform/clock.ts'
import { createEncryption } from '#server/platform/crypto/encryption.ts'
import { createBuilders } from '#test/support/builders.ts'
import { createOwnServer, createTestServer } from '#test/support/server.ts'
import { useServer } from '#test/support/use-server.ts'
import { aReceiver, createWebhooks, webhookConfig } from '#test/support/webhooks.ts'

const { server, build } = useServer(webhookConfig)
const { aWebhook, list, sendAll } = createWebhooks(server)

const as = (token: string) => ({ token })

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

test('secrets are encrypted again after APP_SECRET was rotated, also the one before', async () => {
  const newer = 'the secret from now on'
  const own = await createOwnServer(webhookConfig)
  const { token } = await createBuilders(own).aUser()
  const fields = { url: 'http://127.0.0.1:1/', events: ['comment.added'] }
  const { _id: id, secret } = (await own.post('/api/auth/webhooks', fields, { token })).body.data
  const renewed = (await own.post(`/api/auth/webhooks/${id}/secret`, undefined, { token })).body.data.secret
  const during = await createTestServer({ ...webhookConfig, appSecrets: [newer, ...webhookConfig.appSecrets] }, own)
  await during.services.reencrypt()
  await during.close()
  const row = await own.db.selectFrom('webhooks').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  const { decrypt } = createEncryption([newer])
  const stored = [row.secret, row.old_secret ?? ''].map((text) => decrypt(text, `webhook/${id}`))
  expect(stored).toEqual([renewed, secret])
})
