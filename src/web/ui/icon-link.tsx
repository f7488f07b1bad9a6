import type { LucideIcon } from 'lucide-react'
import { buttonStyle } from './button-style.ts'

type Props = { icon: LucideIcon; label: string; href: string; isNewTab?: boolean; download?: string }

/** An icon that leads to a file. */
export const IconLink = ({ icon: Icon, label, href, isNewTab = false, download }: Props) => (
  <a
    className={buttonStyle.icon}
    href={href}
    target={isNewTab ? '_blank' : undefined}
    download={download}
    aria-label={label}
    title={label}
  >
    <Icon size={20} strokeWidth={1.75} aria-hidden="true" />
  </a>
)
