import * as z from 'zod/mini'
import { done, type Endpoint, ok } from './endpoint.ts'
import { type Plan, planIds } from './plans.ts'

export const planId = z.enum(planIds, "This plan doesn't exist")

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
  /** The plan in effect. */
  plan: planId,
  planDetails: plan,
  status: z.enum(['active', 'canceled', 'past_due']),
  /** Null without a paid subscription. */
  currentPeriodEnd: z.nullable(z.iso.datetime()),
  /** `bytes` is only set if storage is limited. */
  usage: z.object({ links: z.number(), images: z.number(), bytes: z.optional(z.number()) }),
})
export type Subscription = z.infer<typeof subscription>

/** There's no checkout if the plan is free or the current subscription was changed. */
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
  config: { session: 'none', keyScope: 'never' },
  schema: { summary: 'List the plans and prices', tags, response: { 200: ok(z.array(plan)) } },
} as const satisfies Endpoint

export const getSubscription = {
  method: 'GET',
  url: '/api/payment/subscription',
  config: { session: 'required', keyScope: 'never' },
  schema: { summary: 'Get your plan and usage', tags, response: { 200: ok(subscription) } },
} as const satisfies Endpoint

export const createCheckoutSession = {
  method: 'POST',
  url: '/api/payment/create-checkout-session',
  config: { session: 'required', keyScope: 'never' },
  schema: {
    summary: "Choose a plan; returns a checkout URL, or changes the plan if there's nothing to pay",
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
    keyScope: 'never',
    signIn: 'You need to be logged in to verify your subscription. Please log in and try again.',
  },
  schema: {
    summary: 'Check whether a checkout was paid; idempotent',
    tags,
    querystring: z.object({ sessionId: z.string(missingSession).check(z.minLength(1, missingSession)) }),
    response: { 200: ok(subscription) },
  },
} as const satisfies Endpoint

export const cancelSubscription = {
  method: 'POST',
  url: '/api/payment/cancel-subscription',
  config: { session: 'required', keyScope: 'never' },
  schema: { summary: 'Cancel at the end of the paid period', tags, response: { 200: done } },
} as const satisfies Endpoint

export const resumeSubscription = {
  method: 'POST',
  url: '/api/payment/resume-subscription',
  config: { session: 'required', keyScope: 'never' },
  schema: {
    summary: 'Undo a cancellation before the end of the paid period',
    tags,
    response: { 200: ok(subscription) },
  },
} as const satisfies Endpoint

export const openPortal = {
  method: 'POST',
  url: '/api/payment/portal',
  config: { session: 'required', keyScope: 'never' },
  schema: {
    summary: "Get the URL of the payment provider's billing portal",
    tags,
    response: { 200: ok(z.object({ url: z.string() })) },
  },
} as const satisfies Endpoint

export const receivePaymentEvent = {
  method: 'POST',
  url: '/api/payment/webhook',
  config: { session: 'none', keyScope: 'never', isCrossSiteAllowed: true },
  schema: { summary: 'Receive signed events from the payment provider', tags, response: { 200: done } },
} as const satisfies Endpoint
