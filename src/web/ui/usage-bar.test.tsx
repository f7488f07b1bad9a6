// @vitest-environment happy-dom
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { renderPart } from '#test/support/render.ts'
import { UsageBar } from './usage-bar.tsx'

test.each([
  { used: 29, percent: '58% used', fill: 'bg-ok', warning: '' },
  { used: 30, percent: '60% used', fill: 'bg-warn-fill', warning: '' },
  { used: 39, percent: '78% used', fill: 'bg-warn-fill', warning: '' },
  { used: 40, percent: '80% used', fill: 'bg-danger', warning: 'Approaching limit!' },
  { used: 49, percent: '98% used', fill: 'bg-danger', warning: 'Approaching limit!' },
  { used: 50, percent: '100% used', fill: 'bg-danger', warning: 'Limit reached!' },
])('$used of 50 images shows $percent $warning', ({ used, percent, fill, warning }) => {
  const { container } = renderPart(<UsageBar label="Images used" used={used} limit={50} />)
  expect(container.textContent).toBe(`${percent}${warning}`)
  expect(screen.getByRole('meter').firstElementChild?.className).toContain(fill)
})

test('usage over the limit fills the bar and shows the real number', () => {
  renderPart(<UsageBar label="Images used" used={75} limit={50} />)
  const meter = screen.getByRole('meter', { name: 'Images used' })
  expect(meter.getAttribute('aria-valuenow')).toBe('50')
  expect(meter.getAttribute('aria-valuetext')).toBe('75 of 50')
  expect((meter.firstElementChild as HTMLElement).style.width).toBe('100%')
})
