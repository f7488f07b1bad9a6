import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'

const tones = {
  plain: 'bg-sunken text-ink-2 inset-ring inset-ring-line',
  accent: 'bg-accent-soft text-accent',
  danger: 'bg-danger-soft text-danger',
  warn: 'bg-warn-soft text-warn',
  ok: 'bg-ok-soft text-ok',
}

type Props = { tone?: keyof typeof tones; icon?: LucideIcon; children: ReactNode }

export const Badge = ({ tone = 'plain', icon: Icon, children }: Props) => (
  <span
    className={`inline-flex h-6 items-center gap-1.5 whitespace-nowrap rounded-small px-2 font-medium text-caption leading-none tabular-nums ${tones[tone]}`}
  >
    {Icon && <Icon size={14} strokeWidth={1.75} aria-hidden="true" />}
    {children}
  </span>
)
