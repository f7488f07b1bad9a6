import { lazy, type ReactElement, Suspense, useState } from 'react'
import type { MenuItem } from './menu-item.ts'

const loadOpened = () => import('./opened-menu.tsx')
const OpenedMenu = lazy(async () => ({ default: (await loadOpened()).OpenedMenu }))

type TriggerProps = {
  'aria-haspopup': 'menu'
  'aria-expanded'?: boolean
  onClick?: () => void
  onPointerEnter?: () => void
  onFocus?: () => void
}
type Props = { items: readonly MenuItem[]; trigger: (props: TriggerProps) => ReactElement }

/** A button with a menu. The menu's own code is fetched when somebody reaches for the button. */
export function Menu({ items, trigger }: Props) {
  const [wasOpened, setWasOpened] = useState(false)
  const closed = trigger({
    'aria-haspopup': 'menu',
    'aria-expanded': false,
    onClick: () => setWasOpened(true),
    onPointerEnter: loadOpened,
    onFocus: loadOpened,
  })
  if (!wasOpened) return closed
  return (
    <Suspense fallback={closed}>
      <OpenedMenu items={items} trigger={trigger({ 'aria-haspopup': 'menu' })} />
    </Suspense>
  )
}
