import type { Page } from '@playwright/test'
import { forgetSession, newAccount, signIn } from './arrange.ts'
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

  const logIn = async () => {
    await forgetSession(page)
    await page.goto('/login')
    await page.getByRole('button', { name: 'Log in with a passkey' }).click()
  }
  await logIn()
  await expect(page).toHaveURL('/dashboard')

  await page.goto('/account/security')
  await page.getByRole('button', { name: 'Remove Studio laptop' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Remove', exact: true }).click()
  await expect(page.getByText("You don't have a passkey yet.")).toBeVisible()
  await logIn()
  await expect(page.getByRole('alert')).toHaveText("That passkey didn't work. Try again, or log in another way.")
  await expect(page).toHaveURL('/login')
})

test('a device that does not verify the user cannot log in', async ({ page, request }) => {
  const account = await newAccount(request)
  await signIn(page, account)
  const { client, authenticatorId } = await addAuthenticator(page)
  await page.goto('/account/security')
  await page.getByRole('button', { name: 'Add a passkey' }).click()
  await page.getByRole('dialog').getByLabel('Name', { exact: true }).fill('Phone')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Not used yet')).toBeVisible()

  await client.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: false })
  await forgetSession(page)
  await page.goto('/login')
  const button = page.getByRole('button', { name: 'Log in with a passkey' })
  await button.click()
  await expect(button).toBeVisible()
  await expect(page).toHaveURL('/login')
})
