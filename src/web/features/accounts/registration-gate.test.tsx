// @vitest-environment happy-dom
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { RegistrationMode } from '#shared/config.ts'
import { renderPart } from '#test/support/render.ts'
import { queryKeys } from '#web/lib/queries/keys.ts'
import { RegistrationGate } from './registration-gate.tsx'

function arrange(registration: RegistrationMode, invitation = '', answer?: { isValid: boolean; email: string | null }) {
  const { client, rerender } = renderPart(<p>Before</p>)
  client.setQueryData(queryKeys.config, {
    supportEmail: 'help@example.com',
    payments: 'off',
    registration,
    fileLimitMb: 10,
    email: true,
  })
  client.setQueryDefaults(queryKeys.config, { staleTime: Number.POSITIVE_INFINITY })
  if (answer) client.setQueryData([...queryKeys.config, 'invitation', invitation], answer)
  rerender(
    <RegistrationGate invitation={invitation}>{(email) => <p>The form for {email || 'anybody'}</p>}</RegistrationGate>,
  )
}

test('open registration shows the form', () => {
  arrange('open')
  expect(screen.getByText('The form for anybody')).toBeDefined()
})

test('closed registration hides the form, even with an invitation', () => {
  arrange('closed', 'a-token', { isValid: true, email: null })
  expect(screen.getByText('Registration is closed.')).toBeDefined()
  expect(screen.queryByText(/The form/)).toBeNull()
})

test('invite-only registration without an invitation shows a notice', () => {
  arrange('invited')
  expect(screen.getByText(/by invitation only/)).toBeDefined()
})

test('an invalid invitation shows a notice', () => {
  arrange('invited', 'a-token', { isValid: false, email: null })
  expect(screen.getByText(/has been used or is more than seven days old/)).toBeDefined()
})

test('a valid invitation passes its email to the form', () => {
  arrange('invited', 'a-token', { isValid: true, email: 'noor@example.org' })
  expect(screen.getByText('The form for noor@example.org')).toBeDefined()
})
