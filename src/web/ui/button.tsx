import { LoaderCircle, type LucideIcon } from 'lucide-react'
import type { ComponentProps } from 'react'
import { type ButtonKind, buttonStyle } from './button-style.ts'

type Props = ComponentProps<'button'> & {
  kind?: ButtonKind
  icon?: LucideIcon
  /** The label while busy, such as 'Saving'. A busy button ignores clicks, but keeps the focus. */
  busy?: string | false | undefined
}

export function Button({ kind = 'plain', icon: Icon, busy, className = '', children, onClick, ...rest }: Props) {
  const ShownIcon = busy ? LoaderCircle : Icon
  return (
    <button
      type="button"
      {...rest}
      className={`${buttonStyle[kind]} ${className}`}
      aria-busy={busy ? true : undefined}
      onClick={busy ? (event) => event.preventDefault() : onClick}
    >
      {ShownIcon && (
        <ShownIcon size={18} strokeWidth={1.75} aria-hidden="true" className={busy ? 'animate-spin' : undefined} />
      )}
      {busy || children}
    </button>
  )
}
