import {
  ChevronDown,
  CreditCard,
  LogOut,
  Menu as MenuIcon,
  Moon,
  Palette,
  Settings,
  ShieldCheck,
  Sun,
  SunMoon,
  Trash2,
} from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { Link, NavLink } from 'react-router'
import { pages } from '#shared/pages.ts'
import { useSession } from '#web/lib/session.ts'
import { chooseTheme, themeAfter, useTheme } from '#web/lib/theme.ts'
import { buttonStyle } from '#web/ui/button-style.ts'
import { IconButton } from '#web/ui/icon-button.tsx'
import { Mark } from '#web/ui/mark.tsx'
import { Menu } from '#web/ui/menu.tsx'
import { accountLabel, publicPages, useAvailablePages, useLogout } from './navigation.ts'
import { useReturnState } from './return-to.ts'

// Only narrow screens use the sheet, so it loads lazily.
const loadSheet = () => import('./navigation-sheet.tsx')
const NavigationSheet = lazy(async () => ({ default: (await loadSheet()).NavigationSheet }))

const Bell = lazy(async () => ({ default: (await import('#web/features/activity/bell.tsx')).Bell }))

const navStyle =
  'inline-flex min-h-11 items-center rounded-control px-3 text-ink-2 text-ui hover:bg-hover hover:text-ink aria-[current=page]:text-ink'

export function Header() {
  const session = useSession()
  const returnState = useReturnState()
  const available = useAvailablePages()
  const [isSheetOpen, setIsSheetOpen] = useState(false)
  return (
    <header className="sticky top-0 z-20 bg-wall/92 backdrop-blur-md">
      <div className="flex h-16 items-center gap-2 px-(--gutter) sm:gap-10">
        <Link
          to={pages.home}
          className="inline-flex min-h-11 items-center gap-2.5 text-[1.0625rem] font-semibold tracking-[-0.02em]"
        >
          <Mark />
          Framelight
        </Link>
        <nav aria-label="Main" className="hidden gap-1 md:flex">
          {available(publicPages).map(({ to, label }) => (
            <NavLink key={to} to={to} end className={navStyle}>
              {label}
            </NavLink>
          ))}
        </nav>
        <div className="ml-auto flex items-center gap-1">
          {session.status === 'signed-in' && (
            <Suspense>
              <Bell />
            </Suspense>
          )}
          <ThemeSwitch />
          {session.status === 'signed-in' && (
            <div className="session-part hidden items-center gap-1 md:flex">
              <NavLink to={pages.dashboard} className={navStyle}>
                Dashboard
              </NavLink>
              <AccountMenu
                name={session.user.name}
                isAdmin={session.user.isAdmin}
                className={`${buttonStyle.ghost} -mr-3`}
              />
            </div>
          )}
          {session.status === 'signed-out' && (
            <div className="session-part hidden items-center gap-1 md:flex">
              <NavLink to={pages.login} state={returnState} className={navStyle}>
                Login
              </NavLink>
              <Link to={pages.register} className={buttonStyle.plain}>
                Register
              </Link>
            </div>
          )}
          <IconButton
            className="-mr-2.5 md:hidden"
            icon={MenuIcon}
            label="Menu"
            aria-haspopup="dialog"
            onPointerDown={loadSheet}
            onFocus={loadSheet}
            onClick={() => setIsSheetOpen(true)}
          />
        </div>
      </div>
      {isSheetOpen && (
        <Suspense>
          <NavigationSheet onClose={() => setIsSheetOpen(false)} />
        </Suspense>
      )}
    </header>
  )
}

type AccountMenuProps = { name: string; isAdmin: boolean; className: string }

export function AccountMenu({ name, isAdmin, className }: AccountMenuProps) {
  const logout = useLogout()
  const available = useAvailablePages()
  return (
    <Menu
      items={available([
        { label: 'Studio', icon: Palette, to: pages.studio },
        { label: 'Account Settings', icon: Settings, to: pages.account },
        { label: 'Subscription', icon: CreditCard, to: pages.subscription },
        { label: 'Trash', icon: Trash2, to: pages.trash },
        ...(isAdmin ? [{ label: 'Administration', icon: ShieldCheck, to: pages.admin }] : []),
        { label: 'Logout', icon: LogOut, onSelect: logout, isLast: true },
      ])}
      trigger={(props) => (
        <button type="button" {...props} className={className}>
          {accountLabel(name)}
          <ChevronDown size={16} strokeWidth={1.75} aria-hidden="true" />
        </button>
      )}
    />
  )
}

const icons = { system: SunMoon, light: Sun, dark: Moon }

function ThemeSwitch() {
  const theme = useTheme()
  return <IconButton icon={icons[theme]} label={`Theme: ${theme}`} onClick={() => chooseTheme(themeAfter(theme))} />
}
