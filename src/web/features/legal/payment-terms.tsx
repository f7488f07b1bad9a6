import { useQuery } from '@tanstack/react-query'
import { siteQueries } from '#web/lib/queries/site.ts'

/** How plans are paid for on this installation. */
export function PaymentTerms() {
  const payments = useQuery(siteQueries.config).data?.payments
  if (payments === 'off')
    return <p>Nothing is sold on this installation. Everyone has the same plan, and nobody pays.</p>
  return (
    <>
      {payments === 'test' && (
        <p>This installation has a test checkout: it takes test cards only, and nothing is charged.</p>
      )}
      <p>
        A paid plan is bought for a month at a time, in US dollars, in advance and by card. The card is charged by
        Stripe, our payment provider; its number never reaches this service. The plan renews every month until you
        cancel it.
      </p>
      <p>
        You can change or cancel whenever you like on the Subscription page. A change counts at once: you pay the
        difference, or what is left counts towards your next payments. A canceled plan stays yours until the end of the
        month you paid for; then your account is on Free. If a payment fails, the plan also stays until then while the
        payment is tried again.
      </p>
    </>
  )
}
