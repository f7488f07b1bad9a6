import { formatPrice } from '#web/lib/formats.ts'
import { formatLimit } from '#web/lib/limit-text.ts'
import { usePlans } from '#web/lib/use-plans.ts'

export const PlanTable = () => (
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
          <td>{formatPrice(price, currency)}</td>
          <td>{formatLimit(linkLimit)}</td>
          <td>{formatLimit(imageLimit)}</td>
        </tr>
      ))}
    </tbody>
  </table>
)
