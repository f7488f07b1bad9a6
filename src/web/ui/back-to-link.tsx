import { ArrowLeft } from 'lucide-react'
import { generatePath, Link as RouterLink } from 'react-router'
import type { Link } from '#shared/links.ts'
import { pages } from '#shared/pages.ts'

type Props = { link: Pick<Link, '_id' | 'title' | 'myRole'> }

/** Uploaders can't edit the link. A long title is truncated, so it can't widen the page. */
export const BackToLink = ({ link: { _id, title, myRole = 'owner' } }: Props) => (
  <RouterLink
    className="link inline-flex min-h-11 w-max max-w-full items-center gap-1.5 text-ui"
    to={myRole === 'uploader' ? pages.dashboard : generatePath(pages.editLink, { linkId: _id })}
  >
    <ArrowLeft size={18} strokeWidth={1.75} aria-hidden="true" className="shrink-0" />
    <span dir="auto" className="truncate">
      {myRole === 'uploader' ? 'Dashboard' : title}
    </span>
  </RouterLink>
)
