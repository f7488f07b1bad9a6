import type { Locator, Page } from '@playwright/test'
import { newAccount, newLink, signIn, upgrade, upload } from './arrange.ts'
import { expect, expectAccessibleLayout, test } from './fixtures.ts'

const setting = (page: Page, name: string) => page.getByRole('region', { name, exact: true })
const field = (place: Page | Locator, label: string) => place.getByLabel(label, { exact: true })
const press = (place: Locator, name: string) => place.getByRole('button', { name, exact: true }).click()

test("the name can be changed, but the email can't", async ({ page, request, allow }) => {
  allow(/status of 500 .*\/api\/auth\/updateprofile$/)
  const account = await newAccount(request)
  await signIn(page, account)
  await page.goto('/account')
  await expect(page).toHaveTitle('Account Settings · Framelight')
  const profile = setting(page, 'Profile')
  await expect(field(profile, 'Email')).toHaveValue(account.email)
  await expect(field(profile, 'Email')).toHaveAttribute('readonly')
  await field(profile, 'Name').fill(' ')
  await press(profile, 'Save profile')
  await expect(profile.getByRole('alert')).toHaveText('Name is required')
  await expect(field(profile, 'Name')).toBeFocused()

  await field(profile, 'Name').fill('Ines Bo')
  await page.route('**/api/auth/updateprofile', (route) => route.fulfill({ status: 500, body: '' }), { times: 1 })
  await press(profile, 'Save profile')
  await expect(profile.getByRole('alert')).toHaveText('Failed to update profile')
  await press(profile, 'Save profile')
  await expect(page.getByText('Profile updated successfully!')).toBeVisible()
  expect(await page.evaluate(() => JSON.parse(localStorage.getItem('user') ?? '').name)).toBe('Ines Bo')
  await page.reload()
  await expect(field(profile, 'Name')).toHaveValue('Ines Bo')
})

test('changing the password requires the old one and logs out every other device', async ({ page, request, allow }) => {
  allow(/status of (400|500) .*\/api\/auth\/updatepassword$/)
  const account = await newAccount(request)
  await request.post('/api/auth/login', { data: account })
  await signIn(page, account)
  await page.goto('/account')
  const sessions = setting(page, 'Where you are signed in')
  await expect(sessions.getByRole('listitem')).toHaveCount(2)

  let sent = 0
  page.on('request', (made) => {
    if (made.url().endsWith('/updatepassword')) sent += 1
  })
  const password = setting(page, 'Password')
  await press(password, 'Change password')
  await expect(password.getByRole('alert')).toHaveText([
    'Current password is required',
    'New password is required',
    'Please confirm your password',
  ])
  await expect(field(password, 'Current password')).toBeFocused()
  await field(password, 'Current password').fill('wrong horse')
  await field(password, 'New password').fill('short')
  await field(password, 'Confirm new password').fill('shore')
  await expect(password.getByRole('alert')).toHaveText([
    'New password must be at least 6 characters',
    'Passwords do not match',
  ])
  await press(password, 'Change password')
  expect(sent).toBe(0)

  await field(password, 'New password').fill('battery staple')
  await field(password, 'Confirm new password').fill('battery staple')
  await press(password, 'Change password')
  await expect(password.getByRole('alert')).toHaveText('Current password is incorrect')
  await expect(field(password, 'Current password')).toBeFocused()
  await field(password, 'Current password').fill(account.password)
  await page.route('**/api/auth/updatepassword', (route) => route.fulfill({ status: 500, body: '' }), { times: 1 })
  await press(password, 'Change password')
  await expect(password.getByRole('alert')).toHaveText('Failed to change password')
  await press(password, 'Change password')
  await expect(page.getByText('Password changed successfully!')).toBeVisible()
  await expect(field(password, 'Current password')).toHaveValue('')
  await expect(sessions.getByRole('listitem')).toHaveCount(1)
  await expect(sessions).toContainText('This device')
})

