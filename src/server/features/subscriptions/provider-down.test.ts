// @engine sqlite
import { beforeAll, describe, expect, test, vi } from 'vitest'
import { minutes } from '#server/platform/clock.ts'
import type { Person } from '#test/support/builders.ts'
import { createOwnShop, useShop } from '#test/support/shop.ts'

const shop = useShop()
let buyer: Person
let paying: Person
let sessionId: string

beforeAll(async () => {
  buyer = await shop.build.aUser()
  paying = await shop.build.aUser()
  await shop.buy(paying, 'plus')
  sessionId = (await shop.choose(buyer, 'plus')).body.data.sessionId
  shop.stripe.account.pay(sessionId)
})

const facts = () => shop.server.db.selectFrom('subscriptions').selectAll().orderBy('user_id').execute()

describe.each(['refused', 'error', 'hang'] as const)('while the provider is down (%s)', (how) => {
  test('calls that need the provider fail and change nothing', async () => {
    const before = [await facts(), structuredClone([...shop.stripe.account.subscriptions.values()])]
    const call = (name: string) => shop.server.post(`/api/payment/${name}`, undefined, paying)
    const calls: [sentence: string, call: () => Promise<{ status: number; body: object }>][] = [
      ['Failed to create checkout session. Please try again.', () => shop.choose(buyer, 'gold')],
      ['Failed to create checkout session. Please try again.', () => shop.choose(paying, 'gold')],
      ['Failed to create checkout session. Please try again.', () => shop.choose(paying, 'free')],
      ['Failed to verify subscription. Please try again.', () => shop.verify(buyer, sessionId)],
      ['Failed to cancel subscription. Please try again.', () => call('cancel-subscription')],
      ['Failed to resume subscription. Please try again.', () => call('resume-subscription')],
      ['Failed to open the billing portal. Please try again.', () => call('portal')],
    ]
    const slowest = await shop.stripe.whileBroken(how, async () => {
      const times = await Promise.all(
        calls.map(async ([sentence, make]) => {
          const start = performance.now()
          expect(await make()).toMatchObject({
            status: 502,
            body: { success: false, code: 'PAYMENT_PROVIDER', error: sentence, message: sentence },
          })
          return performance.now() - start
        }),
      )
      return Math.max(...times)
    })
    expect(slowest).toBeLessThan(60_000)
    expect([await facts(), [...shop.stripe.account.subscriptions.values()]]).toEqual(before)
    expect((await shop.subscriptionOf(paying)).plan).toBe('plus')
    expect((await shop.subscriptionOf(buyer)).plan).toBe('free')
  })

  test("calls that don't need the provider still work", async () => {
    await shop.stripe.whileBroken(how, async () => {
      expect((await shop.choose(buyer, 'free')).body.data).toEqual({ free: true })
      expect((await shop.server.get('/api/payment/plans')).status).toBe(200)
      expect((await shop.subscriptionOf(paying)).plan).toBe('plus')
    })
  })
})

test('the log shows the reason without secrets', async () => {
  await shop.stripe.whileBroken('error', () => shop.verify(buyer, sessionId))
  const lines = shop.server.logLines.filter((line) => line.includes('PAYMENT_PROVIDER'))
  expect(lines.at(-1)).toContain('Something went wrong')
  const { secretKey, webhookSecret } = shop.stripe.options
  for (const secret of [secretKey, webhookSecret]) expect(shop.server.logLines.join('\n')).not.toContain(secret)
})

test("a closed account's subscription is canceled once the provider is back", async () => {
  const own = await createOwnShop()
  const person = await own.build.aUser()
  const { subscription } = await own.buy(person, 'gold')
  const tasks = () => own.server.db.selectFrom('tasks').select('attempts').execute()
  await own.stripe.whileBroken('refused', async () => {
    const answer = await own.server.del('/api/auth/deleteaccount', { password: person.password }, person)
    expect(answer.status).toBe(200)
    expect((await own.server.get('/api/auth/me', person)).status).toBe(401)
    await vi.waitFor(async () => expect(await tasks()).toEqual([{ attempts: 1 }]))
    // Either node may have claimed the task.
    const logLines = () => own.nodes.flatMap((node) => node.logLines).join()
    await vi.waitFor(() => expect(logLines()).toContain('a task failed'))
  })
  expect(own.stripe.account.subscriptionOf(subscription.id)?.status).toBe('active')
  own.server.clock.advance(minutes(2))
  // A new task makes the node run all due tasks.
  await own.server.post('/api/contact', { name: 'A', email: 'a@example.com', subject: 'B', message: 'C' })
  await vi.waitFor(async () => expect(await tasks()).toEqual([]))
  expect(own.stripe.account.subscriptionOf(subscription.id)?.status).toBe('canceled')
  expect(own.stripe.account.refunds).toEqual([])
})
