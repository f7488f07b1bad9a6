import { Check } from 'lucide-react'
import type { ReactNode } from 'react'

type StepState = 'done' | 'current' | 'later'
export type Step = { title: ReactNode; state: StepState; children?: ReactNode }

const circles: Record<StepState, string> = {
  done: 'bg-ok-soft text-ok',
  current: 'bg-primary text-on-primary',
  later: 'border border-line-control text-ink',
}

export const Steps = ({ steps }: { steps: readonly Step[] }) => (
  <ol className="grid gap-8">
    {steps.map(({ title, state, children }, index) => (
      <li
        key={index}
        aria-current={state === 'current' ? 'step' : undefined}
        className="grid grid-cols-[2rem_minmax(0,1fr)] gap-x-4 gap-y-3"
      >
        <span
          className={`grid size-8 place-items-center self-center rounded-full font-medium text-ui ${circles[state]}`}
        >
          {state === 'done' ? <Check size={16} aria-label="Done" role="img" /> : index + 1}
        </span>
        <div className={`flex min-h-8 flex-wrap items-center gap-x-3 ${state === 'later' ? 'text-ink-2' : ''}`}>
          {title}
        </div>
        {children && <div className="col-start-2 grid gap-5">{children}</div>}
      </li>
    ))}
  </ol>
)
