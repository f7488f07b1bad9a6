import type { Locator, Page } from '@playwright/test'
import { newAccount, newLink, signIn, upload } from './arrange.ts'
import { expect, expectAccessibleLayout, test } from './fixtures.ts'

const field = (place: Page | Locator, label: string) => place.getByLabel(label, { exact: true })
const press = (place: Locator, name: string) => place.getByRole('button', { name, exact: true }).click()

test('deleting the account requires the password and also deletes its link', { tag: '@full' }, async ({
  page,
  request,
  allow,
}) => {
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
