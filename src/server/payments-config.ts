import { type PaymentMode, paymentMode } from '#shared/config.ts'
import type { StripeOptions } from './platform/payments/stripe.ts'
import { StartupProblem } from './platform/startup-problem.ts'

/** How plans are sold; `stripe` is there exactly when they are sold through it. */
export type PaymentsConfig = { payments: PaymentMode; stripe: StripeOptions | undefined }

type Read = (name: string) => string | undefined

export function readPayments(value: Read, publicUrl: string): PaymentsConfig {
  const payments = value('PAYMENTS') ?? defaultMode(value('STRIPE_SECRET_KEY'), publicUrl)
  if (!isMode(payments)) throw new StartupProblem(`PAYMENTS must be one of ${paymentMode.options.join(', ')}.`)
  return { payments, stripe: payments === 'stripe' ? readStripe(value) : undefined }
}

const isMode = (text: string): text is PaymentMode => paymentMode.options.includes(text as PaymentMode)

function defaultMode(stripeKey: string | undefined, publicUrl: string) {
  if (stripeKey) return 'stripe'
  const { hostname } = new URL(publicUrl)
  return /^(localhost|127\.[\d.]+|\[::1\])$/.test(hostname) ? 'test' : 'off'
}

function readStripe(value: Read): StripeOptions {
  const required = (name: string) => {
    const text = value(name)
    if (!text) throw new StartupProblem(`${name} must be set when payments go through Stripe (or set PAYMENTS=off).`)
    return text
  }
  const secretKey = required('STRIPE_SECRET_KEY')
  const webhookSecret = required('STRIPE_WEBHOOK_SECRET')
  const prices = { plus: required('STRIPE_PRICE_PLUS'), gold: required('STRIPE_PRICE_GOLD') }
  if (prices.plus === prices.gold) throw new StartupProblem('STRIPE_PRICE_GOLD must not be the price of Plus.')
  return { secretKey, webhookSecret, prices, apiBase: readApiBase(value('STRIPE_API_BASE')) }
}

function readApiBase(text: string | undefined) {
  if (text === undefined) return undefined
  const url = URL.parse(text)
  if (!url || !/^https?:$/.test(url.protocol) || url.pathname !== '/' || url.search || url.hash) {
    throw new StartupProblem('STRIPE_API_BASE must be an origin without a path, such as http://127.0.0.1:12111.')
  }
  return url.origin
}
