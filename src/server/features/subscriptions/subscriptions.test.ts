import { describe, expect, test, vi } from 'vitest'
import { days } from '#server/platform/clock.ts'
import { plans } from '#shared/plans.ts'
import type { Person } from '#test/support/builders.ts'
import { createOwnShop, useShop } from '#test/support/shop.ts'

const shop = useShop()

const post = (person: Person, call: string) => shop.server.post(`/api/payment/${call}`, undefined, person)

test('the plan catalog is public', async () => {
  const { status, body } = await shop.server.get('/api/payment/plans')
  expect(status).toBe(200)
  const told = Object.values(plans).map(({ allows: _allows, ...plan }) => plan)
  expect(body).toEqual({ success: true, data: told })
})

test("a new user's subscription shows the Free plan and their usage", async () => {
  const owner = await shop.build.aUser()
  const link = await shop.build.aLink({ owner })
  await shop.build.anImage({ link })
  const { allows: _allows, ...free } = plans.free
  expect(await shop.subscriptionOf(owner)).toEqual({
    plan: 'free',
    planDetails: free,
    status: 'active',
    currentPeriodEnd: null,
    usage: { links: 1, images: 1 },
  })
})

test('a subscription can be bought, upgraded, canceled and resumed until it ends', async () => {
  const own = await createOwnShop()
  const { stripe, server } = own
  const person = await own.build.aUser()
  const call = (name: string) => server.post(`/api/payment/${name}`, undefined, person)
  const now = () => own.subscriptionOf(person)

  const chosen = await own.choose(person, 'plus')
  expect(chosen.status).toBe(200)
  const { sessionId, checkoutUrl } = chosen.body.data
  expect(checkoutUrl).toBe(`https://checkout.test/${sessionId}`)
  expect(stripe.account.sessionOf(sessionId)).toMatchObject({
    mode: 'subscription',
    client_reference_id: person.id,
    customer_email: person.email,
    price: 'price_plus',
    success_url: 'http://photos.test/subscription/success?session_id={CHECKOUT_SESSION_ID}',
    cancel_url: 'http://photos.test/subscription/cancel?plan=plus',
    metadata: { userId: person.id, planId: 'plus' },
    subscriptionMetadata: { userId: person.id, planId: 'plus' },
  })
  expect(await own.verify(person, sessionId)).toMatchObject({ status: 400, body: { code: 'VALIDATION_FAILED' } })
  expect((await now()).plan).toBe('free')

  const { id } = stripe.account.pay(sessionId)
  expect(await own.verify(person, sessionId)).toMatchObject({
    status: 200,
    body: { data: { plan: 'plus', status: 'active', planDetails: { name: 'Plus' } } },
  })
  expect(Date.parse((await now()).currentPeriodEnd)).toBeGreaterThan(Date.now() + days(27))

  expect((await own.choose(person, 'gold')).body.data).toEqual({ changed: true })
  expect(await now()).toMatchObject({ plan: 'gold', status: 'active' })
  expect(stripe.account.subscriptions.size).toBe(1)

  const canceled = await call('cancel-subscription')
  expect(canceled.body.data.message).toMatch(
    /^Your subscription is canceled\. You'll keep the Gold plan until \w+ \d+, \d{4}\.$/,
  )
  expect(await now()).toMatchObject({ plan: 'gold', status: 'canceled' })
  expect((await call('resume-subscription')).body.data).toMatchObject({ plan: 'gold', status: 'active' })

  stripe.account.renew(id, false)
  await own.deliverAll()
  expect(await now()).toMatchObject({ plan: 'gold', status: 'past_due', currentPeriodEnd: expect.any(String) })

  stripe.account.end(id)
  await own.deliverAll()
  expect(await now()).toMatchObject({ plan: 'free', status: 'active', currentPeriodEnd: null })

  // A second purchase uses the same customer.
  const again = await own.buy(person, 'plus')
  expect(stripe.account.sessionOf(again.sessionId)?.customer).toBe(stripe.account.subscriptionOf(id)?.customer)
  expect(await now()).toMatchObject({ plan: 'plus', status: 'active' })
})

