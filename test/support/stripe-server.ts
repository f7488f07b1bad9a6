import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import Stripe from 'stripe'
import { createStripeAccount } from './stripe-account.ts'

const { webhooks } = new Stripe('sk_test_none')

export const webhookSecret = 'whsec_test_secret'
export const prices = { plus: 'price_plus', gold: 'price_gold' }

type Answer = { status: number; body: object }
type Signing = { secret?: string; at?: Date; body?: string; scheme?: string }

/**
 * Starts a fake Stripe that implements the API calls we use. Tests control buyers, banks and time, and decide when
 * events are delivered.
 */
export async function startTestStripe() {
  const account = createStripeAccount(prices)
  const answered = new Map<string, Answer>()
  const calls: string[] = []
  const held = new Set<ServerResponse>()
  let fault: 'none' | 'hang' | 'error' = 'none'
  let isDeclining = false
  let pause = async () => {}

  function route(method: string, path: string, form: URLSearchParams): Answer {
    const [, kind, id] =
      /^\/v1\/(checkout\/sessions|subscriptions|refunds|billing_portal\/sessions)(?:\/([^/]+))?$/.exec(path) ?? []
    const isRead = method === 'GET'
    if (account.removedCustomers.has(form.get('customer') ?? '')) return missingCustomer
    if (kind === 'checkout/sessions') return id ? found(account.sessionOf(id)) : ok(account.openSession(form))
    if (kind === 'refunds' && !isRead) return ok(account.refund(form.get('payment_intent') ?? ''))
    if (kind === 'billing_portal/sessions') {
      return ok({ url: `https://billing.test/${form.get('customer')}?back=${form.get('return_url')}` })
    }
    if (kind !== 'subscriptions' || !id) return missing
    const subscription = account.subscriptionOf(id)
    if (!subscription || isRead) return found(subscription)
    // Canceled subscriptions are read-only in Stripe.
    if (subscription.status === 'canceled') return missing
    if (method === 'DELETE') return ok(account.end(id))
    if (isDeclining && form.has('items[0][price]')) {
      return { status: 402, body: { error: { type: 'card_error', code: 'card_declined', message: 'Declined' } } }
    }
    return ok(account.update(id, form))
  }

  async function answer(request: IncomingMessage, response: ServerResponse) {
    const { method = '', url = '' } = request
    const { pathname } = new URL(url, 'http://stripe.test')
    calls.push(`${method} ${pathname}`)
    const body = await text(request)
    if (fault === 'hang') return void held.add(response)
    const key = String(request.headers['idempotency-key'] ?? '')
    // The response is computed when the request arrives, so it can be stale by the time it's sent.
    const known = answered.get(key)
    const { status, body: json } =
      fault === 'error' ? broken : (known ?? structuredClone(route(method, pathname, new URLSearchParams(body))))
    if (key && fault === 'none') answered.set(key, { status, body: json })
    await pause()
    response
      .writeHead(status, { 'content-type': 'application/json', 'request-id': 'req_test' })
      .end(JSON.stringify(json))
  }

  const server = createServer((request, response) => void answer(request, response))
  const listen = async (port: number) => {
    server.listen(port, '127.0.0.1')
    await once(server, 'listening')
    return (server.address() as AddressInfo).port
  }
  const hangUp = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve())
      server.closeAllConnections()
      held.clear()
    })
  const port = await listen(0)

  return {
    options: { secretKey: 'sk_test_123', webhookSecret, prices, apiBase: `http://127.0.0.1:${port}` },
    account,
    calls,
    setPause: (wait: () => Promise<void>) => {
      pause = wait
    },
    decline: (is: boolean) => {
      isDeclining = is
    },
    async whileBroken<T>(how: 'refused' | 'hang' | 'error', work: () => Promise<T>): Promise<T> {
      if (how === 'refused') await hangUp()
      else fault = how
      try {
        return await work()
      } finally {
        fault = 'none'
        if (how === 'refused') await listen(port)
        for (const response of held) response.destroy()
        held.clear()
      }
    },
    /** Signs an event as Stripe does. Options can make each part invalid. */
    sign(event: object, { secret = webhookSecret, at = account.now(), body, scheme }: Signing = {}) {
      const payload = JSON.stringify(event)
      const timestamp = Math.floor(at.getTime() / 1000)
      const signature = webhooks.generateTestHeaderString({ payload, secret, timestamp, ...(scheme && { scheme }) })
      return {
        body: body ?? payload,
        headers: { 'stripe-signature': signature, 'content-type': 'application/json; charset=utf-8' },
      }
    },
    close: hangUp,
  }
}

const ok = (body: object): Answer => ({ status: 200, body })
const missing: Answer = {
  status: 404,
  body: { error: { type: 'invalid_request_error', code: 'resource_missing', message: 'No such thing' } },
}
const missingCustomer: Answer = {
  status: 400,
  body: {
    error: { type: 'invalid_request_error', code: 'resource_missing', param: 'customer', message: 'No such customer' },
  },
}
const found = (body: object | undefined) => (body ? ok(body) : missing)
const broken: Answer = { status: 500, body: { error: { type: 'api_error', message: 'Something went wrong' } } }
