import { CircleAlert, Info, type LucideIcon, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'

const looks = {
  plain: { icon: Info, ground: 'bg-sunken', ink: 'text-ink-2' },
  info: { icon: Info, ground: 'bg-accent-soft', ink: 'text-accent' },
  warn: { icon: TriangleAlert, ground: 'bg-warn-soft', ink: 'text-warn' },
  danger: { icon: CircleAlert, ground: 'bg-danger-soft', ink: 'text-danger' },
}

type Props = { tone?: keyof typeof looks; icon?: LucideIcon; children: ReactNode }

/** Screen readers announce `danger` notices immediately. */
export function Notice({ tone = 'plain', icon, children }: Props) {
  const { icon: usualIcon, ground, ink } = looks[tone]
  const Icon = icon ?? usualIcon
  return (
    <div
      role={tone === 'danger' ? 'alert' : undefined}
      className={`flex items-start gap-3 rounded-control px-4 py-3.5 text-ui ${ground}`}
    >
      <Icon size={20} strokeWidth={1.75} aria-hidden="true" className={`shrink-0 ${ink}`} />
      <div className="min-w-0 flex-1">{children}</div>
    </div>
  )
}
