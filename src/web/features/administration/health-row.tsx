import { ArrowUp, Check, CircleAlert, Clock, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Overview } from '#shared/administration.ts'
import { formatAgo, formatNumber } from '#web/lib/formats.ts'
import { Badge } from '#web/ui/badge.tsx'

const looks = {
  good: { tone: 'ok', icon: Check, word: 'Good' },
  slow: { tone: 'warn', icon: Clock, word: 'Slow' },
  missing: { tone: 'warn', icon: TriangleAlert, word: 'Off' },
  failing: { tone: 'danger', icon: CircleAlert, word: 'Failing' },
  update: { tone: 'accent', icon: ArrowUp, word: 'Update' },
} as const

export type HealthState = keyof typeof looks

type Props = {
  title: string
  sentence: ReactNode
  state: HealthState
  /** Replaces the state's default label. */
  word?: string
  detail?: string | undefined
  children?: ReactNode
}

export const HealthRow = ({ title, sentence, state, word, detail, children }: Props) => {
  const look = looks[state]
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 border-line border-t py-3.5">
      <div>
        <b className="font-medium text-ui">{title}</b>
        <p className="wrap-anywhere text-ink-2 text-ui">{sentence}</p>
        {detail && <p className="text-caption text-ink-3">{detail}</p>}
      </div>
      <Badge tone={look.tone} icon={look.icon}>
        {word ?? look.word}
      </Badge>
      {children && <div className="col-span-2 pt-2">{children}</div>}
    </li>
  )
}

type Jobs = Overview['tasks']

const slowAfterMs = 10 * 60 * 1000

export const stateOfJobs = ({ waiting, failing, oldestAt }: Jobs): HealthState =>
  failing > 0 ? 'failing' : waiting > 0 && oldestAt && Date.now() - Date.parse(oldestAt) > slowAfterMs ? 'slow' : 'good'

export const jobsText = ({ waiting, failing, oldestAt }: Jobs) =>
  [
    waiting === 0 && failing === 0
      ? 'Nothing is waiting or failing.'
      : `${formatNumber(waiting)} waiting, ${failing === 0 ? 'none' : formatNumber(failing)} failing.`,
    oldestAt && `The oldest was added ${formatAgo(oldestAt)}.`,
  ]
    .filter(Boolean)
    .join(' ')
