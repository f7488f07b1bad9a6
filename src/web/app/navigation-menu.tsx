import { Ellipsis } from 'lucide-react'
import { lazy } from 'react'
import { IconButton } from '#web/ui/icon-button.tsx'
import { LazyMenu } from '#web/ui/menu.tsx'
import type { MenuItem } from '#web/ui/menu-item.ts'

const load = () => import('./navigation-menu-popup.tsx')
const NavigationMenuPopup = lazy(async () => ({ default: (await load()).NavigationMenuPopup }))

export type NavigationMenuProps = {
  /** Hidden on wide screens, where the bar shows them. */
  actions?: readonly MenuItem[]
  more?: readonly MenuItem[]
}

export const NavigationMenu = (props: NavigationMenuProps) => (
  <LazyMenu
    load={load}
    trigger={(trigger) => <IconButton {...trigger} icon={Ellipsis} label="Menu" className="-me-3" />}
  >
    {(trigger) => <NavigationMenuPopup {...props} trigger={trigger} />}
  </LazyMenu>
)
