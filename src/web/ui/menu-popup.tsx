import * as DropdownMenu from '@radix-ui/react-dropdown-menu'
import { Fragment, type PointerEvent, type ReactElement, useRef } from 'react'
import { Link } from 'react-router'
import type { MenuItem } from './menu-item.ts'
import './menu.css'

/** The sheet can open under the pointer, and releasing the pointer must not select the item there. */
const ignoreRelease = (event: PointerEvent) => event.preventDefault()

const Item = ({ item, onSelect }: { item: MenuItem; onSelect: (action: () => void) => void }) => {
  const { icon: Icon, label } = item
  const content = (
    <>
      {Icon && <Icon size={18} strokeWidth={1.75} aria-hidden="true" />}
      {label}
    </>
  )
  const look = `menu-row ${item.isDestructive ? 'menu-row-danger' : ''} ${item.isHalf ? 'menu-half' : ''}`
  return 'to' in item ? (
    <DropdownMenu.Item asChild disabled={item.disabled ?? false} onPointerUp={ignoreRelease}>
      <Link to={item.to} state={item.state} className={look} {...(item.isNewTab && { target: '_blank' })}>
        {content}
      </Link>
    </DropdownMenu.Item>
  ) : (
    <DropdownMenu.Item
      className={look}
      disabled={item.disabled ?? false}
      onPointerUp={ignoreRelease}
      onSelect={() => onSelect(item.onSelect)}
    >
      {content}
    </DropdownMenu.Item>
  )
}

/** Opens on the first render. A modal menu would hide the page from screen readers, but not from the keyboard. */
export function MenuPopup({ items, trigger }: { items: readonly MenuItem[]; trigger: ReactElement }) {
  const selected = useRef<(() => void) | undefined>(undefined)
  // Run the action once the button has the focus again, so a dialog can return the focus there when it closes.
  const runWhenClosed = () => {
    if (selected.current) queueMicrotask(selected.current)
    selected.current = undefined
  }
  return (
    <DropdownMenu.Root defaultOpen modal={false}>
      <DropdownMenu.Trigger asChild>{trigger}</DropdownMenu.Trigger>
      <DropdownMenu.Portal>
        <DropdownMenu.Content
          className="menu"
          align="end"
          sideOffset={4}
          collisionPadding={8}
          onCloseAutoFocus={runWhenClosed}
        >
          {items.map((item, index) => (
            <Fragment key={item.label}>
              {(item.isDestructive || item.isLast || item.heading !== undefined) && index > 0 && (
                <DropdownMenu.Separator className="my-1.5 border-line border-t" />
              )}
              {item.heading && (
                <DropdownMenu.Label className="px-3 pt-2 pb-1 text-caption text-ink-3" dir="auto">
                  {item.heading}
                </DropdownMenu.Label>
              )}
              <Item
                item={item}
                onSelect={(action) => {
                  selected.current = action
                }}
              />
            </Fragment>
          ))}
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  )
}
