import { useQuery } from '@tanstack/react-query'
import { plans } from '#shared/plans.ts'
import { siteQueries } from '#web/lib/queries/site.ts'
import { usePlans } from '#web/lib/use-plans.ts'
import { useSellsPlans } from '#web/lib/use-sells-plans.ts'

export function SupportFacts() {
  const sellsPlans = useSellsPlans()
  const supportEmail = useQuery(siteQueries.config).data?.supportEmail
  const readFirst = usePlans()
    .plans.filter(({ id }) => plans[id].allows.prioritySupport)
    .map(({ name }) => name)
    .join(' and ')
  return (
    <dl className="grid content-start gap-6 border-line border-t pt-6 text-ui lg:border-t-0 lg:border-l lg:pt-0 lg:pl-8">
      {supportEmail && (
        <div>
          <dt className="font-medium">Or email us</dt>
          <dd>
            <a className="link wrap-anywhere -my-2.5 inline-flex min-h-11 items-center" href={`mailto:${supportEmail}`}>
              {supportEmail}
            </a>
          </dd>
        </div>
      )}
      <div>
        <dt className="font-medium">Hours</dt>
        <dd className="text-ink-2">Monday-Friday, 9am-5pm GMT</dd>
      </div>
      {sellsPlans && (
        <div>
          <dt className="font-medium">Priority</dt>
          <dd className="text-ink-2">
            We read messages from {readFirst} customers first. Log in before you write, so we know your plan.
          </dd>
        </div>
      )}
    </dl>
  )
}