describe('choosing', () => {
  test('an unknown plan returns a validation error', async () => {
    const person = await shop.build.aUser()
    for (const planId of ['platinum', '', 5, undefined, 'toString']) {
      const { status, body } = await shop.server.post('/api/payment/create-checkout-session', { planId }, person)
      expect(status).toBe(400)
      expect(body.fields).toEqual({ planId: "This plan doesn't exist" })
    }
  })

  test('the Free plan cancels a paid plan at the end of its period', async () => {
    const person = await shop.build.aUser()
    expect((await shop.choose(person, 'free')).body.data).toEqual({ free: true })
    const { subscription } = await shop.buy(person, 'plus')
    expect((await shop.choose(person, 'free')).body.data).toEqual({ free: true })
    expect(await shop.subscriptionOf(person)).toMatchObject({ plan: 'plus', status: 'canceled' })
    expect(shop.stripe.account.subscriptionOf(subscription.id)?.cancel_at_period_end).toBe(true)
  })

  test('a canceled plan resumes it', async () => {
    const person = await shop.build.aUser()
    await shop.buy(person, 'plus')
    await post(person, 'cancel-subscription')
    expect((await shop.choose(person, 'plus')).body.data).toEqual({ changed: true })
    expect(await shop.subscriptionOf(person)).toMatchObject({ plan: 'plus', status: 'active' })
    expect((await shop.choose(person, 'plus')).body.data).toEqual({ changed: true })
  })

  test('a plan works for a customer who was deleted at the provider', async () => {
    const person = await shop.build.aUser()
    const { subscription } = await shop.buy(person, 'plus')
    shop.stripe.account.end(subscription.id)
    shop.stripe.account.removedCustomers.add(subscription.customer)
    const { sessionId } = await shop.buy(person, 'gold')
    expect(shop.stripe.account.sessionOf(sessionId)?.customer).not.toBe(subscription.customer)
    expect((await shop.subscriptionOf(person)).plan).toBe('gold')
  })

  test('another plan with a declined card is rejected and changes nothing', async () => {
    const person = await shop.build.aUser()
    await shop.buy(person, 'plus')
    shop.stripe.decline(true)
    const { status, body } = await shop.choose(person, 'gold')
    shop.stripe.decline(false)
    expect(status).toBe(400)
    expect(body.error).toMatch(/declined/)
    expect((await shop.subscriptionOf(person)).plan).toBe('plus')
  })
})

describe('verification', () => {
  test('is idempotent before, during and after the webhook events', async () => {
    const person = await shop.build.aUser()
    shop.stripe.account.events.length = 0
    const { sessionId } = await shop.buy(person, 'gold')
    const first = await shop.subscriptionOf(person)
    await Promise.all([shop.verify(person, sessionId), shop.deliverAll(), shop.verify(person, sessionId)])
    expect((await shop.verify(person, sessionId)).body.data).toEqual(first)
  })

  test("isn't required, because the events alone activate the plan", async () => {
    const person = await shop.build.aUser()
    shop.stripe.account.events.length = 0
    const { sessionId } = (await shop.choose(person, 'plus')).body.data
    shop.stripe.account.pay(sessionId)
    await shop.deliverAll()
    expect((await shop.subscriptionOf(person)).plan).toBe('plus')
  })

  test('is limited to the user who opened the checkout', async () => {
    const [buyer, other] = [await shop.build.aUser(), await shop.build.aUser()]
    const { sessionId } = await shop.buy(buyer, 'gold')
    expect(await shop.verify(other, sessionId)).toMatchObject({ status: 403, body: { code: 'FORBIDDEN' } })
    expect((await shop.subscriptionOf(other)).plan).toBe('free')
    expect((await shop.subscriptionOf(buyer)).plan).toBe('gold')
  })

  test('rejects expired, unknown and missing sessions', async () => {
    const person = await shop.build.aUser()
    const { sessionId } = (await shop.choose(person, 'plus')).body.data
    shop.stripe.account.abandon(sessionId)
    expect(await shop.verify(person, sessionId)).toMatchObject({
      status: 404,
      body: { error: 'This checkout expired without a payment. Choose a plan again.' },
    })
    expect((await shop.verify(person, 'cs_unknown')).status).toBe(404)
    expect((await shop.verify(person, '..%2F..%2Fsubscriptions')).status).toBe(404)
    const { status, body } = await shop.server.get('/api/payment/verify-subscription', person)
    expect(status).toBe(400)
    expect(body.error).toBe('No session ID found in the URL. Please try again or contact support.')
    const anonymous = await shop.server.get(`/api/payment/verify-subscription?sessionId=${sessionId}`)
    expect(anonymous.body.error).toBe(
      'You need to be logged in to verify your subscription. Please log in and try again.',
    )
    expect((await shop.subscriptionOf(person)).plan).toBe('free')
  })
})

