import { useQuery } from '@tanstack/react-query'
import type { PaymentMode } from '#shared/config.ts'
import { siteQueries } from '#web/lib/queries/site.ts'
import { Disclosure } from '#web/ui/disclosure.tsx'

/** `where` lists the payment modes the question applies to. */
type Question = { question: string; answer: string; where?: readonly PaymentMode[] }

const sold = ['stripe', 'test'] as const

const questions: Question[] = [
  {
    question: 'What happens when a paid plan ends?',
    answer:
      "You'll keep it until the end of the period you paid for, then switch to Free. Nothing is deleted or hidden. You just can't add more until you're under the limit.",
    where: sold,
  },
  {
    question: 'Can I change or cancel my plan?',
    answer:
      'Yes, anytime, on the Subscription page. Changes take effect immediately. You pay the difference, or get credit toward future payments. A canceled plan stays active until the end of the period, and you can resume it before then.',
    where: sold,
  },
  {
    question: 'Can I get my money back?',
    answer: "Yes, within 14 days of a payment. Contact support, and we'll refund it through the payment provider.",
    where: sold,
  },
  {
    question: 'Who sees my card?',
    answer: 'Only our payment provider, Stripe. You enter your card on their page, and the number never reaches us.',
    where: ['stripe'],
  },
  {
    question: 'Will I be charged?',
    answer: 'No. This site has a test checkout, which only accepts test cards.',
    where: ['test'],
  },
  {
    question: 'Do visitors need an account?',
    answer:
      'No. They open the link and see the photos. Depending on the gallery, they can also comment and pick favorites without an account.',
  },
  {
    question: 'Do you change my photos?',
    answer: 'No. We never add watermarks. We remove the GPS location from everything visitors see or download.',
  },
]

export function BillingQuestions() {
  const payments = useQuery(siteQueries.config).data?.payments
  const asked = questions.filter(({ where }) => !where || (payments && where.includes(payments)))
  return (
    <section aria-labelledby="questions" className="max-w-176 pt-[clamp(4rem,9vw,8rem)]">
      <h2 id="questions" className="mb-8 text-title">
        {payments === 'off' ? 'Questions' : 'Questions about plans'}
      </h2>
      {asked.map(({ question, answer }, index) => (
        <Disclosure key={question} question={question} isOpen={index === 0}>
          <p>{answer}</p>
        </Disclosure>
      ))}
    </section>
  )
}
