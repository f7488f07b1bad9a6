import type { APIRequestContext, Page } from '@playwright/test'
import { forgetSession, newAccount, signIn, upgrade } from './arrange.ts'
import { expect, expectAccessibleLayout, test } from './fixtures.ts'

/** Adds a device with a fingerprint reader to the browser. */
async function addAuthenticator(page: Page) {
  const client = await page.context().newCDPSession(page)
  await client.send('WebAuthn.enable')
  const { authenticatorId } = await client.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  return { client, authenticatorId }
}

test('a passkey can be added, used to log in, and removed', async ({ page, request, allow }) => {
  allow(/status of 401 .*\/api\/auth\/passkeys\/login$/)
  const account = await newAccount(request)
  await signIn(page, account)
  await addAuthenticator(page)
  await page.goto('/account/security')
  await page.getByRole('button', { name: 'Add a passkey' }).click()
  const naming = page.getByRole('dialog', { name: 'Name this passkey' })
  await expect(naming.getByLabel('Name', { exact: true })).toBeFocused()
  await page.keyboard.type('Studio laptop')
  await expectAccessibleLayout(page)
  await page.keyboard.press('Enter')
  await expect(page.getByText('Not used yet')).toBeVisible()

  await logInWithPasskey(page)
  await expect(page).toHaveURL('/dashboard')

  await page.goto('/account/security')
  await page.getByRole('button', { name: 'Remove Studio laptop' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Remove', exact: true }).click()
  await expect(page.getByText("You don't have a passkey yet.")).toBeVisible()
  await logInWithPasskey(page)
  await expect(page.getByRole('alert')).toHaveText(refused)
  await expect(page).toHaveURL('/login')
})

async function addPasskey(page: Page, request: APIRequestContext) {
  await signIn(page, await newAccount(request))
  const device = await addAuthenticator(page)
  await page.goto('/account/security')
  await page.getByRole('button', { name: 'Add a passkey' }).click()
  await page.getByRole('dialog').getByLabel('Name', { exact: true }).fill('Phone')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Not used yet')).toBeVisible()
  return device
}

async function logInWithPasskey(page: Page, url = '/login') {
  await forgetSession(page)
  await page.goto(url)
  await page.getByRole('button', { name: 'Log in with a passkey' }).click()
}

const refused = "That passkey didn't work. Try again, or log in another way."

test('a device that does not verify the user cannot log in', { tag: '@full' }, async ({ page, request }) => {
  const { client, authenticatorId } = await addPasskey(page, request)
  await client.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: false })
  await logInWithPasskey(page)
  await expect(page.getByRole('button', { name: 'Log in with a passkey' })).toBeVisible()
  await expect(page).toHaveURL('/login')
})

test('a cloned passkey cannot log in', { tag: '@full' }, async ({ page, request, allow }) => {
  allow(/status of 401 .*\/api\/auth\/passkeys\/login$/)
  const { client, authenticatorId } = await addPasskey(page, request)
  const { credentials } = await client.send('WebAuthn.getCredentials', { authenticatorId })
  const clone = credentials[0] as (typeof credentials)[0]
  await logInWithPasskey(page)
  await expect(page).toHaveURL('/dashboard')

  // The clone doesn't know that the counter has moved on.
  await client.send('WebAuthn.clearCredentials', { authenticatorId })
  await client.send('WebAuthn.addCredential', { authenticatorId, credential: clone })
  await logInWithPasskey(page)
  await expect(page.getByRole('alert')).toHaveText(refused)
})

test('a passkey does not work at another origin of the same host', { tag: '@full' }, async ({
  page,
  request,
  allow,
  baseURL,
}) => {
  allow(/status of 401 .*\/api\/auth\/passkeys\/login$/)
  await addPasskey(page, request)
  const other = 'http://localhost:8999'
  await page.route(`${other}/**`, async (route) => {
    const asked = route.request()
    // Requests from other origins are refused anyway, so this site hides where they're from.
    const headers = { ...asked.headers(), origin: String(baseURL), referer: '' }
    await route.fulfill({ response: await route.fetch({ url: asked.url().replace(other, String(baseURL)), headers }) })
  })
  await logInWithPasskey(page, `${other}/login`)
  await expect(page.getByRole('alert')).toHaveText(refused)
  await expect(page).toHaveURL(`${other}/login`)
})

test('an API key is created, shown once and revoked', { tag: '@full' }, async ({ page, request }) => {
  const account = await newAccount(request)
  await upgrade(request, account, 'gold')
  await signIn(page, account)
  await page.goto('/account/programs')
  await page.getByRole('button', { name: 'New key' }).click()
  const form = page.getByRole('dialog', { name: 'New key' })
  await form.getByLabel('Name', { exact: true }).fill('Lightroom')
  await form.getByRole('checkbox', { name: 'Upload' }).check()
  await expectAccessibleLayout(page)

  await form.getByRole('button', { name: 'Create key' }).click()
  const created = page.getByRole('dialog', { name: 'Key created' })
  const key = await created.getByLabel('Your new key').inputValue()
  await expectAccessibleLayout(page)
  await created.getByRole('button', { name: 'Done' }).click()

  const current = () => request.get('/api/auth/keys/current', { headers: { authorization: `Bearer ${key}` } })
  expect((await (await current()).json()).data).toMatchObject({ name: 'Lightroom', scopes: ['read', 'upload'] })
  await expectAccessibleLayout(page)
  await page.getByRole('button', { name: 'Revoke Lightroom' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke key' }).click()
  await expect(page.getByText('No keys yet.')).toBeVisible()
  expect((await current()).status()).toBe(401)
})
