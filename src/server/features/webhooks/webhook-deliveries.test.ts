import type { ServerResponse } from 'node:http'
import { describe, expect, test, vi } from 'vitest'
import { days, hours, minutes } from '#server/platform/clock.ts'
import type { Person } from '#test/support/builders.ts'
import { allEmailsTo } from '#test/support/outbox.ts'
import { createTestServer } from '#test/support/server.ts'
import { useServer } from '#test/support/use-server.ts'
import { aReceiver, createWebhooks, received, webhookConfig } from '#test/support/webhooks.ts'

const { server, build } = useServer(webhookConfig)
const { aWebhook, deliveriesOf, list, receivedAfterRests, sendAll } = createWebhooks(server)

const as = (token: string) => ({ token })

const webhookEmailsTo = async ({ email }: Person) => {
  const emails = await allEmailsTo(server, new RegExp(email))
  return emails.flatMap((text) => /^Subject: (.*webhook.*)\r$/m.exec(text)?.[1] ?? [])
}

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
    // This waits for the email. If the clock advanced while it's being sent, it would be sent again.
    expect(await webhookEmailsTo(owner)).toEqual(['We turned off one of your webhooks'])
    await sendAll(days(1))
    expect(receiver.calls).toHaveLength(8)
    expect(await webhookEmailsTo(owner)).toHaveLength(1)

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

  test('that was slow before shares two places with others like it', async () => {
    const owner = await build.aUser()
    const image = await build.anImage({ link: await build.aLink({ owner }) })
    const held: ServerResponse[] = []
    const [slow, quick] = [await aReceiver((response) => held.push(response)), await aReceiver()]
    for (let count = 0; count < 4; count++) await aWebhook(owner, { url: slow.url })
    const rested = { busy_until: '2020-01-01T00:00:00.000Z' }
    await server.db.updateTable('webhooks').set(rested).where('user_id', '=', owner.id).execute()
    await aWebhook(owner, { url: quick.url })
    const sent: Promise<void>[] = []
    for (const count of [1, 2]) {
      await build.aComment({ image })
      sent.push(server.services.sendWebhooks())
      await received(quick, count)
      await received(slow, 2)
    }
    slow.answer = (response) => response.writeHead(204).end()
    for (const response of held) slow.answer(response)
    await Promise.all(sent)
    await receivedAfterRests(slow, 8)
  })

  test('gets each message from one node only', async () => {
    const owner = await build.aUser()
    const image = await build.anImage({ link: await build.aLink({ owner }) })
    const beside = await createTestServer(webhookConfig, server)
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
