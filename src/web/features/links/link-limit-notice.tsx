import { Link } from 'react-router'
import { pages } from '#shared/pages.ts'
import { Notice } from '#web/ui/notice.tsx'

export const linkLimitSentence = "You have reached your plan's link limit. Please upgrade to create more links."

type Props = { id?: string; sentence?: string }

export const LinkLimitNotice = ({ id, sentence = linkLimitSentence }: Props) => (
  <Notice tone="warn">
    <span id={id}>{sentence}</span>{' '}
    <Link to={pages.subscription} className="link">
      See plans
    </Link>
  </Notice>
)
