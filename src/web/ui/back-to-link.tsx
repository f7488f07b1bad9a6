import { generatePath } from 'react-router'
import type { Link } from '#shared/links.ts'
import { pages } from '#shared/pages.ts'
import { BackLink } from './back-link.tsx'

type Props = { link: Pick<Link, '_id' | 'title' | 'myRole'> }

/** Uploaders can't edit the link. */
export const BackToLink = ({ link: { _id, title, myRole = 'owner' } }: Props) =>
  myRole === 'uploader' ? (
    <BackLink to={pages.dashboard}>Dashboard</BackLink>
  ) : (
    <BackLink to={generatePath(pages.editLink, { linkId: _id })}>{title}</BackLink>
  )
