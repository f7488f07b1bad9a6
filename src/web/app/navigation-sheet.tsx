import {
  Bell,
  CreditCard,
  LayoutDashboard,
  LogIn,
  LogOut,
  type LucideIcon,
  Palette,
  Settings,
  ShieldCheck,
  Trash2,
  UserPlus,
} from 'lucide-react'
import { Link } from 'react-router'
import { pages } from '#shared/pages.ts'
import { useSession } from '#web/lib/session.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { accountLabel, publicPages, useAvailablePages, useLogout } from './navigation.ts'
import { useReturnState } from './return-to.ts'

const row =
  'flex min-h-12 w-full items-center gap-3 rounded-small px-3 text-left text-body hover:bg-hover cursor-pointer'

const signedInPages: { to: string; label: string; icon: LucideIcon }[] = [
  { to: pages.dashboard, label: 'Dashboard', icon: LayoutDashboard },
  { to: pages.activity, label: 'Activity', icon: Bell },
  { to: pages.studio, label: 'Studio', icon: Palette },
  { to: pages.account, label: 'Account Settings', icon: Settings },
  { to: pages.subscription, label: 'Subscription', icon: CreditCard },
  { to: pages.trash, label: 'Trash', icon: Trash2 },
]
const adminPage = { to: pages.admin, label: 'Administration', icon: ShieldCheck }
const signedOutPages: typeof signedInPages = [
  { to: pages.login, label: 'Login', icon: LogIn },
  { to: pages.register, label: 'Register', icon: UserPlus },
]

export function NavigationSheet({ onClose }: { onClose: () => void }) {
  const session = useSession()
  const { status } = session
  const returnState = useReturnState()
  const logout = useLogout()
  const available = useAvailablePages()
  const signedIn =
    session.status === 'signed-in' && session.user.isAdmin ? [...signedInPages, adminPage] : signedInPages
  const own = status === 'signed-in' ? signedIn : signedOutPages
  return (
    <Dialog title="Menu" onClose={onClose}>
      <nav aria-label="Main" className="-mx-3">
        <ul>
          {available(publicPages).map(({ to, label }) => (
            <li key={to}>
              <Link to={to} className={row} onClick={onClose}>
                {label}
              </Link>
            </li>
          ))}
        </ul>
        {session.status === 'signed-in' && (
          <p className="mt-2 border-line border-t px-3 pt-4 text-caption text-ink-3">
            {accountLabel(session.user.name)}
          </p>
        )}
        <ul className={session.status === 'signed-in' ? 'pt-1' : 'mt-2 border-line border-t pt-2'}>
          {available(own).map(({ to, label, icon: Icon }) => (
            <li key={to}>
              <Link to={to} state={to === pages.login ? returnState : undefined} className={row} onClick={onClose}>
                <Icon size={18} strokeWidth={1.75} aria-hidden="true" className="text-ink-3" />
                {label}
              </Link>
            </li>
          ))}
          {status === 'signed-in' && (
            <li>
              <button
                type="button"
                className={row}
                onClick={() => {
                  onClose()
                  void logout()
                }}
              >
                <LogOut size={18} strokeWidth={1.75} aria-hidden="true" className="text-ink-3" />
                Logout
              </button>
            </li>
          )}
        </ul>
      </nav>
    </Dialog>
  )
}
