import { newAccount, newLink, signIn, upload } from './arrange.ts'
import { expect, expectAccessible, expectAccessibleLayout, test } from './fixtures.ts'
import { followUrl } from './outbox.ts'

test('a visitor follows a gallery, confirms by email and unsubscribes', { tag: '@full' }, async ({
  page,
  request,
  browser,
}) => {
  const account = await newAccount(request)
  const link = await newLink(request, account)
  await upload(request, account, link)
  const email = `anna-${Date.now()}@example.org`

  await page.goto(`/links/${link.slug}`)
  const button = page.getByRole('button', { name: 'Get notified of new photos' })
  await button.click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox', { name: 'Email' }).fill('anna@example')
  await dialog.getByRole('button', { name: 'Notify me' }).click()
  await expect(dialog.getByText('Email is invalid')).toBeVisible()
  await expectAccessibleLayout(page)
  await dialog.getByRole('textbox', { name: 'Email' }).fill(email)
  await dialog.getByRole('button', { name: 'Notify me' }).click()
  await expect(dialog.getByText(`We sent a confirmation link to ${email}`)).toBeVisible()
  await dialog.getByRole('button', { name: 'Done' }).click()
  await expect(button).toBeFocused()

  const address = await followUrl(email)
  await page.goto(address)
  await expect(page.getByRole('heading', { name: 'Follow this gallery?' })).toBeVisible()
  await expectAccessibleLayout(page)

  const owner = await (await browser.newContext()).newPage()
  await signIn(owner, account)
  await owner.goto(`/links/edit/${link._id}`)
  // On phones, the section is closed.
  await expect(owner.getByText('No followers yet.')).toBeAttached()

  await page.getByRole('button', { name: 'Follow' }).click()
  await expect(page.getByRole('heading', { name: "You're following this gallery" })).toBeVisible()
  await owner.reload()
  await expect(owner.getByText('1 person gets an email when you add images')).toBeAttached()

  await page.getByRole('button', { name: 'Unsubscribe' }).click()
  await expect(page.getByRole('heading', { name: "You're unsubscribed" })).toBeVisible()
  await expect(page.getByText("We've deleted your email address.")).toBeVisible()
  await expectAccessible(page)
  await owner.reload()
  await expect(owner.getByText('No followers yet.')).toBeAttached()
})
