import type { Page } from '@playwright/test'
import { collaborate, newAccount, newLink, signIn } from './arrange.ts'
import { expect, expectAccessibleLayout, test } from './fixtures.ts'

const titles = (page: Page) => page.getByRole('listitem').getByRole('heading', { level: 3 })

test('a link can be deleted from its card by keyboard', async ({ page, request, isMobile }) => {
  const account = await newAccount(request)
  const link = await newLink(request, account, { title: 'Sunday table' })
  await newLink(request, account, { title: 'The other' })
  await signIn(page, account)
  await page.goto('/dashboard')
  const opener = page.getByRole('button', { name: `${isMobile ? 'More for' : 'Delete'} Sunday table` })
  const open = async () => {
    await page.keyboard.press('Enter')
    if (isMobile) await page.getByRole('menuitem', { name: 'Delete' }).click()
  }
  await opener.focus()
  await open()
  const dialog = page.getByRole('dialog', { name: 'Delete Link' })
  await expect(dialog).toContainText(
    'Are you sure you want to delete the link "Sunday table"? You can restore it from the trash for 30 days.',
  )
  await expect(dialog).toContainText('All images associated with this link will also be deleted.')
  await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused()
  await expectAccessibleLayout(page)
  await page.keyboard.press('Enter')
  await expect(dialog).toHaveCount(0)
  await expect(opener).toBeFocused()

  await open()
  await dialog.getByRole('button', { name: 'Delete' }).click()
  await expect(dialog).toHaveCount(0)
  await expect(titles(page)).toHaveText(['The other'])
  await expect(page.getByRole('heading', { name: 'Your Links' })).toBeFocused()
  await expect(page.getByRole('meter', { name: 'Links used' })).toHaveAttribute('aria-valuetext', '1 of 2')
  await expect(page.getByRole('link', { name: 'Create New Link' })).toBeVisible()
  const headers = { authorization: `Bearer ${account.token}` }
  expect((await request.get(`/api/links/${link._id}`, { headers })).status()).toBe(404)
})

test('after leaving the last gallery, the focus is on the page', async ({ page, request }) => {
  const [owner, helper] = [await newAccount(request), await newAccount(request, 'Noor')]
  await newLink(request, owner, { title: 'Autumn fair' })
  await collaborate(request, owner, helper)
  await signIn(page, helper)
  await page.goto('/dashboard')
  await page.getByRole('button', { name: 'Leave' }).click()
  const dialog = page.getByRole('dialog', { name: 'Leave' })
  await expectAccessibleLayout(page)
  await dialog.getByRole('button', { name: 'Leave' }).click()
  await expect(page.getByRole('heading', { name: 'Shared with me' })).toHaveCount(0)
  await expect(page.getByRole('main')).toBeFocused()
})
