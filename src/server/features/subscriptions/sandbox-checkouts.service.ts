import { type Clock, instantNow } from '#server/platform/clock.ts'
import { newId } from '#server/platform/ids.ts'
import type { PaidPlanId } from '#shared/plans.ts'
import type { SandboxCheckout, SandboxPaymentRepository } from './sandbox.repository.ts'
import { isExpired } from './sandbox.ts'
import { type CardDetails, type CardProblems, cardOutcomeOf, cardProblemsOf } from './sandbox-cards.ts'
import type { SettlementService } from './settlements.service.ts'

type Dependencies = { sandboxPayments: SandboxPaymentRepository; settlements: SettlementService; clock: Clock }

export type CheckoutView =
  | { step: 'missing' | 'expired' }
  | { step: 'paid'; sessionId: string }
  | { step: 'confirm'; planId: PaidPlanId }
  | { step: 'card'; planId: PaidPlanId; problems?: CardProblems; refusal?: string; kept?: KeptCard }

/** The form keeps these details after a failed submission, but never the full card number or the CVC. */
type KeptCard = { expiry: string; lastDigits?: string }

const declined = 'Your card was declined. Try another card.'
const unconfirmed = "The payment wasn't confirmed. Try again or use another card."

export function createSandboxCheckoutService({ sandboxPayments, settlements, clock }: Dependencies) {
  const viewOf = (checkout: SandboxCheckout | undefined): CheckoutView => {
    if (!checkout) return { step: 'missing' }
    if (checkout.status === 'paid') return { step: 'paid', sessionId: checkout.id }
    if (isExpired(checkout, clock.now())) return { step: 'expired' }
    return { step: checkout.status === 'confirming' ? 'confirm' : 'card', planId: checkout.planId }
  }

  async function pay({ id, checkoutId, userId, planId }: SandboxCheckout): Promise<CheckoutView> {
    const subscriptionId = `test_${newId()}`
    const subscription = { id: subscriptionId, checkoutId, userId, planId, endsAt: null, createdAt: instantNow(clock) }
    const isBought = await sandboxPayments.transaction(async (tx) => {
      if (!(await tx.payCheckout(id, subscriptionId))) return false
      await tx.insertSubscription(subscription)
      return true
    })
    // A real provider would send an event. Settling here activates the plan even if the user closes the page now.
    if (isBought) await settlements.settle(userId, { subscriptionId })
    return { step: 'paid', sessionId: id }
  }

  async function takeCard(checkout: SandboxCheckout, body: unknown): Promise<CheckoutView> {
    const { id, planId } = checkout
    const card = readCard(body)
    const problems = cardProblemsOf(card, clock.now())
    const expiry = problems.expiry ? '' : card.expiry
    if (Object.keys(problems).length > 0) return { step: 'card', planId, problems, kept: { expiry } }
    const outcome = cardOutcomeOf(card)
    // Validation only accepts test cards, so it's safe to keep the last digits.
    const kept = { expiry, lastDigits: card.cardNumber.slice(-4) }
    if (outcome === 'declined') return { step: 'card', planId, refusal: declined, kept }
    if (outcome === 'paid') return pay(checkout)
    await sandboxPayments.updateCheckout(id, 'confirming')
    return { step: 'confirm', planId }
  }

  return {
    view: async (sessionId: string) => viewOf(await sandboxPayments.findCheckout(sessionId)),

    async send(sessionId: string, body: unknown): Promise<CheckoutView> {
      const checkout = await sandboxPayments.findCheckout(sessionId)
      const view = viewOf(checkout)
      if (!checkout || (view.step !== 'card' && view.step !== 'confirm')) return view
      const { answer } = (body ?? {}) as { answer?: unknown }
      if (answer === undefined) return takeCard(checkout, body)
      if (view.step === 'confirm' && answer === 'confirm') return pay(checkout)
      await sandboxPayments.updateCheckout(sessionId, 'open')
      return { step: 'card', planId: checkout.planId, refusal: unconfirmed }
    },
  }
}
export type SandboxCheckoutService = ReturnType<typeof createSandboxCheckoutService>

function readCard(body: unknown): CardDetails {
  const fields = (body ?? {}) as Record<string, unknown>
  const text = (name: string) => (typeof fields[name] === 'string' ? fields[name].trim().slice(0, 40) : '')
  return { cardNumber: text('cardNumber'), expiry: text('expiry'), cvc: text('cvc') }
}
