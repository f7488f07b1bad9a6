import { useNavigate } from 'react-router'
import { pages } from '#shared/pages.ts'
import { notify } from '#web/lib/notify.ts'
import { endSession } from '#web/lib/session.ts'
import { useSellsPlans } from '#web/lib/use-sells-plans.ts'
import { useTrashDays } from '#web/lib/use-trash-days.ts'
import type { MenuItem } from '#web/ui/menu-item.ts'

export type NavigationMenuProps = {
  /** Hidden on wide screens, where the bar shows them. */
  actions?: readonly MenuItem[]
  more?: readonly MenuItem[]
  /** A gallery with its owner's branding shows the site's pages only to logged-in users. */
  isBranded?: boolean
}

export const publicPages = [
  { to: pages.home, label: 'Home' },
  { to: pages.pricing, label: 'Pricing' },
  { to: pages.faq, label: 'FAQ' },
  { to: pages.contact, label: 'Contact' },
]

const pagesAboutPlans: readonly unknown[] = [pages.pricing, pages.subscription]

/** Returns a function that omits the pages about plans where nothing is sold, and the trash where there's none. */
export function useAvailablePages() {
  const sellsPlans = useSellsPlans()
  const hasTrash = useTrashDays() > 0
  const isMissing = (page: unknown) =>
    (!sellsPlans && pagesAboutPlans.includes(page)) || (!hasTrash && page === pages.trash)
  return <Item extends object>(items: readonly Item[]) => items.filter((item) => !('to' in item && isMissing(item.to)))
}

export const accountLabel = (name: string) => name.trim().split(/\s+/)[0] || 'Account'

export function useLogout() {
  const navigate = useNavigate()
  return async () => {
    void endSession()
    void navigate(pages.home)
    await notify('success', 'You have been logged out')
  }
}
