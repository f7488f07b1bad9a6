import type { Page } from '@playwright/test'
import { createProduct } from '#test/support/product.ts'
import { inScope } from '#test/support/scope.ts'
import { runAdmin } from './admin-command.ts'
import { expect, expectAccessibleLayout, test } from './fixtures.ts'

// This test runs its own server, because the shared one stays open to everyone.
const anInstallation = <T>(visit: (site: Site) => Promise<T>) =>
  inScope(async (scope) => {
    const { client, dataDir } = await createProduct(scope)
    return visit({ url: client.url, dataDir })
  })
type Site = { url: string; dataDir: string }

const password = 'Ridges at 5'

async function register(page: Page, { name, email }: { name: string; email?: string }) {
  const field = (label: string) => page.getByLabel(label, { exact: true })
  await field('Name').fill(name)
  if (email) await field('Email').fill(email)
  await field('Password').fill(password)
  await field('Confirm password').fill(password)
  await page.getByRole('checkbox', { name: 'Terms and Conditions' }).check()
  await page.getByRole('checkbox', { name: 'Privacy Policy' }).check()
  await page.getByRole('main').getByRole('button', { name: 'Register', exact: true }).click()
}

test(
  'an administrator without email lets only invited people register, with links that work once',
  { tag: '@full' },
  ({ page, browser }) =>
    anInstallation(async (site) => {
      await page.goto(`${site.url}/register`)
      const { url } = await runAdmin(site.dataDir, 'create', 'ines@example.com', '--name', 'Ines Keller')
      await page.request.put(`${site.url}/api/auth/resetpassword/${url.split('/').at(-1)}`, { data: { password } })
      const login = await page.request.post(`${site.url}/api/auth/login`, {
        data: { email: 'ines@example.com', password },
      })
      const { token, user } = await login.json()
      await page.evaluate(
        ([token, user]) => {
          localStorage.setItem('authToken', token)
          localStorage.setItem('user', user)
        },
        [token, JSON.stringify(user)] as const,
      )
      await page.goto(`${site.url}/admin`)
      const setup = page.getByRole('region', { name: 'Finish setting up' })
      await expect(setup.getByRole('listitem').filter({ hasText: 'Public address' })).toContainText(
        'so they only open on this computer',
      )
      await expectAccessibleLayout(page)
      await setup.getByText('Invited people', { exact: true }).click()
      await expect(page.getByText('Only people you invite can register.').first()).toBeVisible()
      const invitations = page.getByRole('region', { name: 'Invitations to register' })
      await invitations.getByRole('button', { name: 'Create invitation link' }).click()
      const dialog = page.getByRole('dialog', { name: 'Invitation link' })
      const { pathname, search } = new URL(await dialog.getByLabel('Invitation link').inputValue())
      await expectAccessibleLayout(page)
      await dialog.getByRole('button', { name: 'Done' }).click()
      const invited = invitations.getByRole('listitem')
      await expect(invited).toBeVisible()
      const address = site.url + pathname + search
      const other = await browser.newContext()
      const guest = await other.newPage()
      await guest.goto(`${site.url}/register`)
      await expect(guest.getByText('Registration is by invitation only.')).toBeVisible()
      await guest.goto(address)
      await register(guest, { name: 'Mara Lind', email: 'mara@example.com' })
      await expect(guest).toHaveURL(`${site.url}/dashboard`)
      await other.close()

      const again = await (await browser.newContext()).newPage()
      await again.goto(address)
      await expect(again.getByText('This invitation has been used or is more than seven days old.')).toBeVisible()
      await again.context().close()
      await page.reload()
      await expect(invitations.getByRole('button', { name: 'Create invitation link' })).toBeVisible()
      await expect(invited).toHaveCount(0)
      // Leave the page first, because it might still be loading when the server stops.
      await page.goto('about:blank')
    }),
)
