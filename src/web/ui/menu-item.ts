import type { LucideIcon } from 'lucide-react'

export type MenuItem = {
  label: string
  icon: LucideIcon
  /** Stands after a line, in the colour of danger. */
  isDestructive?: boolean
  /** Stands after a line. */
  isLast?: boolean
  disabled?: boolean
} & ({ to: string } | { onSelect: () => void })
