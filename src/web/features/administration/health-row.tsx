import { Check, CircleAlert, Clock } from 'lucide-react'
import type { ReactNode } from 'react'
import { Badge } from '#web/ui/badge.tsx'

export type HealthState = 'good' | 'slow' | 'failing'

const badges = {
  good: { tone: 'ok', icon: Check, word: 'Good' },
  slow: { tone: 'warn', icon: Clock, word: 'Slow' },
  failing: { tone: 'danger', icon: CircleAlert, word: 'Failing' },
} as const

type Props = { title: string; sentence: string; state: HealthState; children?: ReactNode }

/** How one part of the server does. */
export const HealthRow = ({ title, sentence, state, children }: Props) => {
  const { tone, icon, word } = badges[state]
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 border-line border-t py-3.5">
      <div>
        <b className="font-medium text-ui">{title}</b>
        <p className="text-ink-2 text-ui">{sentence}</p>
      </div>
      <Badge tone={tone} icon={icon}>
        {word}
      </Badge>
      {children && <div className="col-span-2 pt-3">{children}</div>}
    </li>
  )
}
