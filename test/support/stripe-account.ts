type Metadata = Record<string, string>

type Session = {
  id: string
  object: 'checkout.session'
  mode: string
  status: 'open' | 'complete' | 'expired'
  payment_status: 'paid' | 'unpaid'
  client_reference_id: string | null
  customer: string | null
  customer_email: string | null
  subscription: string | null
  metadata: Metadata
  subscriptionMetadata: Metadata
  price: string
  success_url: string
  cancel_url: string
  url: string
}

type Invoice = {
  id: string
  object: 'invoice'
  parent: { type: string; subscription_details: { subscription: string } }
  payments: { object: 'list'; data: { payment: { type: 'payment_intent'; payment_intent: string } }[] }
}

type Subscription = {
  id: string
  object: 'subscription'
  status: 'active' | 'past_due' | 'canceled'
  customer: string
  metadata: Metadata
  cancel_at: number | null
  cancel_at_period_end: boolean
  created: number
  items: { object: 'list'; data: [{ id: string; price: { id: string }; current_period_end: number }] }
  latest_invoice: Invoice
}

export type StripeEvent = { id: string; object: 'event'; type: string; data: { object: object } }

const metadataIn = (form: URLSearchParams, prefix: string): Metadata =>
  Object.fromEntries(
    [...form].flatMap(([name, value]) => {
      const [, key] = name.startsWith(prefix) ? (/^\[(\w+)\]$/.exec(name.slice(prefix.length)) ?? []) : []
      return key ? [[key, value]] : []
    }),
  )

/** The fake Stripe's state, with methods for changes outside our API calls, such as payments. */
export function createStripeAccount(prices: { plus: string; gold: string }) {
  const sessions = new Map<string, Session>()
  const subscriptions = new Map<string, Subscription>()
  const refunds: string[] = []
  const removedCustomers = new Set<string>()
  const events: StripeEvent[] = []
  let counter = 0
  let now = () => new Date()
  const next = (kind: string) => `${kind}_${++counter}`
  const seconds = (date: Date) => Math.floor(date.getTime() / 1000)
  const inAMonth = (from: number) => {
    const date = new Date(from * 1000)
    date.setUTCMonth(date.getUTCMonth() + 1)
    return seconds(date)
  }

  const emit = (type: string, object: object) => {
    events.push({ id: next('evt'), object: 'event', type, data: { object: structuredClone(object) } })
  }

  const invoiceFor = (subscription: string): Invoice => ({
    id: next('in'),
    object: 'invoice',
    parent: { type: 'subscription_details', subscription_details: { subscription } },
    payments: { object: 'list', data: [{ payment: { type: 'payment_intent', payment_intent: next('pi') } }] },
  })

  const require = (id: string) => {
    const subscription = subscriptions.get(id)
    if (!subscription) throw new Error(`There's no subscription ${id}`)
    return subscription
  }

  const updated = (subscription: Subscription) => {
    emit('customer.subscription.updated', subscription)
    return subscription
  }

  const invoiced = (subscription: Subscription, type: 'invoice.paid' | 'invoice.payment_failed') => {
    subscription.latest_invoice = invoiceFor(subscription.id)
    emit(type, subscription.latest_invoice)
  }

  return {
    events,
    refunds,
    removedCustomers,
    subscriptions,
    now: () => now(),
    follow: (clock: { now(): Date }) => {
      now = () => clock.now()
    },
    sessionOf: (id: string) => sessions.get(id),
    subscriptionOf: (id: string) => subscriptions.get(id),

    openSession(form: URLSearchParams): Session {
      const id = next('cs_test')
      const session: Session = {
        id,
        object: 'checkout.session',
        mode: form.get('mode') ?? '',
        status: 'open',
        payment_status: 'unpaid',
        client_reference_id: form.get('client_reference_id'),
        customer: form.get('customer'),
        customer_email: form.get('customer_email'),
        subscription: null,
        metadata: metadataIn(form, 'metadata'),
        subscriptionMetadata: metadataIn(form, 'subscription_data[metadata]'),
        price: form.get('line_items[0][price]') ?? '',
        success_url: form.get('success_url') ?? '',
        cancel_url: form.get('cancel_url') ?? '',
        url: `https://checkout.test/${id}`,
      }
      sessions.set(id, session)
      return session
    },

    /** Emits three events. */
    pay(sessionId: string): Subscription {
      const session = sessions.get(sessionId)
      if (session?.status !== 'open') throw new Error(`Nothing to pay at ${sessionId}`)
      const id = next('sub')
      const created = seconds(now())
      const item = { id: next('si'), price: { id: session.price }, current_period_end: inAMonth(created) }
      const subscription: Subscription = {
        id,
        object: 'subscription',
        status: 'active',
        customer: session.customer ?? next('cus'),
        metadata: session.subscriptionMetadata,
        cancel_at: null,
        cancel_at_period_end: false,
        created,
        items: { object: 'list', data: [item] },
        latest_invoice: invoiceFor(id),
      }
      subscriptions.set(id, subscription)
      Object.assign(session, { status: 'complete', payment_status: 'paid', subscription: id })
      session.customer = subscription.customer
      emit('checkout.session.completed', session)
      emit('customer.subscription.created', subscription)
      emit('invoice.paid', subscription.latest_invoice)
      return subscription
    },

    abandon: (sessionId: string) => void Object.assign(sessions.get(sessionId) ?? {}, { status: 'expired' }),

    update(id: string, form: URLSearchParams): Subscription {
      const subscription = require(id)
      const price = form.get('items[0][price]')
      if (price !== null) {
        subscription.items.data[0].price.id = price
        if (form.get('proration_behavior') === 'always_invoice') invoiced(subscription, 'invoice.paid')
      }
      const cancel = form.get('cancel_at_period_end')
      if (cancel !== null) {
        subscription.cancel_at_period_end = cancel === 'true'
        subscription.cancel_at = cancel === 'true' ? subscription.items.data[0].current_period_end : null
      }
      if (form.get('cancel_at') === '') subscription.cancel_at = null
      Object.assign(subscription.metadata, metadataIn(form, 'metadata'))
      return updated(subscription)
    },

    /** For newer subscriptions, the portal sets a cancellation date instead of the flag. */
    cancelInPortal(id: string) {
      const subscription = require(id)
      subscription.cancel_at = subscription.items.data[0].current_period_end
      return updated(subscription)
    },

    /** Starts a new period, paid or not, unless the subscription is past due. Emits two events. */
    renew(id: string, isPaid: boolean) {
      const subscription = require(id)
      const [item] = subscription.items.data
      if (subscription.status === 'active') item.current_period_end = inAMonth(item.current_period_end)
      subscription.status = isPaid ? 'active' : 'past_due'
      invoiced(subscription, isPaid ? 'invoice.paid' : 'invoice.payment_failed')
      return updated(subscription)
    },

    end(id: string) {
      const subscription = require(id)
      subscription.status = 'canceled'
      emit('customer.subscription.deleted', subscription)
      return subscription
    },

    refund(paymentIntent: string) {
      refunds.push(paymentIntent)
      return { id: next('re'), object: 'refund', payment_intent: paymentIntent }
    },

    planOf: (id: string) => (require(id).items.data[0].price.id === prices.gold ? 'gold' : 'plus'),
  }
}
