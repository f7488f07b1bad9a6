import { Link } from 'react-router'
import { pages } from '#shared/pages.ts'
import { Notice } from '#web/ui/notice.tsx'

export const linkLimitSentence = "You have reached your plan's link limit. Please upgrade to create more links."

export const LinkLimitNotice = ({ id }: { id?: string }) => (
  <Notice tone="warn">
    <span id={id}>{linkLimitSentence}</span>{' '}
    <Link to={pages.subscription} className="link">
      See plans
    </Link>
  </Notice>
)
