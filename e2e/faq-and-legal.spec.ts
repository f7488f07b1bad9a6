import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'

/** The contents are folded on narrow screens. */
async function contents(page: Page) {
  const navigation = page.getByRole('navigation', { name: 'On this page' })
  await expect(navigation).toBeVisible()
  const unfold = navigation.getByRole('button')
  if (await unfold.isVisible()) await unfold.click()
  return navigation.getByRole('link')
}

test('a URL can point to a section of the FAQ, and answers open by keyboard', async ({ page }) => {
  await page.goto('/faq#billing')
  await expect(page.getByRole('heading', { level: 2, name: 'Billing' })).toBeInViewport()
  const answer = page.getByText('Email support@framelight.example within 14 days of a payment')
  await expect(answer).toBeHidden()
  await page.getByText('Is there a money-back guarantee?').focus()
  await page.keyboard.press('Enter')
  await expect(answer).toBeVisible()
  await (await contents(page)).filter({ hasText: 'General' }).click()
  await expect(page).toHaveURL('/faq#general')
  await expect(page.getByRole('heading', { level: 2, name: 'General' })).toBeInViewport()
})

test('links to sections of legal pages scroll to them, without storing data', { tag: '@full' }, async ({
  page,
  context,
}) => {
  await page.goto('/cookie-policy')
  await (await contents(page)).last().click()
  await expect(page.getByRole('heading', { level: 2 }).last()).toBeInViewport()
  await page.getByRole('main').getByRole('link', { name: 'Privacy Policy' }).click()
  await expect(page).toHaveURL('/privacy#counting')
  await expect(page.getByRole('heading', { name: 'Counting views' })).toBeInViewport()
  expect(await context.cookies()).toEqual([])
  expect(await page.evaluate(() => Object.keys(localStorage))).toEqual([])
})
