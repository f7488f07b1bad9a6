import { ChevronLeft, ChevronRight } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { DayPicker } from 'react-day-picker'
import { flushSync } from 'react-dom'
import { firstDayOfWeek, isoDay } from '#web/lib/date-time.ts'
import { buttonStyle } from './button-style.ts'
import { Dialog } from './dialog.tsx'
import './calendar.css'

type Props = {
  title: string
  selected: Date | undefined
  min: Date
  max: Date | undefined
  onChoose: (day: Date) => void
  onClose: () => void
}

const Chevron = ({ orientation }: { orientation?: 'up' | 'down' | 'left' | 'right' }) => {
  const Icon = orientation === 'left' ? ChevronLeft : ChevronRight
  return <Icon size={20} strokeWidth={1.75} aria-hidden="true" />
}

export default function Calendar({ title, selected, min, max, onChoose, onClose }: Props) {
  const calendar = useRef<HTMLDivElement>(null)
  const [month, setMonth] = useState(selected ?? min)

  // Focus the day, so arrow keys work right away. The picker's own autoFocus runs too early, before the dialog opens.
  useEffect(() => {
    calendar.current?.querySelector<HTMLElement>('[role="gridcell"] [tabindex="0"]')?.focus()
  }, [])

  // If Page Up or Page Down would leave the allowed range, go to its first or last day. The picker wouldn't move.
  const goToEnd = (day: Date, key: string) => {
    const end = { PageUp: min, PageDown: max }[key]
    const months = { PageUp: -1, PageDown: 1 }[key] ?? 0
    const wanted = new Date(day.getFullYear(), day.getMonth() + months, day.getDate())
    if (!end || Math.sign(end.getTime() - wanted.getTime()) === months) return
    flushSync(() => setMonth(end))
    calendar.current?.querySelector<HTMLElement>(`[data-day="${isoDay(end)}"] button`)?.focus()
  }

  return (
    <Dialog title={title} onClose={onClose}>
      <div ref={calendar} className="calendar">
        <DayPicker
          mode="single"
          required
          selected={selected}
          onSelect={onChoose}
          month={month}
          onMonthChange={setMonth}
          onDayKeyDown={(day, _modifiers, { key }) => goToEnd(day, key)}
          startMonth={min}
          disabled={max ? [{ before: min }, { after: max }] : { before: min }}
          {...(max && { endMonth: max })}
          weekStartsOn={firstDayOfWeek(navigator.language)}
          showOutsideDays
          navLayout="around"
          components={{ Chevron }}
          classNames={{ button_previous: buttonStyle.icon, button_next: buttonStyle.icon }}
          labels={{ labelPrevious: () => 'Previous month', labelNext: () => 'Next month' }}
        />
      </div>
    </Dialog>
  )
}
