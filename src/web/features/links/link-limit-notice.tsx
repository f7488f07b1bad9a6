import { Link } from 'react-router'
import { pages } from '#shared/pages.ts'
import { Notice } from '#web/ui/notice.tsx'

export const LinkLimitNotice = ({ id }: { id?: string }) => (
  <Notice tone="warn">
    <span id={id}>You have reached your plan's link limit. Please upgrade to create more links.</span>{' '}
    <Link to={pages.subscription} className="link">
      See the plans
    </Link>
  </Notice>
)
