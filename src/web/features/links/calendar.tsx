import { ChevronLeft, ChevronRight } from 'lucide-react'
import { DayPicker } from 'react-day-picker'
import { buttonStyle } from '#web/ui/button-style.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import './calendar.css'

type Props = {
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

/** A month to choose a day from, beside its field or, on phones, as a sheet. Arrow keys work from the first moment. */
export default function Calendar({ selected, min, max, onChoose, onClose }: Props) {
  return (
    <Dialog title="Expiration date" onClose={onClose}>
      <DayPicker
        className="calendar"
        mode="single"
        required
        autoFocus
        selected={selected}
        onSelect={onChoose}
        defaultMonth={selected ?? min}
        startMonth={min}
        disabled={max ? [{ before: min }, { after: max }] : { before: min }}
        {...(max && { endMonth: max })}
        weekStartsOn={1}
        showOutsideDays
        navLayout="around"
        components={{ Chevron }}
        classNames={{ button_previous: buttonStyle.icon, button_next: buttonStyle.icon }}
        labels={{ labelPrevious: () => 'Previous month', labelNext: () => 'Next month' }}
      />
    </Dialog>
  )
}
