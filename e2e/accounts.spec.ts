import type { Page } from '@playwright/test'
import { newAccount } from './arrange.ts'
import { expect, expectAccessibleLayout, test } from './fixtures.ts'
import { resetUrl } from './outbox.ts'

const field = (page: Page, label: string) => page.getByLabel(label, { exact: true })
const press = (page: Page, name: string) => page.getByRole('main').getByRole('button', { name, exact: true }).click()
const alerts = (page: Page) => page.getByRole('main').getByRole('alert')

test('an emailed link resets a forgotten password and works only once', async ({ page, request }) => {
  const { email } = await newAccount(request)
  const answer = "If there's an account with this email address, we've sent a reset link."
  await page.goto('/login')
  await field(page, 'Email').fill('typed@example.com')
  await page.getByRole('link', { name: 'Forgot password?' }).click()
  // Wait for the new page, because the login page also has an email field.
  await expect(page.getByRole('button', { name: 'Send reset link' })).toBeVisible()
  await expect(field(page, 'Email')).toHaveValue('typed@example.com')
  await field(page, 'Email').fill('')
  await press(page, 'Send reset link')
  await expect(alerts(page)).toHaveText('Email is required')
  await field(page, 'Email').fill(`nobody-${email}`)
  await press(page, 'Send reset link')
  await expect(page.getByRole('main').getByRole('status')).toContainText(answer)
  await field(page, 'Email').fill(email)
  await press(page, 'Send again')
  await expect(page.getByRole('main').getByRole('status')).toContainText(answer)

  const address = await resetUrl(email)
  await page.goto(address)
  await press(page, 'Save new password')
  await expect(alerts(page)).toHaveText(['Password is required', 'Please confirm your password'])
  await field(page, 'New password').fill('battery staple')
  await field(page, 'Confirm new password').fill('battery stable')
  await expect(alerts(page)).toHaveText('Passwords do not match')
  await expectAccessibleLayout(page)
  await field(page, 'Confirm new password').fill('battery staple')
  await press(page, 'Save new password')
  await expect(page.getByText('Your password has been reset. You can log in with the new one now.')).toBeVisible()
  await expect(page).toHaveURL('/login')
  await field(page, 'Email').fill(email)
  await field(page, 'Password').fill('battery staple')
  await press(page, 'Login')
  await expect(page).toHaveURL('/dashboard')

  // A used link doesn't show the form.
  await page.goto(address)
  await expect(page.getByText('This reset link is invalid or has expired. Request a new one.')).toBeVisible()
  await expect(field(page, 'New password')).toHaveCount(0)
  await expect(page.getByRole('link', { name: 'Request a new link' })).toBeVisible()
  await page.getByRole('link', { name: 'Request a new link' }).click()
  await expect(page).toHaveURL('/forgot-password')

  // A damaged link doesn't show the form either.
  for (const damaged of [`${address}é`, `${address.slice(0, -1)}é`]) {
    await page.goto(damaged)
    await expect(page.getByText('This reset link is invalid or has expired. Request a new one.')).toBeVisible()
    await expect(field(page, 'New password')).toHaveCount(0)
  }
})

test('a wrong password is in view on a phone held sideways', { tag: '@full' }, async ({ page, request, allow }) => {
  allow(/status of 401 .*\/api\/auth\/login$/)
  const { email } = await newAccount(request)
  await page.setViewportSize({ width: 844, height: 390 })
  await page.goto('/login')
  await field(page, 'Email').fill(email)
  await field(page, 'Password').fill('not this one')
  await press(page, 'Login')
  await expect(alerts(page)).toHaveText('Invalid email or password')
  await expect(alerts(page)).toBeInViewport({ ratio: 1 })
})
