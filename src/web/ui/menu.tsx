import { lazy, type ReactElement, type ReactNode, Suspense, useState } from 'react'
import type { MenuItem } from './menu-item.ts'

const loadOpened = () => import('./menu-popup.tsx')
const MenuPopup = lazy(async () => ({ default: (await loadOpened()).MenuPopup }))

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
  /** What is rendered by the first press: a lazy component around an `MenuPopup`. */
  children: (trigger: ReactElement) => ReactNode
}

/** A button with a menu, whose code is fetched when somebody reaches for the button. */
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

/** The same for a menu whose items are at hand. */
export const Menu = ({ items, trigger }: { items: readonly MenuItem[]; trigger: Trigger }) => (
  <LazyMenu trigger={trigger} load={loadOpened}>
    {(opener) => <MenuPopup items={items} trigger={opener} />}
  </LazyMenu>
)
