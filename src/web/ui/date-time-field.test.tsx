// @vitest-environment happy-dom
import { fireEvent, screen } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { renderPart } from '#test/support/render.ts'
import { unreadable } from '#web/lib/date-time.ts'
import { formatMinute } from '#web/lib/formats.ts'
import { DateTimeField } from './date-time-field.tsx'

const at = (month: number, day: number, hours = 0, minutes = 0) => new Date(2026, month - 1, day, hours, minutes)

// Preload the lazy calendar, so tests don't have to wait.
beforeAll(() => import('./calendar.tsx'))
beforeEach(() => {
  vi.useFakeTimers({ now: at(11, 15, 22, 50), toFake: ['Date'] })
})
afterEach(() => {
  vi.useRealTimers()
})

function show({ initial = at(11, 22, 18), maxDays = null }: { initial?: Date; maxDays?: number | null } = {}) {
  const onChange = vi.fn<(value: string) => void>()
  const props = { onChange, onLeave: () => {}, maxDays, error: undefined, hint: undefined, ref: null }
  renderPart(<DateTimeField calendarTitle="Expiration date" initial={initial.toISOString()} {...props} />)
  return {
    onChange,
    date: screen.getByLabelText<HTMLInputElement>('Date'),
    time: screen.getByLabelText<HTMLSelectElement>('Time'),
  }
}

async function openCalendar() {
  fireEvent.click(screen.getByLabelText('Open calendar'))
  await screen.findByText('Expiration date')
}
// Query by attribute, because role queries are slow with a whole month of buttons.
const dayButton = (day: string) => document.querySelector<HTMLButtonElement>(`[data-day="${day}"] button`)
const isOpenTo = (day: string) => dayButton(day)?.disabled === false

test("the field shows the date as MM/DD/YYYY and the time as in the viewer's texts", () => {
  const { date, time } = show()
  expect([date.value, time.value]).toEqual(['11/22/2026', '18:00'])
  expect(screen.getByText('Nov 22, 2026')).toBeDefined()
  const shown = time.selectedOptions[0]?.textContent ?? ''
  expect(formatMinute(at(11, 22, 18).toISOString())).toBe(`Nov 22, 2026, ${shown}`)
})

test('typing a date or selecting a time reports both as one instant', () => {
  const { date, time, onChange } = show()
  fireEvent.change(date, { target: { value: '12/24/2026' } })
  expect(onChange).toHaveBeenLastCalledWith(at(12, 24, 18).toISOString())
  fireEvent.change(time, { target: { value: '08:15' } })
  expect(onChange).toHaveBeenLastCalledWith(at(12, 24, 8, 15).toISOString())
})

test('an invalid date is kept in the field and reported as unreadable', () => {
  const { date, onChange } = show()
  fireEvent.change(date, { target: { value: '13/45/2026' } })
  expect(onChange).toHaveBeenLastCalledWith(unreadable)
  expect(date.value).toBe('13/45/2026')
})

test('every quarter hour is offered, but past times of today only if selected', () => {
  const { date, time } = show()
  expect(time.options).toHaveLength(96)
  fireEvent.change(date, { target: { value: '11/15/2026' } })
  const times = [...time.options].map(({ value }) => value)
  expect(times).toEqual(['18:00', '23:00', '23:15', '23:30', '23:45'])
})

test('picking a day in the calendar keeps the time', async () => {
  const { date, onChange } = show()
  await openCalendar()
  fireEvent.click(dayButton('2026-11-25') as HTMLElement)
  expect(onChange).toHaveBeenLastCalledWith(at(11, 25, 18).toISOString())
  expect(date.value).toBe('11/25/2026')
  expect(screen.queryByText('Expiration date')).toBeNull()
})

test('the calendar allows days from today to the plan limit', async () => {
  show({ maxDays: 30 })
  await openCalendar()
  expect([isOpenTo('2026-11-14'), isOpenTo('2026-11-15')]).toEqual([false, true])
  expect(screen.getByLabelText('Previous month').getAttribute('aria-disabled')).toBe('true')
  fireEvent.click(screen.getByLabelText('Next month'))
  expect([isOpenTo('2026-12-15'), isOpenTo('2026-12-16')]).toEqual([true, false])
})
