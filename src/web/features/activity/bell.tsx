import { useInfiniteQuery } from '@tanstack/react-query'
import { Bell as BellIcon } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { ownerQueries } from '#web/lib/queries/owner.ts'
import { buttonStyle } from '#web/ui/button-style.ts'

const loadMenu = () => import('./bell-menu.tsx')
const BellMenu = lazy(async () => ({ default: (await loadMenu()).BellMenu }))

const pollMs = 60_000

export function Bell() {
  const { data } = useInfiniteQuery({ ...ownerQueries.activity, refetchInterval: pollMs })
  const [isOpen, setIsOpen] = useState(false)
  const unread = data?.pages[0]?.unread ?? 0
  const label = unread > 0 ? `Activity, ${unread} new` : 'Activity'
  return (
    <>
      <button
        type="button"
        aria-label={label}
        title={label}
        aria-haspopup="dialog"
        className={`${buttonStyle.icon} relative`}
        onPointerEnter={loadMenu}
        onFocus={loadMenu}
        onClick={() => setIsOpen(true)}
      >
        <BellIcon size={20} strokeWidth={1.75} aria-hidden="true" />
        {unread > 0 && (
          <span
            aria-hidden="true"
            className="absolute top-2.5 right-2.5 size-2 rounded-full bg-accent shadow-[0_0_0_2px_var(--color-wall)]"
          />
        )}
      </button>
      <Suspense>{isOpen && <BellMenu onClose={() => setIsOpen(false)} />}</Suspense>
    </>
  )
}
