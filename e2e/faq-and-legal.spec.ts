import { plans } from '#shared/plans.ts'
import { expect, expectAccessibleLayout, test } from './fixtures.ts'

test('the FAQ has five categories, and a URL can point to one', async ({ page }) => {
  await page.goto('/faq#billing')
  await expect(page.getByRole('heading', { level: 2 })).toHaveText(['General', 'Account', 'Links', 'Images', 'Billing'])
  await expect(page.getByRole('heading', { level: 2, name: 'Billing' })).toBeInViewport()

  const answer = page.getByText('Email support@framelight.example within 14 days of a payment')
  await expect(answer).toBeHidden()
  await page.getByText('Is there a money-back guarantee?').focus()
  await page.keyboard.press('Enter')
  await expect(answer).toBeVisible()

  await page.getByText('What do the plans cost?').click()
  for (const { name, linkLimit, imageLimit } of Object.values(plans)) {
    await expect(page.getByText(new RegExp(`^${name}: .* ${linkLimit} links, ${imageLimit} images$`))).toBeVisible()
  }
  await page.getByRole('navigation', { name: 'On this page' }).getByRole('link', { name: 'General' }).click()
  await expect(page).toHaveURL('/faq#general')
  await expect(page.getByRole('heading', { level: 2, name: 'General' })).toBeInViewport()
  await expectAccessibleLayout(page)
})

const texts = [
  { path: '/terms', title: 'Terms & Conditions', says: 'You can get a refund within 14 days of a payment' },
  { path: '/privacy', title: 'Privacy Policy', says: 'We don’t store the IP address itself.' },
  { path: '/cookie-policy', title: 'Cookie Policy', says: 'Viewing a public link doesn’t set any cookies.' },
]
for (const { path, title, says } of texts) {
  test(`the ${title} page has a table of contents that matches its sections`, async ({ page }) => {
    await page.goto('/faq')
    await page.getByRole('contentinfo').getByRole('link', { name: title }).click()
    await expect(page).toHaveURL(path)
    await expect(page).toHaveTitle(`${title} · Framelight`)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(title)
    await expect(page.getByRole('main')).toContainText(says)
    await expect(page.getByRole('main').getByRole('link', { name: 'support@framelight.example' }).first()).toBeVisible()
    const contents = page.getByRole('navigation', { name: 'On this page' }).getByRole('link')
    expect(await contents.allTextContents()).toEqual(await page.getByRole('heading', { level: 2 }).allTextContents())
    await contents.last().click()
    await expect(page.getByRole('heading', { level: 2 }).last()).toBeInViewport()
    await expectAccessibleLayout(page)
  })
}

test('a link to another legal page opens at the right section without storing data', async ({ page, context }) => {
  await page.goto('/cookie-policy')
  await page.getByRole('main').getByRole('link', { name: 'Privacy Policy' }).click()
  await expect(page).toHaveURL('/privacy#counting')
  await expect(page.getByRole('heading', { name: 'Counting views' })).toBeInViewport()
  expect(await context.cookies()).toEqual([])
  expect(await page.evaluate(() => Object.keys(localStorage))).toEqual([])
})
