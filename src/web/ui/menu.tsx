import { lazy, type ReactElement, type ReactNode, Suspense, useState } from 'react'
import type { MenuItem } from './menu-item.ts'

const loadPopup = () => import('./menu-popup.tsx')
const MenuPopup = lazy(async () => ({ default: (await loadPopup()).MenuPopup }))

type TriggerProps = {
  'aria-haspopup': 'menu'
  'aria-expanded'?: boolean
  onClick?: () => void
  onPointerEnter?: () => void
  onFocus?: () => void
}
type Trigger = (props: TriggerProps) => ReactElement
type LazyMenuProps = {
  trigger: Trigger
  load: () => void
  /** Must render a lazy `MenuPopup`. Not called before the first click. */
  children: (trigger: ReactElement) => ReactNode
}

export function LazyMenu({ trigger, load, children }: LazyMenuProps) {
  const [wasOpened, setWasOpened] = useState(false)
  const closed = trigger({
    'aria-haspopup': 'menu',
    'aria-expanded': false,
    onClick: () => setWasOpened(true),
    onPointerEnter: load,
    onFocus: load,
  })
  if (!wasOpened) return closed
  return <Suspense fallback={closed}>{children(trigger({ 'aria-haspopup': 'menu' }))}</Suspense>
}

export const Menu = ({ items, trigger }: { items: readonly MenuItem[]; trigger: Trigger }) => (
  <LazyMenu trigger={trigger} load={loadPopup}>
    {(opener) => <MenuPopup items={items} trigger={opener} />}
  </LazyMenu>
)
