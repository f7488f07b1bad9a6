import type { Page } from '@playwright/test'
import { newAccount } from './arrange.ts'
import { expect, expectAccessibleLayout, test } from './fixtures.ts'
import { resetUrl } from './outbox.ts'

const refused = (status: number, path: string) => new RegExp(`status of ${status} .*/api/auth/${path}$`)
const field = (page: Page, label: string) => page.getByLabel(label, { exact: true })
const press = (page: Page, name: string) => page.getByRole('main').getByRole('button', { name, exact: true }).click()
const alerts = (page: Page) => page.getByRole('main').getByRole('alert')

test('login validates its fields, keeps the input after an error and opens the dashboard', async ({
  page,
  request,
  allow,
}) => {
  allow(refused(401, 'login'))
  const { email, password } = await newAccount(request)
  await page.goto('/login')
  await expect(page).toHaveTitle('Login · Framelight')

  await press(page, 'Login')
  await expect(alerts(page)).toHaveText(['Email is required', 'Password is required'])
  await expect(field(page, 'Email')).toBeFocused()
  await field(page, 'Email').fill('ann')
  await field(page, 'Password').fill('12345')
  await expect(alerts(page)).toHaveText(['Email is invalid', 'Password must be at least 6 characters'])

  await field(page, 'Email').fill(email)
  await field(page, 'Password').fill('wrong horse')
  await press(page, 'Login')
  await expect(alerts(page)).toHaveText('Invalid email or password')
  await expectAccessibleLayout(page)
  await expect(field(page, 'Email')).toHaveValue(email)
  await expect(field(page, 'Password')).toHaveValue('wrong horse')

  await field(page, 'Password').fill(password)
  await page.getByLabel('Remember me').check()
  const sent = page.waitForRequest('**/api/auth/login')
  await field(page, 'Password').press('Enter')
  expect((await sent).postDataJSON()).toEqual({ email, password, rememberMe: true })
  await expect(page.getByText('Login successful!')).toBeVisible()
  await expect(page).toHaveURL('/dashboard')
})

test('a failed login shows an error, keeps the input and is never sent twice', async ({ page, allow }) => {
  allow(refused(500, 'login'))
  allow(/net::ERR_FAILED/)
  const answers = [
    { abort: true, sentence: 'An error occurred during login' },
    { abort: false, sentence: 'Login failed' },
  ]
  let sent = 0
  let release = () => {}
  await page.route('**/api/auth/login', async (route) => {
    const answer = answers[sent]
    sent += 1
    await new Promise<void>((resolve) => {
      release = resolve
    })
    await (answer?.abort ? route.abort() : route.fulfill({ status: 500, body: 'Internal error' }))
  })
  await page.goto('/login')
  await field(page, 'Email').fill('ann@example.com')
  await field(page, 'Password').fill('secret')
  for (const [index, { sentence }] of answers.entries()) {
    await field(page, 'Password').press('Enter')
    const busy = page.getByRole('button', { name: 'Logging in' })
    await expect(busy).toHaveAttribute('aria-busy', 'true')
    await busy.click()
    await field(page, 'Password').press('Enter')
    release()
    await expect(alerts(page)).toHaveText(sentence)
    await expect(field(page, 'Password')).toHaveValue('secret')
    expect(sent).toBe(index + 1)
  }
})

test('registration validates its fields, rates the password and logs the user in', async ({ page, request, allow }) => {
  allow(refused(409, 'register'))
  const taken = await newAccount(request)
  await page.goto('/register')
  await press(page, 'Register')
  await expect(alerts(page)).toHaveText([
    'Name is required',
    'Email is required',
    'Password is required',
    'Please confirm your password',
    'You must agree to the Terms and Conditions',
    'You must agree to the Privacy Policy',
  ])
  await expect(field(page, 'Name')).toBeFocused()
  await expectAccessibleLayout(page)

  await field(page, 'Name').fill('M')
  await field(page, 'Email').fill('mara.lind')
  for (const [password, word] of [
    ['ridge', 'Weak'],
    ['ridges at', 'Medium'],
    ['Ridges at 5', 'Strong'],
  ] as const) {
    await field(page, 'Password').fill(password)
    await expect(page.getByText('Password strength:')).toHaveText(`Password strength: ${word}`)
  }
  await field(page, 'Password').fill('12345')
  await field(page, 'Confirm password').fill('1234')
  await expect(alerts(page)).toHaveText([
    'Name must be at least 2 characters',
    'Email is invalid',
    'Password must be at least 6 characters',
    'Passwords do not match',
    'You must agree to the Terms and Conditions',
    'You must agree to the Privacy Policy',
  ])

  await field(page, 'Name').fill('Mara Lind')
  await field(page, 'Email').fill(taken.email)
  await field(page, 'Password').fill('Ridges at 5')
  await field(page, 'Confirm password').fill('Ridges at 5')
  await page.getByRole('checkbox', { name: 'Terms and Conditions' }).check()
  await page.getByRole('checkbox', { name: 'Privacy Policy' }).check()
  await expect(alerts(page)).toHaveCount(0)
  await press(page, 'Register')
  await expect(alerts(page)).toHaveText('An account with this email already exists')
  await expect(field(page, 'Confirm password')).toHaveValue('Ridges at 5')

  const email = `new-${taken.email}`
  await field(page, 'Email').fill(email)
  const sent = page.waitForRequest('**/api/auth/register')
  await press(page, 'Register')
  expect((await sent).postDataJSON()).toEqual({ name: 'Mara Lind', email, password: 'Ridges at 5' })
  await expect(page.getByText('Registration successful!')).toBeVisible()
  await expect(page).toHaveURL('/dashboard')
})

test('an emailed link resets a forgotten password and works only once', async ({ page, request }) => {
  const { email } = await newAccount(request)
  const answer = "If there's an account with this email address, the administrator can find the reset link"
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
  await expectAccessibleLayout(page)

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
  await expect(alerts(page)).toHaveText('This reset link is invalid or has expired. Request a new one.')
  await expect(field(page, 'New password')).toHaveCount(0)
  await expect(page.getByRole('link', { name: 'Request a new link' })).toBeVisible()
  await page.getByRole('link', { name: 'Request a new link' }).click()
  await expect(page).toHaveURL('/forgot-password')

  // A damaged link doesn't show the form either.
  for (const damaged of [`${address}é`, `${address.slice(0, -1)}é`]) {
    await page.goto(damaged)
    await expect(alerts(page)).toHaveText('This reset link is invalid or has expired. Request a new one.')
    await expect(field(page, 'New password')).toHaveCount(0)
  }
})
