import { CreditCard, LayoutDashboard, LogIn, LogOut, Settings, ShieldCheck, SunMoon, UserPlus } from 'lucide-react'
import type { ReactElement } from 'react'
import { pages } from '#shared/pages.ts'
import { useSession } from '#web/lib/session.ts'
import { chooseTheme, themeAfter, useTheme } from '#web/lib/theme.ts'
import type { MenuItem } from '#web/ui/menu-item.ts'
import { MenuPopup } from '#web/ui/menu-popup.tsx'
import { accountLabel, publicPages, useAvailablePages, useLogout } from './navigation.ts'
import { useReturnState } from './return-to.ts'

type Props = { trigger: ReactElement; actions: readonly MenuItem[] }

/** At this width and above, the header shows the actions, so the menu omits them. Keep in sync with slim-head.css. */
const wideScreen = '(min-width: 52rem)'

export function NavigationMenuPopup({ trigger, actions }: Props) {
  const session = useSession()
  const theme = useTheme()
  const returnState = useReturnState()
  const logout = useLogout()
  const available = useAvailablePages()
  const own: MenuItem[] =
    session.status === 'signed-in'
      ? [
          { label: 'Dashboard', icon: LayoutDashboard, to: pages.dashboard, heading: accountLabel(session.user.name) },
          { label: 'Account Settings', icon: Settings, to: pages.account },
          { label: 'Subscription', icon: CreditCard, to: pages.subscription },
          ...(session.user.isAdmin ? [{ label: 'Administration', icon: ShieldCheck, to: pages.admin }] : []),
          { label: 'Logout', icon: LogOut, onSelect: logout },
        ]
      : [
          { label: 'Login', icon: LogIn, to: pages.login, state: returnState, heading: '' },
          { label: 'Register', icon: UserPlus, to: pages.register },
        ]
  const items: MenuItem[] = [
    ...(window.matchMedia(wideScreen).matches ? [] : actions),
    ...available(publicPages).map((page, index) => (index === 0 ? { ...page, heading: '' } : page)),
    ...available(own),
    { label: 'Appearance', icon: SunMoon, onSelect: () => chooseTheme(themeAfter(theme)), heading: '' },
  ]
  return <MenuPopup items={items} trigger={trigger} />
}
