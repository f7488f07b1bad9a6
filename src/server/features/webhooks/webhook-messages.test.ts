import { Webhook } from 'standardwebhooks'
import { describe, expect, test, vi } from 'vitest'
import { days, hours } from '#server/platform/clock.ts'
import { createGuestUploads } from '#test/support/guest-uploads.ts'
import { useServer } from '#test/support/use-server.ts'
import { aReceiver, createWebhooks, type ReceivedMessage, received, webhookConfig } from '#test/support/webhooks.ts'

const { server, build } = useServer(webhookConfig)
const { aWebhook, deliveriesOf, sendAll } = createWebhooks(server)
const { add, aCollectingLink } = createGuestUploads(server)

const as = (token: string) => ({ token })

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
      const verify = (key: string, { raw, headers }: ReceivedMessage) =>
        new Webhook(key).verify(raw, headers as Record<string, string>)
      const [before, after] = receiver.calls as [ReceivedMessage, ReceivedMessage]
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

  test('about copied or moved images names the link they appear in', async () => {
    const owner = await build.aUser()
    const [from, to] = [await build.aLink({ owner }), await build.aLink({ owner })]
    const [copied, moved, there] = [
      await build.anImage({ link: from }),
      await build.anImage({ link: from }),
      await build.anImage({ link: to }),
    ]
    const receiver = await aReceiver()
    await aWebhook(owner, { url: receiver.url })
    const change = (action: string, imageIds: string[]) =>
      server.post('/api/images/bulk', { action, imageIds, linkId: to._id }, as(owner.token))
    const [copy] = (await change('copy', [copied._id])).body.data.imageIds
    expect((await change('move', [moved._id, there._id])).status).toBe(200)
    await sendAll()
    await received(receiver, 1)
    expect(receiver.calls.map(({ body }) => body.data)).toMatchObject([
      { link: { _id: to._id }, images: [copy, moved._id].map((_id) => ({ _id, fileName: 'photo.jpg' })) },
    ])
  })

  test('about guests’ images is sent when they appear', async () => {
    const link = await aCollectingLink({ approveUploads: true })
    const receiver = await aReceiver()
    await aWebhook(link.owner, { url: receiver.url })
    const { _id } = (await add(link, { name: 'Ben' })).body.data
    const rejected = (await add(link, { name: 'Cleo' })).body.data
    const imageIds = [rejected._id]
    await server.post(`/api/links/${link._id}/guest-uploads/reject`, { imageIds }, as(link.owner.token))
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
