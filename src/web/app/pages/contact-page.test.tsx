// @vitest-environment happy-dom
import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { sendContactMessage } from '#shared/contact.ts'
import { aUser } from '#test/support/api-samples.ts'
import { createFakeApi, refusal, unreachable } from '#test/support/fake-api.ts'
import { alerts, field, fill, openPage, press } from '#test/support/pages.ts'

const api = createFakeApi()
const sent = { success: true, data: { message: 'Sent' } } as const

test('every contact field is required, and the first missing one gets focus', async () => {
  await openPage('/contact')
  const main = screen.getByRole('main')
  await waitFor(() => expect(main.textContent).toContain('support@framelight.example'))
  expect(main.textContent).toContain('Monday-Friday, 9am-5pm GMT')
  expect(main.querySelector('a[href="mailto:support@framelight.example"]')).not.toBeNull()
  await press('Send message')
  await waitFor(() =>
    expect(alerts()).toEqual(['Name is required', 'Email is required', 'Subject is required', 'Message is required']),
  )
  expect(document.activeElement).toBe(field('Name'))
  fill({ Name: 'Mara', Email: 'nobody', Subject: 'A', Message: '  ' })
  await press('Send message')
  await waitFor(() => expect(alerts()).toEqual(['Email is invalid', 'Message is required']))
  expect(api.calls(sendContactMessage)).toEqual([])
})

test('a contact message is sent, and a failed attempt keeps the input', async () => {
  await openPage('/contact', aUser())
  expect([field('Name').value, field('Email').value]).toEqual(['Mara Lind', 'mara@example.com'])
  fill({ Subject: 'A refund', Message: 'Could I have\nmy money back?' })
  const tooMany = 'Too many messages from your network. Try again in an hour.'
  for (const [answer, sentence] of [
    [unreachable, 'There was an error sending your message. Please try again.'],
    [refusal('RATE_LIMITED', tooMany), tooMany],
  ] as const) {
    api.answer(sendContactMessage, answer)
    await press('Send message')
    await waitFor(() => expect(alerts()).toEqual([sentence]))
  }
  expect(field('Message').value).toBe('Could I have\nmy money back?')

  const letThrough = api.hold(sendContactMessage, sent)
  await press('Send message')
  expect(await screen.findByRole('button', { name: 'Sending' })).toBeDefined()
  letThrough()
  const heading = await screen.findByRole('heading', { name: 'Message sent' })
  expect(document.activeElement).toBe(heading)
  expect(screen.getByText("We'll reply to mara@example.com.")).toBeDefined()
  await press('Write another message')
  expect(field('Subject').value).toBe('')
})
