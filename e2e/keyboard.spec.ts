import type { Locator, Page } from '@playwright/test'
import { newAccount, newLink, signIn, upload } from './arrange.ts'
import { expect, test } from './fixtures.ts'

// Other files test keyboard use for creating links (links.spec.ts), managing images (manage.spec.ts) and paying
// (checkout.spec.ts).

/** Presses Tab until the target has focus, and checks that its focus ring is visible. */
async function tabTo(page: Page, target: Locator) {
  for (let step = 0; step < 60; step++) {
    await page.keyboard.press('Tab')
    if (await target.evaluate((element) => element === document.activeElement)) {
      const outline = await target.evaluate((element) => {
        const ring = (each: Element | null) => (each ? getComputedStyle(each).outlineStyle : 'none')
        return ring(element) !== 'none' || ring(element.closest('label')) !== 'none'
      })
      return expect(outline).toBe(true)
    }
  }
  throw new Error(`${target} can't be reached`)
}

test('registering works by keyboard alone', { tag: '@full' }, async ({ page }) => {
  await page.goto('/')
  await tabTo(page, page.getByRole('link', { name: 'Get Started' }).first())
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/register')
  await tabTo(page, page.getByLabel('Name'))
  await page.keyboard.type('Mara Lind')
  await tabTo(page, page.getByLabel('Email'))
  await page.keyboard.type(`keys-${Date.now()}-${process.pid}@example.com`)
  await tabTo(page, page.getByLabel('Password', { exact: true }))
  await page.keyboard.type('correct horse')
  await tabTo(page, page.getByLabel('Confirm password', { exact: true }))
  await page.keyboard.type('correct horse')
  for (const text of ['Terms and Conditions', 'Privacy Policy']) {
    await tabTo(page, page.getByRole('checkbox', { name: text }))
    await page.keyboard.press('Space')
  }
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/dashboard')
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Mara')
})

test('a comment can be added, edited and deleted by keyboard alone', async ({ page, request }) => {
  const owner = await newAccount(request)
  const image = await upload(request, owner, await newLink(request, owner), { title: 'Dunes' })
  await signIn(page, await newAccount(request, 'Lena Brandt'))
  await page.goto(`/images/${image._id}`)
  await tabTo(page, page.getByRole('textbox', { name: 'Add a comment' }))
  await page.keyboard.type('May we print that one large?')
  await tabTo(page, page.getByRole('button', { name: 'Post comment' }))
  await page.keyboard.press('Enter')
  const comment = page.getByRole('listitem').filter({ hasText: 'Lena Brandt' })
  await expect(comment).toContainText('May we print that one large?')

  await tabTo(page, comment.getByRole('button', { name: /^Edit/ }))
  await page.keyboard.press('Enter')
  await expect(comment.getByRole('textbox')).toBeFocused()
  await page.keyboard.press('ControlOrMeta+A')
  await page.keyboard.type('As large as the wall?')
  await tabTo(page, comment.getByRole('button', { name: 'Save' }))
  await page.keyboard.press('Enter')
  await expect(comment).toContainText('As large as the wall?')

  await tabTo(page, comment.getByRole('button', { name: /^Delete/ }))
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog')
  await expect(dialog).toBeVisible()
  await tabTo(page, dialog.getByRole('button', { name: /^Delete/ }))
  await page.keyboard.press('Enter')
  await expect(comment).toHaveCount(0)
})
