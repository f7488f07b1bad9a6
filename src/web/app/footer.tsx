import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { pages } from '#shared/pages.ts'
import { siteQueries } from '#web/lib/queries/site.ts'

const legalPages = [
  { to: pages.terms, label: 'Terms & Conditions' },
  { to: pages.privacy, label: 'Privacy Policy' },
  { to: pages.cookiePolicy, label: 'Cookie Policy' },
]

export function Footer() {
  const supportEmail = useQuery(siteQueries.config).data?.supportEmail
  return (
    <footer className="mt-24 border-line border-t py-8 text-caption text-ink-2 sm:text-ui">
      <div className="page flex flex-wrap items-center justify-between gap-x-10 gap-y-4">
        <ul className="flex flex-wrap gap-x-4 sm:gap-x-6">
          {legalPages.map(({ to, label }) => (
            <li key={to}>
              <Link className="inline-flex min-h-11 items-center hover:text-ink hover:underline" to={to}>
                {label}
              </Link>
            </li>
          ))}
        </ul>
        <p>
          {supportEmail ? (
            <a className="underline hover:text-ink" href={`mailto:${supportEmail}`}>
              {supportEmail}
            </a>
          ) : (
            <Link className="underline hover:text-ink" to={pages.contact}>
              Contact support
            </Link>
          )}
          , <span className="whitespace-nowrap">Monday-Friday, 9am-5pm GMT</span>
        </p>
      </div>
    </footer>
  )
}
