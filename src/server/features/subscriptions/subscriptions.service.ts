import type { AccountService } from '#server/features/accounts/accounts.service.ts'
import { type Clock, days, instantIn, instantNow } from '#server/platform/clock.ts'
import { newId } from '#server/platform/ids.ts'
import type { Payments } from '#server/platform/payments/payments.ts'
import type { Viewer } from '#server/viewer.ts'
import { AppError, invalidField } from '#shared/errors.ts'
import { type CatalogPlan, type PaidPlanId, type PlanId, plans, withStudio } from '#shared/plans.ts'
import type { Checkout, Subscription } from '#shared/subscriptions.ts'
import { type Default, overrideLimits, presentPlan } from './paid-plan.ts'
import { callProvider, type Deadline } from './provider-calls.ts'
import type { SettlementService } from './settlements.service.ts'
import type { Facts, SubscriptionRepository } from './subscriptions.repository.ts'

type Dependencies = {
  subscriptions: SubscriptionRepository
  accounts: Pick<AccountService, 'me'>
  /** Undefined if payments are off. */
  shop: { payments: Payments; settlements: SettlementService } | undefined
  byDefault: Default
  clock: Clock
}

const sentences = {
  checkout: 'Failed to create checkout session. Please try again.',
  verify: 'Failed to verify subscription. Please try again.',
  cancel: 'Failed to cancel subscription. Please try again.',
  resume: 'Failed to resume subscription. Please try again.',
  portal: 'Failed to open the billing portal. Please try again.',
}