test('if several checkouts are paid, one subscription is kept and the others are canceled and refunded', async () => {
  const own = await createOwnShop()
  const person = await own.build.aUser()
  const open = async (planId: string) => (await own.choose(person, planId)).body.data.sessionId as string
  const sessions = [await open('plus'), await open('gold'), await open('gold')]
  const [plus, gold, second] = sessions.map((session) => own.stripe.account.pay(session))
  const events = own.stripe.account.events.splice(0)
  const answers = await Promise.all([
    ...sessions.map((session) => own.verify(person, session)),
    ...events.toReversed().map((event) => own.deliver(event)),
  ])
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200))

  const statusOf = (subscription?: { id: string }) => own.stripe.account.subscriptionOf(subscription?.id ?? '')?.status
  await vi.waitFor(() => expect(own.stripe.account.refunds).toHaveLength(2))
  await own.deliverAll()
  expect(await own.subscriptionOf(person)).toMatchObject({ plan: 'gold', status: 'active' })
  expect(statusOf(plus)).toBe('canceled')
  expect([statusOf(gold), statusOf(second)].sort()).toEqual(['active', 'canceled'])
  const lost = [plus, gold, second].filter((each) => statusOf(each) === 'canceled')
  const paidFor = lost.map((each) => each?.latest_invoice.payments.data[0]?.payment.payment_intent)
  expect(own.stripe.account.refunds.toSorted()).toEqual(paidFor.toSorted())
})

test('canceling, resuming and opening the billing portal return 404 if no plan was ever bought', async () => {
  const person = await shop.build.aUser()
  for (const call of ['cancel-subscription', 'resume-subscription', 'portal']) {
    expect(await post(person, call)).toMatchObject({ status: 404, body: { code: 'NOT_FOUND' } })
  }
})

test('canceling and resuming are idempotent', async () => {
  const person = await shop.build.aUser()
  await shop.buy(person, 'plus')
  const [once, twice] = [await post(person, 'cancel-subscription'), await post(person, 'cancel-subscription')]
  expect(twice).toMatchObject({ status: 200, body: once.body })
  await post(person, 'resume-subscription')
  expect((await post(person, 'resume-subscription')).body.data.status).toBe('active')
})

test('a subscription that was canceled in the billing portal can be resumed', async () => {
  const person = await shop.build.aUser()
  shop.stripe.account.events.length = 0
  const { subscription } = await shop.buy(person, 'plus')
  shop.stripe.account.cancelInPortal(subscription.id)
  await shop.deliverAll()
  expect((await shop.subscriptionOf(person)).status).toBe('canceled')
  expect((await post(person, 'resume-subscription')).body.data.status).toBe('active')
})

test('the billing portal opens for the customer and links back to the subscription page', async () => {
  const person = await shop.build.aUser()
  const { subscription } = await shop.buy(person, 'plus')
  const { body } = await post(person, 'portal')
  const back = 'http://photos.test/subscription'
  expect(body.data).toEqual({ url: `https://billing.test/${subscription.customer}?back=${back}` })
})
