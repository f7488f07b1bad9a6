import type { Page, Route } from '@playwright/test'
import { aFile, newAccount, newLink, signIn, upload } from './arrange.ts'
import { expect, expectAccessibleLayout, test } from './fixtures.ts'
import { serveEmpty } from './recipients.ts'

// Most of these tests cover failures in which the server doesn't send a message.

const silence = (route: Route) => route.abort()
const nonsense = (route: Route) => route.fulfill({ status: 500, body: 'Internal error' })

test.beforeEach(({ allow }) => allow(/status of (400|404|500|502)|net::ERR_FAILED/))

async function expectSaid(
  page: Page,
  call: string,
  answer: (route: Route) => Promise<void>,
  act: () => Promise<void>,
  sentence: string | RegExp,
) {
  await page.route(call, answer)
  await act()
  await expect(page.getByRole('alert').filter({ hasText: sentence })).toBeVisible()
  await page.unroute(call)
}

test('account forms show an error if the response is missing or invalid', async ({ page, request }) => {
  await page.goto('/register')
  await page.getByLabel('Name').fill('Mara Lind')
  await page.getByLabel('Email').fill('mara@example.com')
  await page.getByLabel('Password', { exact: true }).fill('correct horse')
  await page.getByLabel('Confirm password', { exact: true }).fill('correct horse')
  for (const text of ['Terms and Conditions', 'Privacy Policy'])
    await page.getByRole('checkbox', { name: text }).check()
  const register = () => page.getByRole('main').getByRole('button', { name: 'Register' }).click()
  await expectSaid(page, '**/api/auth/register', silence, register, 'An error occurred during registration')
  await expectSaid(page, '**/api/auth/register', nonsense, register, 'Registration failed')
  await expect(page.getByLabel('Name')).toHaveValue('Mara Lind')

  const account = await newAccount(request)
  await signIn(page, account)
  await page.goto('/account')
  const saveProfile = () => page.getByRole('button', { name: 'Save profile' }).click()
  await expectSaid(page, '**/api/auth/updateprofile', silence, saveProfile, 'An error occurred while updating profile')
  await page.getByLabel('Current password', { exact: true }).fill(account.password)
  await page.getByLabel('New password', { exact: true }).fill('battery staple')
  await page.getByLabel('Confirm new password', { exact: true }).fill('battery staple')
  const changePassword = () => page.getByRole('button', { name: 'Change password' }).click()
  await expectSaid(
    page,
    '**/api/auth/updatepassword',
    silence,
    changePassword,
    'An error occurred while changing password',
  )
})

test('failing to create or change a link shows an error', async ({ page, request }) => {
  const account = await newAccount(request)
  const link = await newLink(request, account, { title: 'Dunes' })
  await signIn(page, account)
  await page.goto('/links/create')
  await page.getByLabel('Title').fill('Heath')
  const create = () => page.getByRole('button', { name: 'Create Link' }).click()
  await expectSaid(page, '/api/links', silence, create, 'Failed to create link. Please try again.')
  await expectSaid(page, '/api/links', nonsense, create, /^Failed to create link$/)
  await expect(page.getByLabel('Title')).toHaveValue('Heath')

  await page.goto(`/links/edit/${link._id}`)
  await page.getByLabel('Title').fill('High dunes')
  const save = () => page.getByRole('button', { name: 'Save changes' }).click()
  const call = `/api/links/${link._id}`
  await expectSaid(page, call, silence, save, 'Failed to update link. Please try again.')
  await expectSaid(page, call, nonsense, save, /^Failed to update link$/)
  await expect(page.getByLabel('Title')).toHaveValue('High dunes')
})

test('API URLs without a slug or ID return an error', async ({ page, request }) => {
  await signIn(page, await newAccount(request))
  const ask = (address: string) =>
    page.evaluate(async (url) => {
      const headers = { authorization: `Bearer ${localStorage.getItem('authToken')}` }
      return (await (await fetch(url, { headers })).json()).error
    }, address)
  expect(await ask('/api/links/slug/')).toBe('Invalid link: No slug provided')
  expect(await ask('/api/links//analytics')).toBe('Invalid link: No ID provided')
})

test('failing to load or upload an image shows an error', async ({ page, request }) => {
  const account = await newAccount(request)
  const link = await newLink(request, account)
  const image = await upload(request, account, link, { title: 'Dunes' })
  await serveEmpty(page, `/images/${image._id}`)
  const open = async () => void (await page.goto(`/images/${image._id}`))
  await expectSaid(page, `**/api/images/${image._id}`, nonsense, open, 'Failed to fetch image. Please try again.')
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Dunes')

  await signIn(page, account)
  await page.goto(`/upload/${link._id}`)
  await page.route('/api/links/*/images', nonsense)
  await page.getByLabel('Images to upload').setInputFiles(await aFile('sea.jpg'))
  const row = page.getByRole('region', { name: 'Uploads', exact: true }).getByRole('listitem')
  await expect(row).toContainText('Failed to upload image. Please try again.', { timeout: 60_000 })
})

test("the home page only shows listed links, or an error if they can't load", async ({ page, request }) => {
  const account = await newAccount(request)
  // Use a unique title, because both projects share a server and this page.
  const title = `Open to everybody, since ${Date.now()}`
  const listed = await newLink(request, account, { title, isListed: true })
  await newLink(request, account, { title: 'Found by those who have it' })
  await upload(request, account, listed, { title: 'Dunes' })
  const open = async () => void (await page.goto('/'))
  await expectSaid(page, '**/api/links/public*', nonsense, open, 'Failed to fetch public links. Please try again.')
  await expectAccessibleLayout(page)
  await page.getByRole('button', { name: 'Try again' }).click()
  const section = page.getByRole('region', { name: 'Public galleries' })
  await expect(section.getByRole('link', { name: title })).toBeVisible()
  await expect(section).not.toContainText('Found by those who have it')
  await expectAccessibleLayout(page)
  await section.getByRole('link', { name: title }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(title)
})

test('failing to verify a checkout shows an error', async ({ page, request }) => {
  await signIn(page, await newAccount(request))
  const verification = '/api/payment/verify-subscription?*'
  const result = '/subscription/success?session_id=test_1'
  const open = async () => void (await page.goto(result))
  await expectSaid(page, verification, nonsense, open, 'Failed to verify subscription')
  const message = 'Failed to verify subscription. Please try again.'
  const json = { success: false, code: 'PAYMENT_PROVIDER', message, error: message }
  await expectSaid(page, verification, (route) => route.fulfill({ status: 502, json }), open, message)

  await page.clock.install()
  await page.route(verification, silence)
  await page.goto(result)
  const said = page
    .getByRole('alert')
    .filter({ hasText: 'Failed to verify your subscription. Please contact support.' })
  await expect(async () => {
    await page.clock.runFor(5000)
    await expect(said).toBeVisible({ timeout: 300 })
  }).toPass()
})
