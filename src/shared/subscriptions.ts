import * as z from 'zod/mini'
import { done, type Endpoint, ok } from './endpoint.ts'
import { type Plan, planIds } from './plans.ts'

export const planId = z.enum(planIds, 'This plan does not exist')

export const plan: z.ZodMiniType<Plan> = z.object({
  id: planId,
  name: z.string(),
  price: z.number(),
  currency: z.string(),
  linkLimit: z.nullable(z.number()),
  imageLimit: z.nullable(z.number()),
  storageLimitGb: z.nullable(z.number()),
  features: z.array(z.string()),
})

const subscription = z.object({
  /** The one that counts now: what was paid for, or everybody's plan. */
  plan: planId,
  planDetails: plan,
  status: z.enum(['active', 'canceled', 'past_due']),
  /** Until when it is paid; null where nothing is. */
  currentPeriodEnd: z.nullable(z.iso.datetime()),
  /** `bytes`: the room that the images take, where there is a limit to it. */
  usage: z.object({ links: z.number(), images: z.number(), bytes: z.optional(z.number()) }),
})
export type Subscription = z.infer<typeof subscription>

/** Where to pay; or that nothing has to be paid, since the plan is free or the running subscription was changed. */
const checkout = z.union([
  z.object({ checkoutUrl: z.string(), sessionId: z.string() }),
  z.object({ free: z.literal(true) }),
  z.object({ changed: z.literal(true) }),
])
export type Checkout = z.infer<typeof checkout>

const missingSession = 'No session ID found in the URL. Please try again or contact support.'
const tags = ['Payment'] as const

export const listPlans = {
  method: 'GET',
  url: '/api/payment/plans',
  config: { session: 'none' },
  schema: { summary: 'The plans and what they cost', tags, response: { 200: ok(z.array(plan)) } },
} as const satisfies Endpoint

export const getSubscription = {
  method: 'GET',
  url: '/api/payment/subscription',
  config: { session: 'required' },
  schema: { summary: "One's own plan, and how much of it is used", tags, response: { 200: ok(subscription) } },
} as const satisfies Endpoint

export const createCheckoutSession = {
  method: 'POST',
  url: '/api/payment/create-checkout-session',
  config: { session: 'required' },
  schema: {
    summary: 'Choose a plan: an address to pay at, or the change itself where nothing has to be bought',
    tags,
    body: z.object({ planId }),
    response: { 200: ok(checkout) },
  },
} as const satisfies Endpoint

export const verifySubscription = {
  method: 'GET',
  url: '/api/payment/verify-subscription',
  config: {
    session: 'required',
    signIn: 'You need to be logged in to verify your subscription. Please log in and try again.',
  },
  schema: {
    summary: 'Whether a checkout was paid; safe to repeat',
    tags,
    querystring: z.object({ sessionId: z.string(missingSession).check(z.minLength(1, missingSession)) }),
    response: { 200: ok(subscription) },
  },
} as const satisfies Endpoint

export const cancelSubscription = {
  method: 'POST',
  url: '/api/payment/cancel-subscription',
  config: { session: 'required' },
  schema: { summary: "Cancel at the paid period's end", tags, response: { 200: done } },
} as const satisfies Endpoint

export const resumeSubscription = {
  method: 'POST',
  url: '/api/payment/resume-subscription',
  config: { session: 'required' },
  schema: {
    summary: "Take a cancellation back before the paid period's end",
    tags,
    response: { 200: ok(subscription) },
  },
} as const satisfies Endpoint

export const openPortal = {
  method: 'POST',
  url: '/api/payment/portal',
  config: { session: 'required' },
  schema: {
    summary: "The payment provider's page for cards and invoices",
    tags,
    response: { 200: ok(z.object({ url: z.string() })) },
  },
} as const satisfies Endpoint

export const receivePaymentEvent = {
  method: 'POST',
  url: '/api/payment/webhook',
  config: { session: 'none', isCrossSiteAllowed: true },
  schema: { summary: "The payment provider's signed news", tags, response: { 200: done } },
} as const satisfies Endpoint
