import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { pages } from '#shared/pages.ts'
import { siteQueries } from '#web/lib/queries/site.ts'

export function SupportEmail() {
  const supportEmail = useQuery(siteQueries.config).data?.supportEmail
  return supportEmail ? (
    <a className="link wrap-anywhere" href={`mailto:${supportEmail}`}>
      {supportEmail}
    </a>
  ) : (
    <Link className="link" to={pages.contact}>
      support
    </Link>
  )
}
