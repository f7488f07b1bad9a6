import type { LucideIcon } from 'lucide-react'

export type MenuItem = {
  label: string
  icon?: LucideIcon
  /** Shows the item in red, after a separator. */
  isDestructive?: boolean
  /** Shows the item after a separator. */
  isLast?: boolean
  /** Starts a group with a separator and, unless empty, this heading. */
  heading?: string
  /** Puts two items next to each other. */
  isHalf?: boolean
  disabled?: boolean
} & ({ to: string; state?: unknown; isNewTab?: boolean } | { onSelect: () => void })
