import { useQuery } from '@tanstack/react-query'
import { generatePath, Link } from 'react-router'
import { pages } from '#shared/pages.ts'
import { ownerQueries } from '#web/lib/queries/owner.ts'
import { Time } from '#web/ui/time.tsx'

const soonMs = 21 * 24 * 60 * 60 * 1000

export function ExpiringSoon() {
  const { data = [] } = useQuery(ownerQueries.links)
  const expiring = data
    .flatMap((link) => (link.expiresAt && !link.isExpired ? [{ ...link, expiresAt: link.expiresAt }] : []))
    .filter(({ expiresAt }) => Date.parse(expiresAt) < Date.now() + soonMs)
    .sort((one, other) => (one.expiresAt < other.expiresAt ? -1 : 1))
  if (expiring.length === 0) return null
  return (
    <section aria-labelledby="expiring-soon">
      <h2 id="expiring-soon" className="mb-2 text-subhead">
        Expiring soon
      </h2>
      <ul>
        {expiring.map(({ _id, title, expiresAt }) => (
          <li key={_id} className="border-line border-t py-3">
            <p className="wrap-anywhere font-medium text-ui">{title}</p>
            <p className="flex flex-wrap items-center justify-between gap-x-4 text-caption text-ink-3">
              <Time at={expiresAt} as="expiry" />
              <Link
                className="link inline-flex min-h-11 items-center"
                to={`${generatePath(pages.editLink, { linkId: _id })}#expiry`}
              >
                Extend<span className="sr-only"> {title}</span>
              </Link>
            </p>
          </li>
        ))}
      </ul>
    </section>
  )
}
