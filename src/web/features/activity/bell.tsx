import { useInfiniteQuery } from '@tanstack/react-query'
import { Bell as BellIcon } from 'lucide-react'
import { Link } from 'react-router'
import { pages } from '#shared/pages.ts'
import { ownerQueries } from '#web/lib/queries/owner.ts'
import { buttonStyle } from '#web/ui/button-style.ts'

const lookEveryMs = 60_000

/** Leads to what happened, and says whether something is new. */
export function Bell() {
  const { data } = useInfiniteQuery({ ...ownerQueries.activity, refetchInterval: lookEveryMs })
  const unread = data?.pages[0]?.unread ?? 0
  const label = unread > 0 ? `Activity, ${unread} new` : 'Activity'
  return (
    <Link to={pages.activity} aria-label={label} title={label} className={`${buttonStyle.icon} relative`}>
      <BellIcon size={20} strokeWidth={1.75} aria-hidden="true" />
      {unread > 0 && (
        <span
          aria-hidden="true"
          className="absolute top-2.5 right-2.5 size-2 rounded-full bg-accent shadow-[0_0_0_2px_var(--color-wall)]"
        />
      )}
    </Link>
  )
}
