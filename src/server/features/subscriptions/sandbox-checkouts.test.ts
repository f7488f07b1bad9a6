import { describe, expect, test } from 'vitest'
import { days } from '#server/platform/clock.ts'
import { createBuilders, type Person } from '#test/support/builders.ts'
import { readOutbox } from '#test/support/outbox.ts'
import { waitForRemovals } from '#test/support/removals.ts'
import { createOwnServer, createTestServer } from '#test/support/server.ts'
import { useServer } from '#test/support/use-server.ts'

const { server, build } = useServer({ payments: 'test', publicUrl: 'http://localhost:5000' })

const card = { cardNumber: '4242 4242 4242 4242', expiry: '12/60', cvc: '123' }
const declinedCard = { ...card, cardNumber: '4000 0000 0000 0002' }
const confirmedCard = { ...card, cardNumber: '4000002500003155' }

async function aCheckout(person: Person, planId = 'plus', at = server) {
  const { body } = await at.post('/api/payment/create-checkout-session', { planId }, person)
  const { checkoutUrl, sessionId } = body.data
  expect(checkoutUrl).toBe(`http://localhost:5000/checkout/${sessionId}`)
  return { path: new URL(checkoutUrl).pathname, sessionId: sessionId as string }
}

const send = (path: string, form: Record<string, string>, at = server) =>
  at.call('POST', path, {
    body: new URLSearchParams(form).toString(),
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  })

const planOf = async ({ token }: { token: string }, at = server) =>
  (await at.get('/api/payment/subscription', { token })).body.data.plan
const verify = (person: Person, sessionId: string) =>
  server.get(`/api/payment/verify-subscription?sessionId=${sessionId}`, person)

