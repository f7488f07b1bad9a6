import { useQuery } from '@tanstack/react-query'
import { generatePath, Link } from 'react-router'
import { pages } from '#shared/pages.ts'
import { ownerQueries } from '#web/lib/queries/owner.ts'
import { Time } from '#web/ui/time.tsx'

const soonMs = 21 * 24 * 60 * 60 * 1000

/** One's own links that close in the next three weeks, the first first. */
export function ExpiringSoon() {
  const { data = [] } = useQuery(ownerQueries.links)
  const closing = data
    .flatMap((link) => (link.expiresAt && !link.isExpired ? [{ ...link, expiresAt: link.expiresAt }] : []))
    .filter(({ expiresAt }) => Date.parse(expiresAt) < Date.now() + soonMs)
    .sort((one, other) => (one.expiresAt < other.expiresAt ? -1 : 1))
  if (closing.length === 0) return null
  return (
    <section aria-labelledby="closing-soon">
      <h2 id="closing-soon" className="mb-2 text-subhead">
        Closing soon
      </h2>
      <ul>
        {closing.map(({ _id, title, expiresAt }) => (
          <li key={_id} className="border-line border-t py-3">
            <p className="wrap-anywhere font-medium text-ui">{title}</p>
            <p className="flex flex-wrap items-center justify-between gap-x-4 text-caption text-ink-3">
              <Time at={expiresAt} as="expiry" />
              <Link
                className="link inline-flex min-h-11 items-center"
                to={`${generatePath(pages.editLink, { linkId: _id })}#expiry`}
              >
                New date<span className="sr-only"> for {title}</span>
              </Link>
            </p>
          </li>
        ))}
      </ul>
    </section>
  )
}
