import { CalendarDays } from 'lucide-react'
import { lazy, type ReactNode, type Ref, Suspense, useState } from 'react'
import { controlStyle } from '#web/ui/control-style.ts'
import { Field } from '#web/ui/field.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { Select } from '#web/ui/select.tsx'
import { daysAfter, dayText, parseDay, timeChoices, timeText, toInstant } from './expiry.ts'

const loadCalendar = () => import('./calendar.tsx')
const Calendar = lazy(loadCalendar)

type Props = {
  /** An instant, to begin with; afterwards what it holds is its own, since not all that is typed is a date. */
  initial: string
  /** Hears an instant, or what is none while the date cannot be read. */
  onChange: (value: string) => void
  onLeave: () => void
  maxDays: number | null
  error: string | undefined
  hint: ReactNode
  ref: Ref<HTMLInputElement>
}

/** A day to type or to pick from a calendar, and a quarter of an hour. */
export function ExpiryField({ initial, onChange, onLeave, maxDays, error, hint, ref }: Props) {
  const [day, setDay] = useState(() => dayText(new Date(initial)))
  const [time, setTime] = useState(() => timeText(new Date(initial)))
  const [isOpen, setIsOpen] = useState(false)
  const now = new Date()

  const change = (nextDay: string, nextTime: string) => {
    setDay(nextDay)
    setTime(nextTime)
    onChange(toInstant(nextDay, nextTime))
  }

  return (
    <div className="grid grid-cols-[1.4fr_1fr] gap-3 pb-6">
      <Field label="Date" error={error} hint={hint}>
        {(control) => (
          <div className="relative [anchor-name:--expiry]">
            <input
              {...control}
              ref={ref}
              type="text"
              inputMode="numeric"
              autoComplete="off"
              placeholder="MM/DD/YYYY"
              value={day}
              onChange={({ target }) => change(target.value, time)}
              onBlur={onLeave}
              className={`${controlStyle} pr-13`}
            />
            <IconButton
              className="absolute top-0.5 right-0.5"
              icon={CalendarDays}
              label="Open calendar"
              aria-haspopup="dialog"
              onPointerEnter={loadCalendar}
              onFocus={loadCalendar}
              onClick={() => setIsOpen(true)}
            />
          </div>
        )}
      </Field>
      <Field label="Time">
        {({ id }) => (
          <Select
            id={id}
            label="Time"
            options={timeChoices(day, time, now).map((value) => ({ value, label: value }))}
            value={time}
            onChange={({ target }) => change(day, target.value)}
            onBlur={onLeave}
          />
        )}
      </Field>
      {isOpen && (
        <Suspense>
          <Calendar
            selected={parseDay(day)}
            min={now}
            max={maxDays === null ? undefined : daysAfter(now, maxDays)}
            onChoose={(chosen) => {
              setIsOpen(false)
              change(dayText(chosen), time)
            }}
            onClose={() => setIsOpen(false)}
          />
        </Suspense>
      )}
    </div>
  )
}
