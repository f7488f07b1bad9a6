import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { createProduct } from '#test/support/product.ts'
import { inScope } from '#test/support/scope.ts'
import { runAdmin } from './admin-command.ts'
import { expect, expectAccessibleLayout, test } from './fixtures.ts'

// Each test runs its own server with different registration settings, beside the shared one.
const anInstallation = <T>(settings: Record<string, string>, visit: (site: Site) => Promise<T>) =>
  inScope(async (scope) => {
    const { client, dataDir } = await createProduct(scope, { settings })
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

async function addressIn({ dataDir }: Site, email: string, address: RegExp) {
  const outbox = join(dataDir, 'outbox')
  const find = () => {
    const emails = readdirSync(outbox).map((file) => readFileSync(join(outbox, file), 'utf8').replaceAll(/=\r?\n/g, ''))
    return emails.filter((mail) => mail.includes(`To: ${email}`)).map((mail) => address.exec(mail)?.[0])[0]
  }
  await expect.poll(find).toBeDefined()
  return (find() ?? '').replaceAll('=3D', '=')
}

test('with invite-only registration, an invitation prefills the email and works once', ({ page, browser }) =>
  anInstallation({ REGISTRATION: 'invited' }, async (site) => {
    await page.goto(`${site.url}/register`)
    await expect(page.getByText('Registration is by invitation only.')).toBeVisible()

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
    const invited = page.getByRole('region', { name: 'Who can register' }).getByRole('listitem')
    await page.getByLabel('Email', { exact: true }).fill('mara@example.com')
    await page.getByRole('button', { name: 'Send invitation' }).click()
    await expect(page.getByText('Invitation sent to mara@example.com')).toBeVisible()
    await expect(invited.filter({ hasText: 'mara@example.com' })).toBeVisible()
    await expectAccessibleLayout(page)

    const address = await addressIn(site, 'mara@example.com', /\/register\?invitation=3D[\w-]+/)
    const other = await browser.newContext()
    const guest = await other.newPage()
    await guest.goto(site.url + address)
    await expect(guest.getByLabel('Email', { exact: true })).toHaveValue('mara@example.com')
    await register(guest, { name: 'Mara Lind' })
    await expect(guest).toHaveURL(`${site.url}/dashboard`)
    await other.close()

    const again = await (await browser.newContext()).newPage()
    await again.goto(site.url + address)
    await expect(again.getByText('This invitation has been used or is more than seven days old.')).toBeVisible()
    await again.context().close()
    await page.reload()
    await expect(page.getByRole('region', { name: 'Who can register' })).toBeVisible()
    await expect(invited.filter({ hasText: 'mara@example.com' })).toHaveCount(0)
    // Leave the page first, because it might still be loading when the server stops.
    await page.goto('about:blank')
  }))
