// @engine sqlite
import { describe, expect, onTestFinished, test } from 'vitest'
import { days } from '#server/platform/clock.ts'
import type { Person } from '#test/support/builders.ts'
import { createOwnServer, createTestServer } from '#test/support/server.ts'
import { createOwnShop, type Shop } from '#test/support/shop.ts'

describe('plan limits', () => {
  const farAway = (own: Shop) => new Date(own.server.clock.now().getTime() + days(60)).toISOString()

  test('change immediately when a plan is bought or ends, without deleting anything', async () => {
    const own = await createOwnShop()
    const person = await own.build.aUser()
    const create = (fields: object = {}) => own.server.post('/api/links', { title: 'One', ...fields }, person)
    const codeOf = async (fields: object) => (await create(fields)).body.code
    await create()
    await create()
    expect(await codeOf({})).toBe('LINK_LIMIT_REACHED')
    expect(await codeOf({ expiresAt: farAway(own) })).toBe('PLAN_FEATURE')

    await own.buy(person, 'plus')
    expect((await create()).status).toBe(201)
    const lasting = await create({ expiresAt: farAway(own) })
    expect(lasting.status).toBe(201)
    expect(await codeOf({ slug: 'my-own' })).toBe('PLAN_FEATURE')

    await own.choose(person, 'gold')
    expect((await create({ slug: 'my-own' })).status).toBe(201)

    await own.server.post('/api/payment/cancel-subscription', undefined, person)
    const { currentPeriodEnd } = await own.subscriptionOf(person)
    own.server.clock.advance(Date.parse(currentPeriodEnd) - own.server.clock.now().getTime() - 10_000)
    const token = await own.build.aSession(person)
    expect((await own.server.post('/api/links', { title: 'Last' }, { token })).status).toBe(201)
    own.server.clock.advance(11_000)
    expect((await own.server.get('/api/payment/subscription', { token })).body.data).toMatchObject({
      plan: 'free',
      currentPeriodEnd: null,
      usage: { links: 6 },
    })
    const refused = await own.server.post('/api/links', { title: 'Too many' }, { token })
    expect(refused.body.code).toBe('LINK_LIMIT_REACHED')
    const slug = await own.server.post('/api/links', { title: 'Own', slug: 'other' }, { token })
    expect(slug.body.code).toBe('PLAN_FEATURE')
    expect((await own.server.get('/api/links', { token })).body.data).toHaveLength(6)
    for (const address of ['my-own', lasting.body.data.slug]) {
      expect((await own.server.get(`/api/links/slug/${address}`)).status).toBe(200)
    }
  })

  test('drop at the end of the period after a failed payment', async () => {
    const own = await createOwnShop()
    const person = await own.build.aUser()
    const { subscription } = await own.buy(person, 'plus')
    own.stripe.account.renew(subscription.id, false)
    await own.deliverAll()
    const { currentPeriodEnd } = await own.subscriptionOf(person)
    own.server.clock.advance(Date.parse(currentPeriodEnd) - own.server.clock.now().getTime() + 1000)
    const token = await own.build.aSession(person)
    expect((await own.server.get('/api/payment/subscription', { token })).body.data.plan).toBe('free')
  })

  test("don't drop for three days if a renewal event is late", async () => {
    const own = await createOwnShop()
    const person = await own.build.aUser()
    await own.buy(person, 'plus')
    own.server.clock.advance(days(32))
    const token = await own.build.aSession(person)
    const { plan } = (await own.server.get('/api/payment/subscription', { token })).body.data
    expect(plan).toBe('plus')
    own.server.clock.advance(days(3))
    expect((await own.server.get('/api/payment/subscription', { token })).body.data.plan).toBe('free')
  })
})

test('a lost event is recovered after the billing period has ended', async () => {
  const own = await createOwnShop()
  const [renewed, ended] = [await own.build.aUser(), await own.build.aUser()]
  own.stripe.account.renew((await own.buy(renewed, 'plus')).subscription.id, true)
  own.stripe.account.end((await own.buy(ended, 'plus')).subscription.id)
  own.server.clock.advance(days(32))
  const { config } = own.server
  const node = await createTestServer({ payments: 'stripe', stripe: config.stripe }, own.server)
  onTestFinished(() => node.close())
  const told = async (person: Person) =>
    (await node.get('/api/payment/subscription', { token: await own.build.aSession(person) })).body.data
  await expect.poll(() => told(ended), { timeout: 60_000 }).toMatchObject({ plan: 'free' })
  await expect.poll(() => told(renewed), { timeout: 60_000 }).toMatchObject({ plan: 'plus' })
  expect(Date.parse((await told(renewed)).currentPeriodEnd)).toBeGreaterThan(own.server.clock.now().getTime())
})

describe('without payments', () => {
  test('everyone is on the default plan, and purchases are rejected', async () => {
    const server = await createOwnServer({ payments: 'off', stripe: undefined, defaultPlan: 'plus' })
    const { body } = await server.post('/api/auth/register', {
      name: 'Ada',
      email: 'ada@example.com',
      password: 'secret-1',
    })
    const { token } = body
    expect((await server.get('/api/config')).body.data.payments).toBe('off')
    expect((await server.get('/api/payment/subscription', { token })).body.data).toMatchObject({
      plan: 'plus',
      status: 'active',
      currentPeriodEnd: null,
    })
    const choose = (planId: string) => server.post('/api/payment/create-checkout-session', { planId }, { token })
    expect((await choose('free')).body.data).toEqual({ free: true })
    const refusal = { code: 'FORBIDDEN', error: "Paid plans aren't available here. Everyone is on the Plus plan." }
    expect(await choose('gold')).toMatchObject({ status: 403, body: refusal })
    for (const call of ['cancel-subscription', 'resume-subscription', 'portal']) {
      expect(await server.post(`/api/payment/${call}`, undefined, { token })).toMatchObject({
        status: 403,
        body: refusal,
      })
    }
    const verified = await server.get('/api/payment/verify-subscription?sessionId=cs_1', { token })
    expect(verified).toMatchObject({ status: 403, body: refusal })
    expect((await server.post('/api/payment/webhook', {})).status).toBe(404)
    expect((await server.get('/checkout/test_1')).status).toBe(404)
  })
})
