import { ChevronDown, CreditCard, LogOut, Settings, ShieldCheck } from 'lucide-react'
import { pages } from '#shared/pages.ts'
import { buttonStyle } from '#web/ui/button-style.ts'
import { Menu } from '#web/ui/menu.tsx'
import { accountLabel, useLogout } from './navigation.ts'

export function AccountMenu({ name, isAdmin }: { name: string; isAdmin: boolean }) {
  const logout = useLogout()
  return (
    <Menu
      items={[
        { label: 'Account Settings', icon: Settings, to: pages.account },
        { label: 'Subscription', icon: CreditCard, to: pages.subscription },
        ...(isAdmin ? [{ label: 'Administration', icon: ShieldCheck, to: pages.admin }] : []),
        { label: 'Logout', icon: LogOut, onSelect: logout, isLast: true },
      ]}
      trigger={(props) => (
        <button type="button" {...props} className={`${buttonStyle.ghost} -mr-3`}>
          {accountLabel(name)}
          <ChevronDown size={18} strokeWidth={1.75} aria-hidden="true" />
        </button>
      )}
    />
  )
}
