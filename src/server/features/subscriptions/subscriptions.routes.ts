import { type App, success, successMessage } from '#server/http/app-types.ts'
import { requireViewer } from '#server/http/session.ts'
import {
  cancelSubscription,
  createCheckoutSession,
  getSubscription,
  listPlans,
  openPortal,
  receivePaymentEvent,
  resumeSubscription,
  verifySubscription,
} from '#shared/subscriptions.ts'
import type { PaymentEventService } from './payment-events.service.ts'
import type { SubscriptionService } from './subscriptions.service.ts'

type Services = { subscriptions: SubscriptionService; paymentEvents: PaymentEventService }

/** Events can be large, because they contain whole invoices. */
const eventMaxBytes = 1024 * 1024

export async function subscriptionRoutes(app: App, { subscriptions, paymentEvents }: Services) {
  app.route({ ...listPlans, handler: async () => success(subscriptions.plans()) })

  app.route({
    ...getSubscription,
    handler: async (request) => success(await subscriptions.describe(requireViewer(request))),
  })

  app.route({
    ...createCheckoutSession,
    handler: async (request) => success(await subscriptions.choose(requireViewer(request), request.body.planId)),
  })

  app.route({
    ...verifySubscription,
    handler: async (request) => success(await subscriptions.verify(requireViewer(request), request.query.sessionId)),
  })

  app.route({
    ...cancelSubscription,
    handler: async (request) => successMessage(await subscriptions.cancel(requireViewer(request))),
  })

  app.route({
    ...resumeSubscription,
    handler: async (request) => success(await subscriptions.resume(requireViewer(request))),
  })

  app.route({
    ...openPortal,
    handler: async (request) => success({ url: await subscriptions.portalUrl(requireViewer(request)) }),
  })

  await app.register(async (scope) => {
    // The signature covers the raw bytes, so the body must not be parsed.
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
    scope.route({
      ...receivePaymentEvent,
      bodyLimit: eventMaxBytes,
      handler: async (request) => {
        const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
        await paymentEvents.receive(body, String(request.headers['stripe-signature'] ?? ''))
        return successMessage('Handled')
      },
    })
  })
}
