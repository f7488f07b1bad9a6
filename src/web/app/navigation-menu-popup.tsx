import { SunMoon } from 'lucide-react'
import type { ReactElement } from 'react'
import { pages } from '#shared/pages.ts'
import { useSession } from '#web/lib/session.ts'
import { chooseTheme, themeAfter, useTheme } from '#web/lib/theme.ts'
import { useMediaQuery } from '#web/lib/use-media-query.ts'
import type { MenuItem } from '#web/ui/menu-item.ts'
import { MenuPopup } from '#web/ui/menu-popup.tsx'
import { accountLabel, type NavigationMenuProps, publicPages, useAvailablePages, useLogout } from './navigation.ts'
import { useReturnState } from './return-to.ts'

type Props = NavigationMenuProps & { trigger: ReactElement }

/** Keep these in sync with slim-head.css. */
const screensWith = { actions: '(min-width: 52rem)', siteLine: '(min-width: 52rem) and (min-height: 30.01rem)' }

export function NavigationMenuPopup({ trigger, actions = [], more = [], isBranded = false }: Props) {
  const theme = useTheme()
  const site = useSiteItems()
  const isSignedIn = useSession().status === 'signed-in'
  const hasActions = useMediaQuery(screensWith.actions)
  const hasSiteLine = useMediaQuery(screensWith.siteLine)
  const items: MenuItem[] = [
    ...(hasActions ? [] : actions),
    ...more,
    { label: 'Appearance', icon: SunMoon, onSelect: () => chooseTheme(themeAfter(theme)) },
    ...((isBranded ? !isSignedIn : hasSiteLine) ? [] : site),
  ]
  return <MenuPopup items={items} trigger={trigger} />
}

function useSiteItems(): MenuItem[] {
  const session = useSession()
  const returnState = useReturnState()
  const logout = useLogout()
  const available = useAvailablePages()
  const own: MenuItem[] =
    session.status === 'signed-in'
      ? [
          { label: 'Dashboard', to: pages.dashboard, heading: accountLabel(session.user.name) },
          { label: 'Studio', to: pages.studio },
          { label: 'Account Settings', to: pages.account },
          { label: 'Subscription', to: pages.subscription },
          { label: 'Trash', to: pages.trash },
          ...(session.user.isAdmin ? [{ label: 'Administration', to: pages.admin }] : []),
          { label: 'Logout', onSelect: logout },
        ]
      : [
          { label: 'Login', to: pages.login, state: returnState },
          { label: 'Register', to: pages.register },
        ]
  const common = available(publicPages).map((page, index) => (index === 0 ? { ...page, heading: 'Framelight' } : page))
  return [...common, ...available(own)].map((item) => ({ ...item, isHalf: true }))
}