test('the account page lists all sessions and can log out the others', async ({ page, request }) => {
  const account = await newAccount(request)
  const headers = { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:144.0) Gecko/20100101 Firefox/144.0' }
  const other = await (await request.post('/api/auth/login', { data: account, headers })).json()
  await signIn(page, account)
  await page.goto('/account')
  const sessions = setting(page, 'Where you are signed in')
  await expect(sessions.getByRole('listitem').first()).toContainText('This device')
  await expect(sessions.getByRole('listitem').last()).toContainText('Firefox on Linux')
  await press(sessions, 'Sign out everywhere else')
  await expect(page.getByText('Signed out on 1 other device')).toBeVisible()
  await expect(sessions.getByRole('listitem')).toHaveCount(1)
  await expect(sessions.getByRole('button')).toHaveCount(0)
  const asked = await request.get('/api/auth/me', { headers: { authorization: `Bearer ${other.token}` } })
  expect(asked.status()).toBe(401)
})

test('the account page shows the plan, its usage and the renewal date', async ({ page, request, allow }) => {
  allow(/status of 403 .*\/api\/payment\/subscription$/)
  const account = await newAccount(request)
  const link = await newLink(request, account)
  await newLink(request, account)
  await upload(request, account, link)
  await signIn(page, account)
  await page.goto('/account')
  const subscription = setting(page, 'Subscription')
  await expect(subscription).toContainText('Free')
  await expect(subscription.getByRole('meter', { name: 'Links used' })).toHaveAttribute('aria-valuetext', '2 of 2')
  await expect(subscription).toContainText('Limit reached!')
  await expect(subscription.getByRole('meter', { name: 'Images used' })).toHaveAttribute('aria-valuetext', '1 of 50')
  await expect(subscription.getByRole('link', { name: 'Upgrade Plan' })).toHaveAttribute('href', '/subscription')
  await expectAccessibleLayout(page)

  await upgrade(request, account, 'plus')
  await page.route('**/api/payment/subscription', (route) => route.fulfill({ status: 403, body: '' }), { times: 1 })
  await page.reload()
  await expect(subscription.getByRole('alert')).toHaveText('Failed to fetch subscription data. Please try again.')
  await press(subscription, 'Try again')
  await expect(subscription).toContainText('$9.99 per month')
  await expect(subscription).toContainText('Active')
  await expect(subscription).toContainText(/Renews on \w+ \d+, 20\d\d/)
  await expect(subscription.getByRole('link', { name: 'Change plan' })).toHaveAttribute('href', '/subscription')
})

test('deleting the account requires the password and also deletes its link', async ({ page, request, allow }) => {
  allow(/status of 400 .*\/api\/auth\/deleteaccount$/)
  // The server's first account is the administrator, who can't be deleted while there are others.
  await newAccount(request)
  const account = await newAccount(request)
  const link = await newLink(request, account)
  await upload(request, account, link)
  await signIn(page, account)
  await page.goto('/account')
  const opener = page.getByRole('button', { name: 'Delete account' })
  await opener.click()
  const dialog = page.getByRole('dialog', { name: 'Delete account' })
  await expect(dialog).toContainText('1 link, 1 image')
  await expect(dialog).toContainText("This can't be undone.")
  await expect(field(dialog, 'Password')).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(opener).toBeFocused()

  await opener.press('Enter')
  await page.keyboard.press('Enter')
  await expect(dialog.getByRole('alert')).toHaveText('Password is required')
  await page.keyboard.type('wrong horse')
  await page.keyboard.press('Enter')
  await expect(dialog.getByRole('alert')).toHaveText('Password is incorrect')
  await expectAccessibleLayout(page)
  await field(dialog, 'Password').fill(account.password)
  await press(dialog, 'Delete account')
  await expect(page.getByText('Your account and everything in it have been deleted')).toBeVisible()
  await expect(page).toHaveURL('/')
  expect(await page.evaluate(() => Object.keys(localStorage))).toEqual([])
  expect((await request.get(`/api/links/slug/${link.slug}`)).status()).toBe(404)
  expect((await request.post('/api/auth/login', { data: account })).status()).toBe(401)
})
