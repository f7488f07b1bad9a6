import * as DropdownMenu from '@radix-ui/react-dropdown-menu'
import type { ReactElement } from 'react'
import { Link } from 'react-router'
import type { MenuItem } from './menu-item.ts'
import './menu.css'

const Entry = ({ item }: { item: MenuItem }) => {
  const { icon: Icon, label } = item
  const content = (
    <>
      <Icon size={18} strokeWidth={1.75} aria-hidden="true" />
      {label}
    </>
  )
  const look = item.isDestructive ? 'menu-row menu-row-danger' : 'menu-row'
  return 'to' in item ? (
    <DropdownMenu.Item asChild disabled={item.disabled ?? false}>
      <Link to={item.to} className={look}>
        {content}
      </Link>
    </DropdownMenu.Item>
  ) : (
    <DropdownMenu.Item className={look} disabled={item.disabled ?? false} onSelect={item.onSelect}>
      {content}
    </DropdownMenu.Item>
  )
}

/** Opens at once: it is rendered by the press that asked for it. */
export const OpenedMenu = ({ items, trigger }: { items: readonly MenuItem[]; trigger: ReactElement }) => (
  <DropdownMenu.Root defaultOpen>
    <DropdownMenu.Trigger asChild>{trigger}</DropdownMenu.Trigger>
    <DropdownMenu.Portal>
      <DropdownMenu.Content className="menu" align="end" sideOffset={4} collisionPadding={8}>
        {items.map((item, index) => (
          <div key={item.label} role="presentation">
            {(item.isDestructive || item.isLast) && index > 0 && (
              <DropdownMenu.Separator className="my-1.5 border-line border-t" />
            )}
            <Entry item={item} />
          </div>
        ))}
      </DropdownMenu.Content>
    </DropdownMenu.Portal>
  </DropdownMenu.Root>
)
