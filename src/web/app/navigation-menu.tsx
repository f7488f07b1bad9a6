import { Ellipsis } from 'lucide-react'
import { lazy } from 'react'
import { IconButton } from '#web/ui/icon-button.tsx'
import { LazyMenu } from '#web/ui/menu.tsx'
import type { NavigationMenuProps } from './navigation.ts'

const load = () => import('./navigation-menu-popup.tsx')
const NavigationMenuPopup = lazy(async () => ({ default: (await load()).NavigationMenuPopup }))

export const NavigationMenu = (props: NavigationMenuProps) => (
  <LazyMenu
    load={load}
    trigger={(trigger) => <IconButton {...trigger} icon={Ellipsis} label="Menu" className="-me-3" />}
  >
    {(trigger) => <NavigationMenuPopup {...props} trigger={trigger} />}
  </LazyMenu>
)
