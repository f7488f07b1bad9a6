import { useQuery } from '@tanstack/react-query'
import { formatPrice } from '#web/lib/formats.ts'
import { formatLimit } from '#web/lib/limit-text.ts'
import { siteQueries } from '#web/lib/queries/site.ts'
import { usePlans } from '#web/lib/use-plans.ts'
import { LegalText } from './legal-text.tsx'
import terms from './terms.md'

export const TermsPage = () => <LegalText text={terms} components={{ PlanTable, TestCheckout }} />

const PlanTable = () => (
  <table>
    <thead>
      <tr>
        <th scope="col">Plan</th>
        <th scope="col">Per month</th>
        <th scope="col">Links</th>
        <th scope="col">Images in total</th>
      </tr>
    </thead>
    <tbody className="tabular-nums">
      {usePlans().plans.map(({ id, name, price, currency, linkLimit, imageLimit }) => (
        <tr key={id}>
          <th scope="row">{name}</th>
          <td data-column="Per month">{formatPrice(price, currency)}</td>
          <td data-column="Links">{formatLimit(linkLimit)}</td>
          <td data-column="Images in total">{formatLimit(imageLimit)}</td>
        </tr>
      ))}
    </tbody>
  </table>
)

function TestCheckout() {
  const payments = useQuery(siteQueries.config).data?.payments
  if (payments !== 'test') return null
  return <p>This site has a test checkout. It only accepts test cards, and you won’t be charged.</p>
}
