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

test('where registration is open there is the form', () => {
  arrange('open')
  expect(screen.getByText('The form for anybody')).toBeDefined()
})

test('where it is closed there is none, invited or not', () => {
  arrange('closed', 'a-token', { isValid: true, email: null })
  expect(screen.getByText('Nobody can make an account here at the moment.')).toBeDefined()
  expect(screen.queryByText(/The form/)).toBeNull()
})

test('who was not invited is told so, and who comes too late', () => {
  arrange('invited')
  expect(screen.getByText(/by invitation only/)).toBeDefined()
})

test('an invitation that was used opens nothing', () => {
  arrange('invited', 'a-token', { isValid: false, email: null })
  expect(screen.getByText(/was used already, or its seven days are over/)).toBeDefined()
})

test('who was invited finds the form with their address', () => {
  arrange('invited', 'a-token', { isValid: true, email: 'noor@example.org' })
  expect(screen.getByText('The form for noor@example.org')).toBeDefined()
})