export function createSubscriptionService({ subscriptions, accounts, shop, byDefault, clock }: Dependencies) {
  const requireShop = () => {
    if (!shop)
      throw new AppError(
        'FORBIDDEN',
        `Paid plans aren't available here. Everyone is on the ${plans[byDefault.planId].name} plan.`,
      )
    return shop
  }

  const describe = async ({ userId }: Viewer): Promise<Subscription> => {
    const [sources, { bytes, ...counts }] = await Promise.all([
      subscriptions.findPlanSources(userId),
      subscriptions.findUsage(userId),
    ])
    const { plan, status, currentPeriodEnd } = presentPlan(sources, byDefault, clock.now())
    const usage = plan.storageLimitGb === null ? counts : { ...counts, bytes }
    return { plan: plan.id, planDetails: plan, status, currentPeriodEnd, usage }
  }

  /** Settles first, so the result is the provider's current state. */
  async function findRunning(userId: string) {
    const facts = await requireShop().settlements.settle(userId)
    return facts && isRunning(facts) ? facts : undefined
  }

  async function requireRunning({ userId }: Viewer, sentence: string) {
    const running = await findRunning(userId)
    if (!running) throw new AppError('NOT_FOUND', sentence)
    return running
  }

  async function chooseFree(viewer: Viewer, deadline: Deadline): Promise<Checkout> {
    const running = shop && (await findRunning(viewer.userId))
    if (running && !running.cancelAtPeriodEnd) {
      deadline.throwIfPassed()
      await shop.payments.cancelAtPeriodEnd(running.subscriptionId)
      await shop.settlements.settle(viewer.userId)
    }
    return { free: true }
  }

  async function choosePaid(viewer: Viewer, planId: PaidPlanId, deadline: Deadline): Promise<Checkout> {
    const { payments, settlements } = requireShop()
    const { userId } = viewer
    const running = await findRunning(userId)
    if (running) {
      deadline.throwIfPassed()
      if (running.planId !== planId) await payments.changePlan(running.subscriptionId, planId)
      else if (running.cancelAtPeriodEnd) await payments.resume(running.subscriptionId)
      await settlements.settle(userId)
      return { changed: true }
    }
    const { email } = await accounts.me(viewer)
    const customerId = (await subscriptions.find(userId))?.customerId ?? null
    const checkoutId = newId()
    deadline.throwIfPassed()
    const { sessionId, url } = await payments.createCheckout({ checkoutId, userId, email, planId, customerId })
    // Record the checkout before returning its URL, so a payment can be traced even if the account is deleted first.
    await subscriptions.insertCheckout(checkoutId, userId, instantNow(clock))
    return { checkoutUrl: url, sessionId }
  }

  return {
    plans: () =>
      Object.values(plans).map((plan) => {
        const limited = plan.id === byDefault.planId ? overrideLimits(plan, byDefault.limits) : plan
        return byDefault.studioForAll ? withStudio(limited) : limited
      }),

    planOf: async (userId: string): Promise<CatalogPlan> =>
      presentPlan(await subscriptions.findPlanSources(userId), byDefault, clock.now()).plan,

    async plansOf(userIds: string[]): Promise<Map<string, CatalogPlan>> {
      const users = [...new Set(userIds)]
      const sourcesByUser = await subscriptions.findAllPlanSources(users)
      return new Map([...sourcesByUser].map(([id, sources]) => [id, presentPlan(sources, byDefault, clock.now()).plan]))
    },

    describe,

    async standingOf(userId: string) {
      const { facts, grant } = await subscriptions.findPlanSources(userId)
      const { plan, currentPeriodEnd } = presentPlan({ facts, grant }, byDefault, clock.now())
      const { plan: withoutOwnLimits } = presentPlan({ facts, grant: { ...grant, limits: {} } }, byDefault, clock.now())
      return { plan, withoutOwnLimits, currentPeriodEnd }
    },

    choose: (viewer: Viewer, planId: PlanId) =>
      callProvider(sentences.checkout, (deadline) =>
        planId === 'free' ? chooseFree(viewer, deadline) : choosePaid(viewer, planId, deadline),
      ),

    /** Can run before or after the provider's events, because both store the provider's current state. */
    verify: (viewer: Viewer, sessionId: string) =>
      callProvider(sentences.verify, async () => {
        const { payments, settlements } = requireShop()
        const checkout = /^[\w-]{1,200}$/.test(sessionId) ? await payments.findCheckout(sessionId) : undefined
        if (!checkout) throw new AppError('NOT_FOUND', "This checkout doesn't exist.")
        if (checkout.userId !== viewer.userId) throw new AppError('FORBIDDEN', 'This checkout belongs to someone else.')
        if (checkout.status === 'expired') {
          // An expired checkout can't be paid anymore, so treat it like one that never existed.
          throw new AppError('NOT_FOUND', 'This checkout expired without a payment. Choose a plan again.')
        }
        const { status, subscriptionId } = checkout
        if (status === 'open' || !subscriptionId) {
          throw invalidField('sessionId', "This checkout hasn't been paid yet.")
        }
        await settlements.settle(viewer.userId, { subscriptionId })
        return describe(viewer)
      }),

    cancel: (viewer: Viewer) =>
      callProvider(sentences.cancel, async (deadline) => {
        const { payments, settlements } = requireShop()
        const running = await requireRunning(viewer, "You don't have a subscription to cancel.")
        deadline.throwIfPassed()
        if (!running.cancelAtPeriodEnd) await payments.cancelAtPeriodEnd(running.subscriptionId)
        await settlements.settle(viewer.userId)
        const { planDetails, currentPeriodEnd } = await describe(viewer)
        const until = currentPeriodEnd
          ? ` You'll keep the ${planDetails.name} plan until ${formatDate(currentPeriodEnd)}.`
          : ''
        return `Your subscription is canceled.${until}`
      }),

    resume: (viewer: Viewer) =>
      callProvider(sentences.resume, async (deadline) => {
        const { payments, settlements } = requireShop()
        const running = await requireRunning(viewer, "You don't have a subscription to resume.")
        deadline.throwIfPassed()
        if (running.cancelAtPeriodEnd) await payments.resume(running.subscriptionId)
        await settlements.settle(viewer.userId)
        return describe(viewer)
      }),

    portalUrl: ({ userId }: Viewer) =>
      callProvider(sentences.portal, async () => {
        const { payments } = requireShop()
        const customerId = (await subscriptions.find(userId))?.customerId
        if (!customerId) throw new AppError('NOT_FOUND', "You haven't bought a plan yet.")
        return payments.portalUrl(customerId)
      }),

    /** Settles users whose billing period has ended, because an event may have been lost. */
    async settleOverdue() {
      if (!shop) return
      for (const userId of await subscriptions.listOverdue(instantNow(clock), 100))
        await shop.settlements.settle(userId)
    },

    removeOld: () => subscriptions.removeOld(instantIn(clock, -days(90)), instantIn(clock, -days(30))),
  }
}
export type SubscriptionService = ReturnType<typeof createSubscriptionService>

type Running = Facts & { subscriptionId: string }

const isRunning = (facts: Facts): facts is Running => facts.subscriptionId !== null && facts.status !== 'ended'

const formatDate = (instant: string) =>
  new Date(instant).toLocaleDateString('en-US', { dateStyle: 'medium', timeZone: 'UTC' })
