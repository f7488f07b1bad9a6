import { runAdmin } from './admin-command.ts'
import { newAccount, newLink, signIn, upload } from './arrange.ts'
import { expect, expectAccessible, expectSound, test } from './fixtures.ts'

test('a visitor reports a gallery; an administrator looks into it, disables the account and enables it again', async ({
  page,
  request,
  allow,
}) => {
  allow(/status of 40[14]/)
  const [admin, owner] = [await newAccount(request, 'Ines Keller'), await newAccount(request, 'Win Prizes Now')]
  await runAdmin(process.env.E2E_DATA_DIR, 'grant', admin.email)
  const link = await newLink(request, owner, { title: 'Win a phone', isListed: true })
  await upload(request, owner, link)

  await page.goto(`/links/${link.slug}`)
  await page.getByRole('button', { name: 'Report this gallery' }).click()
  await page.getByRole('button', { name: 'Send report' }).click()
  await expect(page.getByText('What is wrong is required')).toBeVisible()
  await page.getByLabel('What is wrong?').fill('This asks for card numbers.')
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Send report' }).click()
  await expect(page.getByText('Whoever runs this server will look at it')).toBeVisible()

  await signIn(page, { ...admin, user: { ...admin.user, isAdmin: true } })
  await page.goto('/dashboard')
  // In the sheet on a phone, in the account's menu elsewhere.
  const sheet = page.getByRole('button', { name: 'Menu' })
  const account = page.getByRole('button', { name: 'Ines' })
  await sheet.or(account).filter({ visible: true }).click()
  const way = page.getByRole('menuitem', { name: 'Administration' })
  await way.or(page.getByRole('link', { name: 'Administration' })).click()
  await expect(page.getByRole('listitem').filter({ hasText: 'Database' })).toContainText('Good')
  await expectSound(page)

  await page.getByRole('link', { name: 'Reports' }).click()
  const report = page.getByRole('listitem').filter({ hasText: 'This asks for card numbers.' })
  await report.getByRole('button', { name: 'Take off the public page' }).click()
  await expect(report.getByRole('button', { name: 'Take off the public page' })).toHaveCount(0)
  await expectAccessible(page)

  await page.getByRole('link', { name: 'Users' }).click()
  await page.getByLabel('Search by name or email').fill(owner.email.toUpperCase())
  await expectSound(page)
  await page.getByRole('link', { name: 'Win Prizes Now' }).click()
  await page.getByLabel('Images', { exact: true }).fill('many')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('A number, or unlimited', { exact: true })).toBeVisible()
  await page.getByLabel('Images', { exact: true }).fill('400')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('The limits of Win Prizes Now are saved')).toBeVisible()

  await page.getByRole('button', { name: 'Disable account' }).click()
  await page.getByLabel('Reason').fill('Phishing')
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Disable', exact: true }).click()
  await expect(page.getByText('Nobody can sign in with this account')).toContainText('Phishing')
  // A button that is half under the header would be taken for a small one.
  await page.evaluate(() => scrollTo(0, 0))
  await expectSound(page)
  expect((await request.get(`/api/links/slug/${link.slug}`)).status()).toBe(404)
  await page.getByRole('button', { name: 'Enable account' }).click()
  await expect(page.getByRole('button', { name: 'Disable account' })).toBeVisible()
  expect((await request.get(`/api/links/slug/${link.slug}`)).status()).toBe(200)
})
