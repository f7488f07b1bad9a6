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
    answer: <p>No. Nothing is sold here, and everyone has the same plan.</p>,
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
          All that they include stands on the <PageLink to={pages.pricing}>pricing page</PageLink>.
        </p>
      </>
    ),
  },
  {
    question: 'Is anything charged here?',
    answer: <p>No. This installation has a test checkout, which takes test cards and nothing else.</p>,
    where: (payments) => payments === 'test',
  },
  {
    question: 'How do I pay, and who sees my card?',
    answer: (
      <p>
        By card, every month in advance. You enter the card on the page of Stripe, our payment provider; its number
        never reaches us.
      </p>
    ),
    where: (payments) => payments === 'stripe',
  },
  {
    question: 'Can I change or cancel my plan?',
    where: whereSold,
    answer: (
      <p>
        Whenever you like, on the <PageLink to={pages.subscription}>Subscription page</PageLink>. Another plan counts at
        once: you pay the difference, or what is left counts towards your next payments. A canceled plan stays yours
        until the end of the month you paid for.
      </p>
    ),
  },
  {
    question: 'What happens to my pictures when a paid plan ends?',
    where: whereSold,
    answer: (
      <p>
        They stay, all of them, and so do your links. You are on <PlanName id="free" /> then, and only cannot add more
        until you are below its limits.
      </p>
    ),
  },
  {
    question: 'Is there a money-back guarantee?',
    where: whereSold,
    answer: (
      <p>
        Yes, 14 days. Write to <SupportEmail /> within 14 days of a payment, and a person returns it by hand through the
        payment provider.
      </p>
    ),
  },
]
