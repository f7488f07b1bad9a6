import { Link } from 'react-router'
import { pages } from '#shared/pages.ts'
import { useConfig } from '#web/lib/use-config.ts'

/** Whom to write to, among words. */
export function SupportAddress() {
  const supportEmail = useConfig().data?.supportEmail
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
