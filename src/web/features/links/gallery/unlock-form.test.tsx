// @vitest-environment happy-dom
import { act, fireEvent, screen } from '@testing-library/react'
import { Navigate, Route, Routes } from 'react-router'
import { afterEach, expect, test, vi } from 'vitest'
import { renderPart } from '#test/support/render.ts'
import { UnlockForm } from './unlock-form.tsx'

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const tooMany = {
  success: false,
  code: 'RATE_LIMITED',
  message: 'Too many attempts. Try again in 2 minutes.',
  data: { retryAfterSeconds: 90 },
}
const field = () => screen.getByLabelText<HTMLInputElement>('Password')
const button = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Open the gallery' })

test('too many wrong passwords lock the form until its countdown ends', async () => {
  vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'] })
  vi.stubGlobal('fetch', async () => Response.json(tooMany, { status: 429 }))
  renderPart(
    <Routes>
      <Route path="/" element={<Navigate to="/links/summer" />} />
      <Route
        path="/links/:slug"
        element={<UnlockForm title="Enter the password" studioName={undefined} refused={undefined} />}
      />
    </Routes>,
  )
  await screen.findByRole('button', { name: 'Show password' })
  // Let the effects run, because they add the submit listener.
  await act(async () => {})
  fireEvent.change(field(), { target: { value: 'not this one' } })
  fireEvent.submit(field())
  // With fake timers, testing-library's waitFor would only check once.
  const sentence = () => screen.getByRole('alert').textContent
  await vi.waitFor(() => expect(sentence()).toBe('Too many attempts. Try again in 2 minutes.'))
  expect([field().disabled, button().disabled, field().value]).toEqual([true, true, ''])
  expect(screen.queryByRole('button', { name: 'Show password' })).toBeNull()

  // Let the effects run, because they start the countdown.
  await act(async () => {})
  act(() => void vi.advanceTimersByTime(31_000))
  expect(sentence()).toBe('Too many attempts. Try again in a minute.')
  act(() => void vi.advanceTimersByTime(60_000))
  expect(screen.queryByRole('alert')).toBeNull()
  expect([field().disabled, button().disabled]).toEqual([false, false])
})
