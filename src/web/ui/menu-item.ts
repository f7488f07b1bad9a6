import type { LucideIcon } from 'lucide-react'

export type MenuItem = {
  label: string
  icon?: LucideIcon
  /** Stands after a line, in the colour of danger. */
  isDestructive?: boolean
  /** Stands after a line. */
  isLast?: boolean
  /** Begins a group, after a line and under these words; where there are none, after the line alone. */
  heading?: string
  disabled?: boolean
} & ({ to: string; state?: unknown; isNewTab?: boolean } | { onSelect: () => void })
