import * as DropdownMenu from '@radix-ui/react-dropdown-menu'
import { type PointerEvent, type ReactElement, useRef } from 'react'
import { Link } from 'react-router'
import type { MenuItem } from './menu-item.ts'
import './menu.css'

/** A sheet may lie over the button: letting go of it is no choice of what has come under the mouse meanwhile. */
const ignoreRelease = (event: PointerEvent) => event.preventDefault()

const Entry = ({ item, onSelect }: { item: MenuItem; onSelect: (act: () => void) => void }) => {
  const { icon: Icon, label } = item
  const content = (
    <>
      {Icon && <Icon size={18} strokeWidth={1.75} aria-hidden="true" />}
      {label}
    </>
  )
  const look = item.isDestructive ? 'menu-row menu-row-danger' : 'menu-row'
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

/**
 * Opens at once: it is rendered by the press that asked for it. Not modal: a modal one hides the page from assistive
 * technology while the keyboard could still reach it.
 */
export function MenuPopup({ items, trigger }: { items: readonly MenuItem[]; trigger: ReactElement }) {
  const chosen = useRef<(() => void) | undefined>(undefined)
  // Only once the button has the focus again: a dialog that opens now gives it back to the button, not to a row that is gone.
  const actOnceClosed = () => {
    if (chosen.current) queueMicrotask(chosen.current)
    chosen.current = undefined
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
          onCloseAutoFocus={actOnceClosed}
        >
          {items.map((item, index) => (
            <div key={item.label} role="presentation">
              {(item.isDestructive || item.isLast || item.heading !== undefined) && index > 0 && (
                <DropdownMenu.Separator className="my-1.5 border-line border-t" />
              )}
              {item.heading && (
                <DropdownMenu.Label className="px-3 pt-2 pb-1 text-caption text-ink-3">
                  {item.heading}
                </DropdownMenu.Label>
              )}
              <Entry
                item={item}
                onSelect={(act) => {
                  chosen.current = act
                }}
              />
            </div>
          ))}
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  )
}
