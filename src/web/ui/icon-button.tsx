import type { LucideIcon } from 'lucide-react'
import type { ComponentProps } from 'react'
import { buttonStyle } from './button-style.ts'

type Props = Omit<ComponentProps<'button'>, 'children'> & {
  icon: LucideIcon
  /** The accessible name and default tooltip. */
  label: string
  /** A different tooltip, for example to explain why the button is disabled. */
  hint?: string | undefined
  kind?: 'icon' | 'iconDanger'
}

export const IconButton = ({ icon: Icon, label, hint, kind = 'icon', className = '', ...rest }: Props) => (
  <button
    type="button"
    {...rest}
    className={`${buttonStyle[kind]} ${className}`}
    aria-label={label}
    title={hint ?? label}
  >
    <Icon size={20} strokeWidth={1.75} aria-hidden="true" />
  </button>
)
