import { Link } from 'react-router'
import { pages } from '#shared/pages.ts'
import { useSellsPlans } from '#web/lib/use-sells-plans.ts'
import { Notice } from '#web/ui/notice.tsx'

export const useLinkLimitSentence = () =>
  useSellsPlans()
    ? "You have reached your plan's link limit. Please upgrade to create more links."
    : 'You have reached your link limit. Delete a link to create another.'

export function LinkLimitNotice({ id }: { id?: string }) {
  const sentence = useLinkLimitSentence()
  const sellsPlans = useSellsPlans()
  return (
    <Notice tone="warn">
      <span id={id}>{sentence}</span>{' '}
      {sellsPlans && (
        <Link to={pages.subscription} className="link">
          See plans
        </Link>
      )}
    </Notice>
  )
}
