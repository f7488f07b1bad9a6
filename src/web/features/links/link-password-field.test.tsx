// @vitest-environment happy-dom
import { fireEvent, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { renderPart } from '#test/support/render.ts'
import { AudienceField } from './audience-field.tsx'
import { emptyLink, linkForm } from './link-form-values.ts'
import { useLinkForm } from './use-link-form.ts'

/** Renders the field and returns a function that reads the form's values. */
function show({ hasPassword }: { hasPassword: boolean }) {
  const form: { current?: ReturnType<typeof useLinkForm> } = {}
  function Part() {
    form.current = useLinkForm({ submit: async () => {}, fallback: '', fallbackForUnreadable: '' })
    return <AudienceField form={form.current} hasPassword={hasPassword} />
  }
  renderPart(<Part />)
  return () => {
    const { isPrivate, password } = form.current?.getValues() ?? emptyLink
    return { isPrivate, password }
  }
}
const choose = (audience: string) => fireEvent.click(screen.getByRole('radio', { name: audience }))
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))

test('selecting Password shows four suggested words, and selecting Public drops them', () => {
  const chosen = show({ hasPassword: false })
  choose('Password')
  const field = screen.getByLabelText<HTMLInputElement>('Password', { selector: 'input:not([type=radio])' })
  expect([field.type, field.value.split('-').length]).toEqual(['text', 4])
  fireEvent.change(field, { target: { value: 'abc' } })
  expect(linkForm.safeParse({ ...emptyLink, title: 'A', ...chosen() }).error?.issues[0]?.message).toBe(
    'Password must be at least 6 characters',
  )
  choose('Public')
  expect(chosen()).toEqual({ isPrivate: false, password: undefined })
})

test('an existing password can be kept, replaced or removed', () => {
  const chosen = show({ hasPassword: true })
  expect(screen.getByText('Password is on')).toBeDefined()
  expect(chosen()).toEqual({ isPrivate: false, password: undefined })

  press('Replace')
  expect(chosen().password).toMatch(/^\w+-\w+-\w+-\w+$/)
  press('Cancel')
  expect(chosen().password).toBeUndefined()
  expect(document.activeElement?.textContent).toBe('Replace')

  choose('Private')
  expect(chosen()).toEqual({ isPrivate: true, password: undefined })
  choose('Password')
  expect(screen.getByText('Password is on')).toBeDefined()

  press('Remove')
  expect(chosen()).toEqual({ isPrivate: false, password: null })
  expect(screen.getByText(/Saving removes the password/)).toBeDefined()
})
