import type { LucideIcon } from 'lucide-react'
import type { ComponentProps } from 'react'
import { buttonStyle } from './button-style.ts'

type Props = Omit<ComponentProps<'button'>, 'children'> & {
  icon: LucideIcon
  /** What it does, for those who do not see the icon and as its tooltip. */
  label: string
  /** Another tooltip than the label, as the reason why it is disabled. */
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
