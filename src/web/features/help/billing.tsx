import type { PaymentMode } from '#shared/config.ts'
import { pages } from '#shared/pages.ts'
import { SupportEmail } from '#web/ui/support-email.tsx'
import { PlanName, PlanPrices } from './plan-text.tsx'
import type { Question } from './question.tsx'
import { PageLink } from './question.tsx'

const whereSold = (payments: PaymentMode | undefined) => payments !== 'off'

export const billing: readonly Question[] = [
  {
    question: 'Do I have to pay?',
    answer: <p>No. Everything here is free, and everyone is on the same plan.</p>,
    where: (payments) => payments === 'off',
  },
  {
    question: 'What do the plans cost?',
    where: whereSold,
    answer: (
      <>
        <ul className="list-disc pl-5">
          <PlanPrices />
        </ul>
        <p className="mt-3">
          See the <PageLink to={pages.pricing}>pricing page</PageLink> for everything they include.
        </p>
      </>
    ),
  },
  {
    question: 'Will I be charged?',
    answer: <p>No. This site has a test checkout, which only accepts test cards.</p>,
    where: (payments) => payments === 'test',
  },
  {
    question: 'How do I pay, and who sees my card?',
    answer: (
      <p>
        By card, monthly in advance. You enter your card on a page run by Stripe, our payment provider. The number never
        reaches us.
      </p>
    ),
    where: (payments) => payments === 'stripe',
  },
  {
    question: 'Can I change or cancel my plan?',
    where: whereSold,
    answer: (
      <p>
        Yes, anytime, on the <PageLink to={pages.subscription}>Subscription page</PageLink>. Changes take effect
        immediately. You pay the difference, or get credit toward future payments. A canceled plan stays active until
        the end of the month you paid for.
      </p>
    ),
  },
  {
    question: 'What happens to my images when a paid plan ends?',
    where: whereSold,
    answer: (
      <p>
        You keep all of them, and your links too. You’ll be on <PlanName id="free" />, and you just can’t add more until
        you’re under its limits.
      </p>
    ),
  },
  {
    question: 'Is there a money-back guarantee?',
    where: whereSold,
    answer: (
      <p>
        Yes. Email <SupportEmail /> within 14 days of a payment, and we’ll refund it through the payment provider.
      </p>
    ),
  },
]
