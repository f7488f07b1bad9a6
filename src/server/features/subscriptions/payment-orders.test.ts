import { setTimeout as delay } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { newId } from '#server/platform/ids.ts'
import { createRandom } from '#test/support/random.ts'
import type { TestServer } from '#test/support/server.ts'
import { useShop } from '#test/support/shop.ts'
import { prices } from '#test/support/stripe-server.ts'

/** `npm run prove` runs a thousand orders. */
const orders = Number(process.env.PAYMENT_ORDERS ?? 10)
const seed = Number(process.env.PAYMENT_SEED ?? Math.floor(Math.random() * 1e9))
const atOnce = 8
const nodeCount = 4

const shop = useShop(nodeCount)

/** Creates a signed-in user without the cost of hashing a password. */
async function aBuyer() {
  const id = newId()
  const createdAt = new Date().toISOString()
  const user = { id, name: 'Ada', email: `${id.toLowerCase()}@example.com`, password_hash: '', created_at: createdAt }
  await shop.server.db.insertInto('users').values(user).execute()
  await shop.server.db.insertInto('usage').values({ user_id: id, links: 0, images: 0 }).execute()
  return { id, token: await shop.build.aSession({ id }) }
}

/** Simulates a subscription's life cycle at the provider, with twelve events. */
function aLife(userId: string, isEnding: boolean) {
  const { account } = shop.stripe
  account.events.length = 0
  const { id: sessionId } = account.openSession(
    new URLSearchParams({
      client_reference_id: userId,
      'subscription_data[metadata][userId]': userId,
      'line_items[0][price]': prices.plus,
    }),
  )
  let id = ''
  const change = (form: Record<string, string>) => account.update(id, new URLSearchParams(form))
  const steps = [
    () => {
      id = account.pay(sessionId).id
    },
    () => change({ 'items[0][price]': prices.gold, proration_behavior: 'always_invoice' }),
    () => change({ cancel_at_period_end: 'true' }),
    () => change({ cancel_at_period_end: 'false' }),
    () => account.renew(id, false),
    () => account.renew(id, true),
    () => (isEnding ? account.end(id) : change({ 'items[0][price]': prices.plus })),
  ]
  let stepsTaken = 0
  /** The number of completed deliveries that started after the latest step. */
  let answeredSince = 0
  return {
    async deliver(number: number, node: TestServer | undefined) {
      // An event can't be delivered before it happens.
      for (; account.events.length <= number; stepsTaken++) {
        steps.shift()?.()
        answeredSince = 0
      }
      const [event, before] = [account.events[number], stepsTaken]
      const answer = event && (await shop.deliver(event, node))
      if (stepsTaken === before) answeredSince++
      return answer?.status
    },
    /** Makes this response outdated, if possible, by waiting for a new state and for deliveries that read it. */
    async growOld(answers: number) {
      const before = stepsTaken
      const isOld = () => stepsTaken > before && answeredSince >= answers
      for (let waits = 0; steps.length > 0 || stepsTaken > before ? !isOld() && waits < 40 : false; waits++)
        await delay(2)
    },
    get isOver() {
      return steps.length === 0 && account.events.length === 12
    },
  }
}

test(`${orders} random orders of twelve events, delivered to ${nodeCount} nodes, all lead to the right plan (seed ${seed})`, {
  timeout: 120_000 + orders * 1500,
}, async () => {
  const { random, upTo } = createRandom(seed)
  let done = 0
  let delivered = 0
  let life = { growOld: async (_answers: number) => {} }
  shop.stripe.setPause(async () => {
    if (random() < 0.4) await life.growOld(1 + upTo(2))
  })
  for (let order = 0; order < orders; order++) {
    const buyer = await aBuyer()
    const isEnding = random() < 0.5
    const present = aLife(buyer.id, isEnding)
    life = present
    // A small spread delivers events nearly in order, as they happen. A large one delivers them almost at random.
    const spread = random() ** 3 * 14
    const deliveries = Array.from({ length: 12 }, (_, number) => Array(1 + upTo(4)).fill(number) as number[])
      .flat()
      .map((number) => ({ number, place: number + random() * spread }))
      .sort((a, b) => a.place - b.place)
    const statuses: (number | undefined)[] = []
    const worker = async () => {
      for (let next = deliveries.shift(); next; next = deliveries.shift()) {
        const node = shop.nodes[upTo(nodeCount - 1)]
        // Stagger the deliveries, so that some read the provider before its next step.
        if (random() < 0.3) await delay(random() * 40)
        statuses.push(await present.deliver(next.number, node))
        delivered++
      }
    }
    await Promise.all(Array.from({ length: atOnce }, worker))

    const where = `seed ${seed}, order ${order}`
    expect(present.isOver, where).toBe(true)
    expect(new Set(statuses), where).toEqual(new Set([200]))
    const { body } = await shop.server.get('/api/payment/subscription', buyer)
    const expected = isEnding ? { plan: 'free', status: 'active' } : { plan: 'plus', status: 'active' }
    expect(body.data, where).toMatchObject(expected)
    done++
  }
  expect(done).toBe(orders)
  expect(delivered).toBeGreaterThanOrEqual(orders * 12)
  const kept = await shop.server.db.selectFrom('payment_events').select('id').execute()
  expect(kept).toHaveLength(orders * 12)
})
