import { useQuery } from '@tanstack/react-query'
import type { PaymentMode } from '#shared/config.ts'
import { siteQueries } from '#web/lib/queries/site.ts'
import { Disclosure } from '#web/ui/disclosure.tsx'

/** `where`: only where payments run like this. */
type Question = { question: string; answer: string; where?: readonly PaymentMode[] }

const sold = ['stripe', 'test'] as const

const questions: Question[] = [
  {
    question: 'What happens when a paid plan ends?',
    answer:
      'You keep it until the end of the period you paid for, then you are on Free. Nothing is deleted or hidden; you only cannot add more until you are below the limit.',
    where: sold,
  },
  {
    question: 'Can I change or cancel my plan?',
    answer:
      'Yes, on the Subscription page, whenever you like. Another plan counts at once: you pay the difference, or what is left counts towards your next payments. A canceled plan stays yours until the end of the period, and you can resume it before then.',
    where: sold,
  },
  {
    question: 'Can I get my money back?',
    answer:
      'Yes, within 14 days of a payment. Write to support, and somebody returns it by hand through the payment provider.',
    where: sold,
  },
  {
    question: 'Who sees my card?',
    answer: 'Only the payment provider, Stripe. You enter the card on its page, and its number never reaches us.',
    where: ['stripe'],
  },
  {
    question: 'Is anything charged here?',
    answer: 'No. This installation has a test checkout, which takes test cards and nothing else.',
    where: ['test'],
  },
  {
    question: 'Do recipients need an account?',
    answer: 'No. They open the link and see the pictures. They sign in only to comment.',
  },
  {
    question: 'Are my pictures changed?',
    answer: 'No. There is never a watermark in them, and what visitors see or download carries no GPS position.',
  },
]

export function BillingQuestions() {
  const payments = useQuery(siteQueries.config).data?.payments
  const asked = questions.filter(({ where }) => !where || (payments && where.includes(payments)))
  return (
    <section aria-labelledby="questions" className="pt-[clamp(4rem,9vw,8rem)]">
      <h2 id="questions" className="mb-8 text-title">
        {payments === 'off' ? 'Before you begin' : 'Before you choose'}
      </h2>
      {asked.map(({ question, answer }, index) => (
        <Disclosure key={question} question={question} isOpen={index === 0}>
          <p>{answer}</p>
        </Disclosure>
      ))}
    </section>
  )
}
