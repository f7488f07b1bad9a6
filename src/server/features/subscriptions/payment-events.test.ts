import { beforeEach, describe, expect, test, vi } from 'vitest'
import { minutes } from '#server/platform/clock.ts'
import { createRandom } from '#test/support/random.ts'
import { createOwnShop, useShop } from '#test/support/shop.ts'
import { webhookSecret } from '#test/support/stripe-server.ts'

const shop = useShop()

beforeEach(() => {
  shop.stripe.account.events.length = 0
})

const kept = async (id: string) =>
  (await shop.server.db.selectFrom('payment_events').select('id').where('id', '=', id).execute()).length

describe('an event', () => {
  test('is handled once and returns 200 every time', async () => {
    const person = await shop.build.aUser()
    await shop.buy(person, 'plus')
    const [event] = shop.stripe.account.events.splice(0)
    if (!event) throw new Error('Nothing happened')
    expect((await shop.deliver(event)).status).toBe(200)
    const calls = shop.stripe.calls.length
    expect((await shop.deliver(event)).status).toBe(200)
    expect(shop.stripe.calls.length).toBe(calls)
    expect(await kept(event.id)).toBe(1)
  })

  test("that failed is handled when it's sent again", async () => {
    const person = await shop.build.aUser()
    const { sessionId } = (await shop.choose(person, 'gold')).body.data
    shop.stripe.account.pay(sessionId)
    const [event] = shop.stripe.account.events.splice(0)
    if (!event) throw new Error('Nothing happened')
    const failed = await shop.stripe.whileBroken('error', () => shop.deliver(event))
    expect(failed).toMatchObject({ status: 502, body: { code: 'PAYMENT_PROVIDER' } })
    expect(await kept(event.id)).toBe(0)
    expect((await shop.subscriptionOf(person)).plan).toBe('free')
    expect((await shop.deliver(event)).status).toBe(200)
    expect((await shop.subscriptionOf(person)).plan).toBe('gold')
  })

  test('about an unknown object is accepted and changes nothing', async () => {
    const person = await shop.build.aUser()
    await shop.buy(person, 'plus')
    shop.stripe.account.events.length = 0
    const strange = [
      {
        id: 'evt_a',
        object: 'event' as const,
        type: 'customer.created',
        data: { object: { object: 'customer', id: 'cus' } },
      },
      {
        id: 'evt_b',
        object: 'event' as const,
        type: 'x',
        data: { object: { object: 'subscription', id: 'sub_none' } },
      },
      {
        id: 'evt_c',
        object: 'event' as const,
        type: 'y',
        data: { object: { object: 'checkout.session', id: 'cs_none' } },
      },
    ]
    for (const event of strange) expect((await shop.deliver(event)).status).toBe(200)
    expect((await shop.subscriptionOf(person)).plan).toBe('plus')
    expect(shop.stripe.account.refunds).toEqual([])
  })

  test("with an outdated provider response doesn't overwrite newer data", async () => {
    const person = await shop.build.aUser()
    const { subscription } = await shop.buy(person, 'plus')
    const [first] = shop.stripe.account.events.splice(0)
    const held = Promise.withResolvers<void>()
    const isHeld = Promise.withResolvers<void>()
    // Hold back the provider's first response until the newer event has been handled.
    let answers = 0
    shop.stripe.setPause(async () => {
      if (answers++ > 0) return
      isHeld.resolve()
      await held.promise
    })
    const slow = first && shop.deliver(first, shop.nodes[1])
    await isHeld.promise
    shop.stripe.account.end(subscription.id)
    const [ended] = shop.stripe.account.events.splice(0)
    expect(ended && (await shop.deliver(ended)).status).toBe(200)
    expect((await shop.subscriptionOf(person)).plan).toBe('free')
    held.resolve()
    expect((await slow)?.status).toBe(200)
    expect((await shop.subscriptionOf(person)).plan).toBe('free')
  })

  test('about a payment for a closed account cancels and refunds the subscription', async () => {
    const own = await createOwnShop()
    const person = await own.build.aUser()
    const { sessionId } = (await own.choose(person, 'gold')).body.data
    await own.server.del('/api/auth/deleteaccount', { password: person.password }, person)
    const { id } = own.stripe.account.pay(sessionId)
    await own.deliverAll()
    await vi.waitFor(() => expect(own.stripe.account.refunds).toHaveLength(1))
    expect(own.stripe.account.subscriptionOf(id)?.status).toBe('canceled')
  })
})

