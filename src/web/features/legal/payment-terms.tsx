import { useQuery } from '@tanstack/react-query'
import { siteQueries } from '#web/lib/queries/site.ts'

export function PaymentTerms() {
  const payments = useQuery(siteQueries.config).data?.payments
  if (payments === 'off') return <p>This site doesn’t sell plans. Everyone is on the same one, free of charge.</p>
  return (
    <>
      {payments === 'test' && (
        <p>This site has a test checkout. It only accepts test cards, and you won’t be charged.</p>
      )}
      <p>
        Paid plans are billed monthly in advance, in US dollars, by card. Stripe, our payment provider, charges the
        card. The card number never reaches this service. The plan renews every month until you cancel it.
      </p>
      <p>
        You can change or cancel your plan anytime on the Subscription page. Changes take effect immediately. You pay
        the difference, or get credit toward future payments. A canceled plan stays active until the end of the month
        you paid for, then your account switches to Free. If a payment fails, the plan also stays active until then
        while we retry the payment.
      </p>
    </>
  )
}
