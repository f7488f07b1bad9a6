import { runAdmin } from './admin-command.ts'
import { newAccount, newLink, signIn, turnOnCodes, upload } from './arrange.ts'
import { expect, expectAccessible, expectAccessibleLayout, test } from './fixtures.ts'

test("after a visitor's report, an administrator disables and re-enables the account", async ({
  page,
  request,
  allow,
}) => {
  allow(/status of 40[14]/)
  const [admin, owner] = [await newAccount(request, 'Ines Keller'), await newAccount(request, 'Win Prizes Now')]
  await runAdmin(process.env.E2E_DATA_DIR, 'grant', admin.email)
  const link = await newLink(request, owner, { title: 'Win a phone', isListed: true })
  await upload(request, owner, link)
  await turnOnCodes(request, owner)

  await page.goto(`/links/${link.slug}`)
  await page.getByRole('button', { name: 'Report this gallery' }).click()
  await page.getByRole('button', { name: 'Send report' }).click()
  await expect(page.getByText('Description is required')).toBeVisible()
  await page.getByLabel("What's wrong?").fill(`This asks for card numbers, ${owner.email}.`)
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Send report' }).click()
  await expect(page.getByText("This site's administrator will take a look.")).toBeVisible()

  await signIn(page, { ...admin, user: { ...admin.user, isAdmin: true } })
  await page.goto('/dashboard')
  // On a phone, the link is in the sheet. Otherwise, it's in the account menu.
  const sheet = page.getByRole('button', { name: 'Menu' })
  const account = page.getByRole('button', { name: 'Ines' })
  await sheet.or(account).filter({ visible: true }).click()
  const way = page.getByRole('menuitem', { name: 'Administration' })
  await way.or(page.getByRole('link', { name: 'Administration' })).click()
  await expect(page.getByRole('listitem').filter({ hasText: 'Database' })).toContainText('Good')
  await expectAccessibleLayout(page)

  await page.getByRole('link', { name: 'Reports' }).click()
  const report = page.getByRole('listitem').filter({ hasText: `card numbers, ${owner.email}` })
  await report.getByRole('button', { name: 'Remove from home page' }).click()
  await expect(report.getByRole('button', { name: 'Remove from home page' })).toHaveCount(0)
  await expectAccessible(page)

  await page.getByRole('link', { name: 'Users' }).click()
  await page.getByLabel('Search by name or email').fill(owner.email.toUpperCase())
  await expectAccessibleLayout(page)
  await page.getByRole('link', { name: 'Win Prizes Now' }).click()
  await page.getByLabel('Images', { exact: true }).fill('many')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Enter a number or “unlimited”', { exact: true })).toBeVisible()
  await page.getByLabel('Images', { exact: true }).fill('400')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText("Win Prizes Now's limits were saved")).toBeVisible()

  await page.getByRole('button', { name: 'Turn off' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Turn off' }).click()
  await expect(page.getByRole('heading', { name: 'Authenticator app' })).toHaveCount(0)
  await expect(page.getByRole('heading', { name: 'Login' })).toBeFocused()

  await page.getByRole('button', { name: 'Disable account' }).click()
  await page.getByLabel('Reason').fill('Phishing')
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Disable', exact: true }).click()
  await expect(page.getByText("This user can't log in")).toContainText('Phishing')
  await expectAccessibleLayout(page)
  expect((await request.get(`/api/links/slug/${link.slug}`)).status()).toBe(404)
  await page.getByRole('button', { name: 'Enable account' }).click()
  await expect(page.getByRole('button', { name: 'Disable account' })).toBeVisible()
  expect((await request.get(`/api/links/slug/${link.slug}`)).status()).toBe(200)
  await page.goto('/admin/log')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expectAccessibleLayout(page)
})
