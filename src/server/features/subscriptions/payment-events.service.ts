import { BadSignature, type PaymentEvent, type Payments } from '#server/platform/payments/payments.ts'
import { AppError, invalidField } from '#shared/errors.ts'
import { callProvider } from './provider-calls.ts'
import type { SettlementService } from './settlements.service.ts'
import type { SubscriptionRepository } from './subscriptions.repository.ts'

type Dependencies = {
  subscriptions: SubscriptionRepository
  shop: { payments: Payments; settlements: SettlementService } | undefined
}

/** An event only triggers a read of the provider's current state, so the order of events doesn't matter. */
export function createPaymentEventService({ subscriptions, shop }: Dependencies) {
  async function read(body: Buffer, signature: string) {
    if (!shop?.payments.readEvent) throw new AppError('NOT_FOUND', 'Not found')
    try {
      return await shop.payments.readEvent(body, signature)
    } catch (error) {
      if (!(error instanceof BadSignature)) throw error
      throw invalidField('signature', 'The signature is missing, wrong or too old.')
    }
  }

  /** Finds the subscription and its user in our records, or else at the provider. */
  async function subjectOf({ subscriptionId, checkoutSessionId }: PaymentEvent, payments: Payments) {
    const owner = subscriptionId && (await subscriptions.findOwner(subscriptionId))
    if (owner) return { userId: owner, subscriptionId }
    const checkout = checkoutSessionId ? await payments.findCheckout(checkoutSessionId) : undefined
    const id = subscriptionId ?? checkout?.subscriptionId
    if (!id) return undefined
    const userId = checkout?.userId ?? (await payments.findSubscription(id))?.userId
    return userId === undefined ? undefined : { userId, subscriptionId: id }
  }

  async function handle(event: PaymentEvent, { payments, settlements }: NonNullable<typeof shop>) {
    const subject = await subjectOf(event, payments)
    if (!subject) return settlements.dismiss(event, undefined)
    const { userId, subscriptionId } = subject
    const facts = await settlements.settle(userId, { subscriptionId, event })
    if (!facts) await settlements.dismiss(event, await payments.findSubscription(subscriptionId))
  }

  return {
    /** Throws if the event couldn't be handled, which makes the provider send it again. */
    async receive(body: Buffer, signature: string) {
      const event = await read(body, signature)
      if (!shop || (await subscriptions.hasEvent(event.id))) return
      await callProvider("The payment provider isn't responding. Send the event again.", () => handle(event, shop))
    },
  }
}
export type PaymentEventService = ReturnType<typeof createPaymentEventService>
