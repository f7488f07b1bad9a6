import { ChevronLeft, ChevronRight } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { DatePicker } from 'react-datepicker'
import { Dialog } from '#web/ui/dialog.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import './calendar.css'

type Props = {
  selected: Date | undefined
  min: Date
  max: Date | undefined
  onChoose: (day: Date) => void
  onClose: () => void
}

const month = new Intl.DateTimeFormat('en-GB', { month: 'long', year: 'numeric' })

/** A month to choose a day from, beside its field or, on phones, as a sheet. */
export default function Calendar({ selected, min, max, onChoose, onClose }: Props) {
  const place = useRef<HTMLDivElement>(null)

  // Arrow keys work from the first moment, on the day that is chosen.
  useEffect(() => {
    place.current?.querySelector<HTMLElement>('[role="gridcell"][tabindex="0"]')?.focus()
  }, [])

  return (
    <Dialog title="Expiration date" onClose={onClose}>
      {/* The date picker keeps Escape for a popup of its own, which there is not. */}
      <div ref={place} className="calendar" onKeyDownCapture={({ key }) => key === 'Escape' && onClose()}>
        <DatePicker
          inline
          selected={selected ?? null}
          openToDate={selected ?? min}
          minDate={min}
          {...(max && { maxDate: max })}
          calendarStartDay={1}
          onChange={(day: Date | null) => day && onChoose(day)}
          renderCustomHeader={({
            date,
            decreaseMonth,
            increaseMonth,
            prevMonthButtonDisabled,
            nextMonthButtonDisabled,
          }) => (
            <div className="mb-2 flex items-center justify-between">
              <IconButton
                icon={ChevronLeft}
                label="Previous month"
                onClick={decreaseMonth}
                disabled={prevMonthButtonDisabled}
              />
              <p className="font-medium text-ui">{month.format(date)}</p>
              <IconButton
                icon={ChevronRight}
                label="Next month"
                onClick={increaseMonth}
                disabled={nextMonthButtonDisabled}
              />
            </div>
          )}
        />
      </div>
    </Dialog>
  )
}
