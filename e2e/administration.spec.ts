import type { Page } from '@playwright/test'
import { runAdmin } from './admin-command.ts'
import { newAccount, newLink, signIn, upload } from './arrange.ts'
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

  await page.getByRole('button', { name: 'Disable account' }).click()
  await page.getByLabel('Reason').fill('Phishing')
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Disable', exact: true }).click()
  await expect(page.getByText("This user can't log in")).toContainText('Phishing')
  // Scroll up, because axe reports buttons halfway under the sticky header as too small.
  await page.evaluate(() => scrollTo(0, 0))
  await expectAccessibleLayout(page)
  expect((await request.get(`/api/links/slug/${link.slug}`)).status()).toBe(404)
  await page.getByRole('button', { name: 'Enable account' }).click()
  await expect(page.getByRole('button', { name: 'Disable account' })).toBeVisible()
  expect((await request.get(`/api/links/slug/${link.slug}`)).status()).toBe(200)
})

/** Fakes failing backups and emails, an installed update and a failing job. */
async function showTrouble(page: Page) {
  const at = new Date(Date.now() - 3 * 24 * 60 * 60 * 1000).toISOString()
  const sentence = "smtp.example.org isn't responding (ETIMEDOUT). Check the host and port in SMTP_URL."
  const failing = { waiting: 14, failing: 3, oldestAt: at }
  await page.route('**/api/admin/overview', async (route) => {
    const answer = await (await route.fetch()).json()
    Object.assign(answer.data, {
      mail: { ...failing, isSetUp: true, isDelivered: false, problem: sentence },
      backups: {
        isScheduled: true,
        last: { finishedAt: at, bytes: 24.1e9, images: 5318, durationMs: 360_000 },
        failure: { at: new Date().toISOString(), sentence: "There's no space left on /mnt/backup." },
        nextAt: new Date().toISOString(),
        isLate: true,
      },
      update: { ...answer.data.update, installed: { version: '9.9.9', commit: null } },
    })
    await route.fulfill({ json: answer })
  })
  const task = { kind: 'contact-mail', attempts: 5, createdAt: at, runAt: at, lastError: sentence }
  await page.route('**/api/admin/tasks', (route) =>
    route.fulfill({ json: { success: true, data: [{ _id: 'failing', ...task }] } }),
  )
}

test('an administrator sees missing email settings, failing emails and backups, and a rejected retry', async ({
  page,
  request,
  allow,
}) => {
  allow(/status of 404/)
  const admin = await newAccount(request, 'Ines Keller')
  await runAdmin(process.env.E2E_DATA_DIR, 'grant', admin.email)
  await signIn(page, { ...admin, user: { ...admin.user, isAdmin: true } })
  await page.goto('/admin')
  const row = (title: string) => page.getByRole('listitem').filter({ hasText: title })
  await expect(row('Email')).toContainText('Not set up')
  await expect(row('Version')).toContainText('Good')
  await page.getByRole('button', { name: 'Send test email' }).click()
  await expect(page.getByText('only written to the outbox folder on the server')).toBeVisible()
  await expectAccessibleLayout(page)

  await showTrouble(page)
  await page.reload()
  await expect(page.getByRole('alert')).toContainText("The last backup failed and 3 emails couldn't be sent.")
  await expect(row('Email')).toContainText("smtp.example.org isn't responding")
  await expect(row('Backups')).toContainText("There's no space left on /mnt/backup.")
  await expect(row('Backups')).toContainText('24.1 GB in 6 minutes')
  await expect(row('Version')).toContainText('Version 9.9.9 is installed: restart to use it.')
  await expectAccessibleLayout(page)

  await page.getByRole('link', { name: 'See why' }).click()
  const task = row('Email a contact message to support')
  await expect(task).toContainText('Tried 5 times')
  await expectAccessibleLayout(page)
  // The fake task doesn't exist on the server.
  await task.getByRole('button', { name: 'Retry' }).click()
  await expect(page.getByText('This job is done or is running right now.')).toBeVisible()
})
