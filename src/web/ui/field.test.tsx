// @vitest-environment happy-dom
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { renderPart } from '#test/support/render.ts'
import { TextField } from './text-field.tsx'

const describedBy = (control: HTMLElement) =>
  document.getElementById(control.getAttribute('aria-describedby') ?? '')?.textContent

test('a hint describes its control', () => {
  renderPart(<TextField label="Slug" hint="Letters and dashes." />)
  const control = screen.getByLabelText('Slug')
  expect(describedBy(control)).toBe('Letters and dashes.')
  expect(control.hasAttribute('aria-invalid')).toBe(false)
})

test('an error replaces the hint, marks the control invalid and is announced', () => {
  renderPart(<TextField label="Slug" hint="Letters and dashes." error="This slug is taken" />)
  const control = screen.getByLabelText('Slug')
  expect(control.getAttribute('aria-invalid')).toBe('true')
  expect(describedBy(control)).toBe('This slug is taken')
  expect(screen.getByRole('alert').textContent).toBe('This slug is taken')
  expect(screen.queryByText('Letters and dashes.')).toBeNull()
})

test('the character count turns red over the limit', () => {
  const { unmount } = renderPart(<TextField label="Title" count={{ used: 100, max: 100 }} />)
  expect(screen.getByText('100 / 100').className).not.toContain('danger')
  unmount()
  renderPart(<TextField label="Title" count={{ used: 101, max: 100 }} />)
  expect(screen.getByText('101 / 100').className).toContain('danger')
})
