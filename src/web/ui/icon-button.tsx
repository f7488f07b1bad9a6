import type { LucideIcon } from 'lucide-react'
import { buttonStyle } from './button-style.ts'

type Props = { icon: LucideIcon; label: string; onClick: () => void }

export const IconButton = ({ icon: Icon, label, onClick }: Props) => (
  <button type="button" className={buttonStyle.icon} aria-label={label} title={label} onClick={onClick}>
    <Icon size={20} strokeWidth={1.75} aria-hidden="true" />
  </button>
)