test('the checkout page shows the plan, the test notice and the fields', async () => {
  const { path } = await aCheckout(await build.aUser(), 'gold')
  const { status, body, headers } = await server.get(path)
  expect(status).toBe(200)
  expect(headers).toMatchObject({ 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' })
  expect(headers['content-security-policy']).toContain("form-action 'self'")
  expect(body).toContain("This is a test checkout. You won't be charged")
  expect(body).toContain('Framelight Gold')
  expect(body).toContain('$19.99')
  for (const label of ['Card number', 'Expiration date', 'CVC'])
    expect(body).toMatch(new RegExp(`<label for="\\w+">${label}</label>`))
  expect(body).toContain('<button type="submit">Pay</button>')
  expect(body).toContain('<a href="/subscription/cancel?plan=gold">Cancel</a>')
  expect(body).not.toContain('<script')
})

test('the checkout page can fill in the test card that succeeds', async () => {
  const person = await build.aUser()
  const { path } = await aCheckout(person)
  expect((await server.get(path)).body).toContain('href="?card=test"')
  const { body } = await server.get(`${path}?card=test`)
  const filledIn = (name: string) => new RegExp(`name="${name}"[^>]* value="([^"]+)"`).exec(body)?.[1] ?? ''
  const filled = { cardNumber: filledIn('cardNumber'), expiry: filledIn('expiry'), cvc: filledIn('cvc') }
  expect(filled).toEqual({ cardNumber: '4242 4242 4242 4242', expiry: '12/40', cvc: '123' })
  expect((await send(path, filled)).status).toBe(303)
})

test('a valid card activates the plan before verification and redirects back', async () => {
  const person = await build.aUser()
  const { path, sessionId } = await aCheckout(person)
  const paid = await send(path, card)
  expect(paid.status).toBe(303)
  expect(paid.headers.location).toBe(`/subscription/success?session_id=${sessionId}`)
  expect(await planOf(person)).toBe('plus')
  expect(await verify(person, sessionId)).toMatchObject({
    status: 200,
    body: { data: { plan: 'plus', status: 'active' } },
  })

  // Paying twice or reopening the page doesn't add a purchase.
  expect((await send(path, card)).status).toBe(303)
  expect((await server.get(path)).status).toBe(303)
  const bought = server.db.selectFrom('test_subscriptions').select('id').where('user_id', '=', person.id)
  expect(await bought.execute()).toHaveLength(1)
})

test('buying Gold removes the branding immediately', async () => {
  const owner = await build.aUser()
  const { slug } = await build.aLink({ owner })
  const isBranded = async () => (await server.get(`/api/links/slug/${slug}`)).body.data.branded
  expect(await isBranded()).toBe(true)
  const { path } = await aCheckout(owner, 'gold')
  await send(path, card)
  expect(await isBranded()).toBe(false)
})

test('a declined card shows a message, and another card can be used', async () => {
  const person = await build.aUser()
  const { path, sessionId } = await aCheckout(person)
  const { status, body } = await send(path, declinedCard)
  expect(status).toBe(402)
  expect(body).toContain('<p class="refusal" role="alert">Your card was declined. Try another card.</p>')
  expect(await planOf(person)).toBe('free')
  expect((await verify(person, sessionId)).status).toBe(400)
  expect((await send(path, card)).status).toBe(303)
  expect(await planOf(person)).toBe('plus')
})

test('a card that requires confirmation activates the plan only after the payment is confirmed', async () => {
  const person = await build.aUser()
  const { path, sessionId } = await aCheckout(person)
  await send(path, { answer: 'confirm' })
  expect(await planOf(person)).toBe('free')

  const asked = await send(path, confirmedCard)
  expect(asked.status).toBe(200)
  expect(asked.body).toContain('Confirm payment')
  expect((await server.get(path)).body).toContain('Confirm payment')
  expect((await verify(person, sessionId)).status).toBe(400)

  const refused = await send(path, { answer: 'refuse' })
  expect(refused.status).toBe(402)
  expect(refused.body).toContain('The payment wasn&#39;t confirmed.')
  expect(await planOf(person)).toBe('free')

  await send(path, confirmedCard)
  expect((await send(path, { answer: 'confirm' })).status).toBe(303)
  expect((await verify(person, sessionId)).body.data.plan).toBe('plus')
})

test('an abandoned checkout changes nothing and expires after a day', async () => {
  const own = await createOwnServer({ payments: 'test', publicUrl: 'http://localhost:5000' })
  const person = await createBuilders(own).aUser()
  const { path, sessionId } = await aCheckout(person, 'plus', own)
  const check = () => own.get(`/api/payment/verify-subscription?sessionId=${sessionId}`, person)
  expect((await check()).body.error).toBe("This checkout hasn't been paid yet.")
  own.clock.advance(days(1))
  const token = await createBuilders(own).aSession(person)
  expect((await own.get(path)).status).toBe(410)
  expect((await send(path, card, own)).status).toBe(410)
  expect(await planOf({ token }, own)).toBe('free')
  expect(await own.get(`/api/payment/verify-subscription?sessionId=${sessionId}`, { token })).toMatchObject({
    status: 404,
    body: { code: 'NOT_FOUND', error: 'This checkout expired without a payment. Choose a plan again.' },
  })
})

describe('the fields', () => {
  test.each([
    [{}, ['Card number is required', 'Expiration date is required', 'CVC is required']],
    [{ ...card, cardNumber: '12' }, ['Card number is invalid']],
    [{ ...card, cardNumber: '4111 1111 1111 1111' }, ['Use one of the test cards below.']],
    [{ ...card, expiry: '13/60' }, ['Enter the expiration date as MM/YY']],
    [{ ...card, expiry: '01/20' }, ['This card has expired']],
    [{ ...card, cvc: '12' }, ['CVC must be 3 or 4 digits']],
  ])('reject %j with a message for each invalid field', async (form, sentences) => {
    const person = await build.aUser()
    const { path } = await aCheckout(person)
    const { status, body } = await send(path, form as Record<string, string>)
    expect(status).toBe(400)
    for (const sentence of sentences) expect(body).toContain(`class="problem">${sentence}`)
    expect(body.match(/aria-invalid="true"/g)).toHaveLength(sentences.length)
    expect(await planOf(person)).toBe('free')
  })

  test('keep the expiration date after a declined card, but not the number or the CVC', async () => {
    const { path } = await aCheckout(await build.aUser())
    const { body } = await send(path, { ...declinedCard, cvc: '9876' })
    expect(body).toMatch(new RegExp(`<input id="expiry"[^>]* value="${declinedCard.expiry}">`))
    expect(body).toContain("The card ended in 0002. We don't store card numbers, so enter the number and CVC again.")
    expect(body).not.toContain('9876')
    expect(body.match(/ value="/g)).toHaveLength(1)
  })

  test("don't echo an invalid number or CVC", async () => {
    const { path } = await aCheckout(await build.aUser())
    const { body } = await send(path, { ...card, cardNumber: '"><script>alert(1)</script>', cvc: '987654' })
    expect(body).not.toContain('alert')
    expect(body).not.toContain('987654')
  })
})

test('an unknown checkout returns 404', async () => {
  const { status, body } = await server.get('/checkout/test_unknown')
  expect(status).toBe(404)
  expect(body).toContain('This checkout doesn&#39;t exist.')
  expect((await send('/checkout/test_unknown', card)).status).toBe(404)
})

test("an invalid checkout ID returns 404 and isn't echoed", async () => {
  const { status, body } = await server.get('/checkout/%3Cscript%3E')
  expect(status).toBe(404)
  expect(JSON.stringify(body)).not.toContain('<script')
  expect((await send('/checkout/%3Cscript%3E', card)).status).toBe(404)
})

test("another user's checkout can't be verified", async () => {
  const [buyer, other] = [await build.aUser(), await build.aUser()]
  const { path, sessionId } = await aCheckout(buyer)
  await send(path, card)
  expect((await verify(other, sessionId)).status).toBe(403)
  expect(await planOf(other)).toBe('free')
})

test('a subscription can be changed, canceled and resumed, and renews automatically', async () => {
  const own = await createOwnServer({ payments: 'test', publicUrl: 'http://localhost:5000' })
  const builders = createBuilders(own)
  const person = await builders.aUser()
  const { path } = await aCheckout(person, 'plus', own)
  await send(path, card, own)
  const call = (name: string, body?: object) => own.post(`/api/payment/${name}`, body, person)
  expect((await call('create-checkout-session', { planId: 'gold' })).body.data).toEqual({ changed: true })
  expect(await planOf(person, own)).toBe('gold')
  await call('cancel-subscription')
  expect((await call('resume-subscription')).body.data).toMatchObject({ plan: 'gold', status: 'active' })
  expect((await call('portal')).body.data).toEqual({ url: 'http://localhost:5000/subscription' })

  own.clock.advance(days(33))
  const token = await builders.aSession(person)
  const renewed = await own.post('/api/payment/resume-subscription', undefined, { token })
  expect(renewed.body.data).toMatchObject({ plan: 'gold', status: 'active' })
  expect(Date.parse(renewed.body.data.currentPeriodEnd)).toBeGreaterThan(own.clock.now().getTime())
  await own.post('/api/payment/cancel-subscription', undefined, { token })
  own.clock.advance(days(32))
  expect(await planOf({ token: await builders.aSession(person) }, own)).toBe('free')
})

test("purchases from the test checkout don't count once test payments are off", async () => {
  const person = await build.aUser()
  await send((await aCheckout(person, 'gold')).path, card)
  const real = await createTestServer({ payments: 'off' }, server)
  expect(await planOf(person, real)).toBe('free')
  await real.close()
  expect(await planOf(person)).toBe('gold')
})

test('closing an account deletes its test subscriptions', async () => {
  const person = await build.aUser()
  await send((await aCheckout(person)).path, card)
  const { status } = await server.del('/api/auth/deleteaccount', { password: person.password }, person)
  expect(status).toBe(200)
  await waitForRemovals(server)
  const left = server.db.selectFrom('test_subscriptions').select('id').where('user_id', '=', person.id)
  expect(await left.execute()).toEqual([])
})

test('contact messages from paying users are marked as priority', async () => {
  const message = { name: 'Ada', email: 'ada@example.com', subject: 'Hello', message: 'Hi' }
  const [paying, free] = [await build.aUser(), await build.aUser()]
  await send((await aCheckout(paying)).path, card)
  await server.post('/api/contact', { ...message, subject: 'From a buyer' }, paying)
  await server.post('/api/contact', { ...message, subject: 'From a guest' }, free)
  const subjects = () => {
    const mails = readOutbox(server)
    return mails.map((mail) => /^Subject: (.*?)\r?$/m.exec(mail)?.[1]).sort()
  }
  await expect.poll(subjects, { timeout: 60_000 }).toEqual(['From a guest', '[Priority] From a buyer'])
})
