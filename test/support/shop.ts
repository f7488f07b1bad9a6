import { afterAll, beforeAll, onTestFinished } from 'vitest'
import { createBuilders, type Person } from './builders.ts'
import { createTestServer } from './server.ts'
import type { StripeEvent } from './stripe-account.ts'
import { startTestStripe } from './stripe-server.ts'

async function createShop(nodeCount = 2) {
  const stripe = await startTestStripe()
  const settings = { payments: 'stripe', stripe: stripe.options, studioForAll: false } as const
  const server = await createTestServer(settings)
  const nodes = [server]
  while (nodes.length < nodeCount) nodes.push(await createTestServer(settings, server))
  stripe.account.follow(server.clock)
  const build = createBuilders(server)

  const choose = ({ token }: Person, planId: string) =>
    server.post('/api/payment/create-checkout-session', { planId }, { token })
  const verify = ({ token }: Person, sessionId: string) =>
    server.get(`/api/payment/verify-subscription?sessionId=${sessionId}`, { token })
  const subscriptionOf = async ({ token }: Person) =>
    (await server.get('/api/payment/subscription', { token })).body.data
  const post = (signed: { body: string; headers: Record<string, string> }, node = server) =>
    node.call('POST', '/api/payment/webhook', signed)
  const deliver = (event: StripeEvent, node = server) => post(stripe.sign(event), node)

  return {
    server,
    nodes,
    stripe,
    build,
    choose,
    verify,
    subscriptionOf,
    deliver,
    post,
    async deliverAll() {
      for (const event of stripe.account.events.splice(0)) await deliver(event)
    },
    async buy(person: Person, planId: string) {
      const { sessionId } = (await choose(person, planId)).body.data
      const subscription = stripe.account.pay(sessionId)
      await verify(person, sessionId)
      return { sessionId: sessionId as string, subscription }
    },
    async close() {
      for (const node of nodes.toReversed()) await node.close()
      await stripe.close()
    },
  }
}
export type Shop = Awaited<ReturnType<typeof createShop>>

export function useShop(nodeCount?: number) {
  const shop = {} as Shop
  beforeAll(async () => {
    Object.assign(shop, await createShop(nodeCount))
  })
  afterAll(() => shop.close())
  return shop
}

export async function createOwnShop() {
  const shop = await createShop()
  onTestFinished(() => shop.close())
  return shop
}