describe('a signature', () => {
  const attempts = 100

  test(`that's forged, old or altered is rejected (${attempts} attempts)`, async () => {
    const person = await shop.build.aUser()
    const { sessionId } = (await shop.choose(person, 'gold')).body.data
    shop.stripe.account.pay(sessionId)
    const [event] = shop.stripe.account.events.splice(0)
    if (!event) throw new Error('Nothing happened')
    const { random, upTo } = createRandom(4)
    const good = shop.stripe.sign(event)
    const { 'stripe-signature': signature } = good.headers
    const withSignature = (text: string) => ({
      body: good.body,
      headers: { ...good.headers, 'stripe-signature': text },
    })
    const old = (ms: number) => new Date(shop.stripe.account.now().getTime() - ms)
    const swapped = (text: string, at: number, digit: string) =>
      text.slice(0, at) + (text[at] === digit ? '0' : digit) + text.slice(at + 1)

    const kinds = [
      () => shop.stripe.sign(event, { secret: `whsec_${upTo(1e9)}` }),
      () => shop.stripe.sign(event, { at: old(minutes(5) + 2000 + random() * 1e9) }),
      () => shop.stripe.sign(event, { body: good.body.replace('"evt_', `"evt_${upTo(1e9)}_`) }),
      () => shop.stripe.sign(event, { body: `${good.body}${' '.repeat(1 + upTo(5))}` }),
      () => withSignature(swapped(signature, signature.indexOf('v1=') + 3 + upTo(63), 'f')),
      // Combine a newer timestamp with an older signature.
      () => withSignature(signature.replace(/^t=\d+/, (time) => `t=${Number(time.slice(2)) + 1 + upTo(300)}`)),
      () => shop.stripe.sign(event, { scheme: 'v0' }),
      () =>
        withSignature(['', 't=', 'v1=', `t=${Date.now()}`, 'nonsense', signature.split(',')[1] ?? ''][upTo(5)] ?? ''),
      () => withSignature(signature.replace(/v1=.*/, `v1=${webhookSecret}`)),
      () => ({ body: '', headers: { 'stripe-signature': signature } as typeof good.headers }),
    ]
    const answers = []
    for (let n = 0; n < attempts; n++) {
      const forged = kinds[n % kinds.length]?.() ?? good
      answers.push(await shop.post(forged))
    }
    expect(answers).toHaveLength(attempts)
    for (const { status, body } of answers) {
      expect(status).toBe(400)
      expect(body).toMatchObject({ code: 'VALIDATION_FAILED', error: 'The signature is missing, wrong or too old.' })
    }
    expect(await kept(event.id)).toBe(0)
    expect((await shop.subscriptionOf(person)).plan).toBe('free')

    expect((await shop.post(good)).status).toBe(200)
    expect((await shop.subscriptionOf(person)).plan).toBe('gold')
  })

  test('is accepted when nearly five minutes old and with another content type', async () => {
    const person = await shop.build.aUser()
    await shop.buy(person, 'plus')
    const [event] = shop.stripe.account.events.splice(0)
    const at = new Date(shop.stripe.account.now().getTime() - minutes(5) + 20_000)
    const signed = shop.stripe.sign(event ?? {}, { at })
    const headers = { ...signed.headers, 'content-type': 'text/plain' }
    expect((await shop.post({ ...signed, headers })).status).toBe(200)
  })
})
