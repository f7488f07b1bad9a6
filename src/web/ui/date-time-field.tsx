import { CalendarDays } from 'lucide-react'
import { lazy, type ReactNode, type Ref, Suspense, useState } from 'react'
import { daysAfter, dayText, parseDay, timeLabel, timeOptions, timeText, toInstant } from '#web/lib/date-time.ts'
import { formatDay } from '#web/lib/formats.ts'
import { controlStyle } from './control-style.ts'
import { Field } from './field.tsx'
import { IconButton } from './icon-button.tsx'
import { Select } from './select.tsx'

const loadCalendar = () => import('./calendar.tsx')
const Calendar = lazy(loadCalendar)

type Props = {
  calendarTitle: string
  /** The initial ISO instant. The field is uncontrolled, because not everything typed is a valid date. */
  initial: string
  /** Called with an ISO instant, or with `unreadable`. */
  onChange: (value: string) => void
  onLeave?: () => void
  maxDays?: number | null
  error: string | undefined
  hint?: ReactNode
  ref: Ref<HTMLInputElement>
}

export function DateTimeField({ calendarTitle, initial, onChange, onLeave, maxDays = null, error, hint, ref }: Props) {
  const [day, setDay] = useState(() => dayText(new Date(initial)))
  const [time, setTime] = useState(() => timeText(new Date(initial)))
  const [isOpen, setIsOpen] = useState(false)
  const now = new Date()
  const chosen = parseDay(day)

  const change = (nextDay: string, nextTime: string) => {
    setDay(nextDay)
    setTime(nextTime)
    onChange(toInstant(nextDay, nextTime))
  }

  return (
    <div className="grid grid-cols-[1.4fr_1fr] gap-3 pb-6">
      <Field
        label="Date"
        error={error}
        hint={
          <>
            {/* Not everyone reads 12/07 as December 7. */}
            {chosen && <span className="block">{formatDay(chosen.toISOString())}</span>}
            {hint}
          </>
        }
      >
        {(control) => (
          <div className="relative [anchor-name:--date-field]">
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
            options={timeOptions(day, time, now).map((value) => ({ value, label: timeLabel(value) }))}
            value={time}
            onChange={({ target }) => change(day, target.value)}
            onBlur={onLeave}
          />
        )}
      </Field>
      {isOpen && (
        <Suspense>
          <Calendar
            title={calendarTitle}
            selected={chosen}
            min={now}
            max={maxDays === null ? undefined : daysAfter(now, maxDays)}
            onChoose={(date) => {
              setIsOpen(false)
              change(dayText(date), time)
            }}
            onClose={() => setIsOpen(false)}
          />
        </Suspense>
      )}
    </div>
  )
}
