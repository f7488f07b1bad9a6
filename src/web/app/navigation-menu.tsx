import { Menu as MenuIcon } from 'lucide-react'
import { lazy } from 'react'
import { IconButton } from '#web/ui/icon-button.tsx'
import { LazyMenu } from '#web/ui/menu.tsx'
import type { MenuItem } from '#web/ui/menu-item.ts'

const load = () => import('./navigation-menu-popup.tsx')
const NavigationMenuPopup = lazy(async () => ({ default: (await load()).NavigationMenuPopup }))

export const NavigationMenu = ({ actions = [] }: { actions?: readonly MenuItem[] }) => (
  <LazyMenu load={load} trigger={(props) => <IconButton {...props} icon={MenuIcon} label="Menu" className="-mr-3" />}>
    {(trigger) => <NavigationMenuPopup trigger={trigger} actions={actions} />}
  </LazyMenu>
)
