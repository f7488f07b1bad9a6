import type { LucideIcon } from 'lucide-react'
import { buttonStyle } from './button-style.ts'

type Props = {
  icon: LucideIcon
  label: string
  hint?: string
  href: string
  isNewTab?: boolean
  kind?: 'icon' | 'iconPlain'
}

export const IconLink = ({ icon: Icon, label, hint, href, isNewTab = false, kind = 'icon' }: Props) => (
  <a
    className={buttonStyle[kind]}
    href={href}
    target={isNewTab ? '_blank' : undefined}
    aria-label={label}
    title={hint ?? label}
  >
    <Icon size={20} strokeWidth={1.75} aria-hidden="true" />
  </a>
)
