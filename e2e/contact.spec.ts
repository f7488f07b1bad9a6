import type { Page } from '@playwright/test'
import { newAccount, signIn } from './arrange.ts'
import { expect, expectAccessible, expectAccessibleLayout, test } from './fixtures.ts'

const send = (page: Page) => page.getByRole('button', { name: 'Send message' })

async function write(page: Page, fields: Record<string, string>) {
  for (const [label, text] of Object.entries(fields)) await page.getByLabel(label, { exact: true }).fill(text)
}

test('every contact field is required, and the first missing one gets focus', async ({ page }) => {
  await page.goto('/contact')
  await expect(page.getByRole('main')).toContainText('Monday-Friday, 9am-5pm GMT')
  await expect(page.getByRole('main').getByRole('link', { name: 'support@framelight.example' })).toHaveAttribute(
    'href',
    'mailto:support@framelight.example',
  )
  await send(page).click()
  await expect(page.getByRole('main').getByRole('alert')).toHaveText([
    'Name is required',
    'Email is required',
    'Subject is required',
    'Message is required',
  ])
  await expect(page.getByLabel('Name')).toBeFocused()
  await write(page, { Name: 'Mara', Email: 'nobody', Subject: 'A', Message: '  ' })
  await send(page).click()
  await expect(page.getByRole('main').getByRole('alert')).toHaveText(['Email is invalid', 'Message is required'])
  await expectAccessibleLayout(page)
})

test('a contact message is sent, and a failed attempt keeps the input', async ({ page, request, allow }) => {
  allow(/net::ERR_FAILED|status of 429/)
  const account = await newAccount(request)
  await signIn(page, account)
  await page.goto('/contact')
  await expect(page.getByLabel('Name')).toHaveValue('Mara Lind')
  await expect(page.getByLabel('Email')).toHaveValue(account.email)
  await write(page, { Subject: 'A refund', Message: 'Could I have\nmy money back?' })

  const alert = page.getByRole('main').getByRole('alert')
  await page.route('/api/contact', (route) => route.abort())
  await send(page).click()
  await expect(alert).toHaveText('There was an error sending your message. Please try again.')
  await page.unroute('/api/contact')
  const tooMany = { message: 'Too many messages from your network. Try again in an hour.', code: 'RATE_LIMITED' }
  await page.route('/api/contact', (route) => route.fulfill({ status: 429, json: tooMany }))
  await send(page).click()
  await expect(alert).toHaveText('Too many messages from your network. Try again in an hour.')
  await expect(page.getByLabel('Message')).toHaveValue('Could I have\nmy money back?')
  await page.unroute('/api/contact')

  let letGo = () => {}
  const held = new Promise<void>((resolve) => {
    letGo = resolve
  })
  await page.route('/api/contact', async (route) => {
    await held
    await route.continue()
  })
  await send(page).click()
  await expect(page.getByRole('button', { name: 'Sending' })).toBeVisible()
  letGo()
  const sent = page.getByRole('heading', { name: 'Message sent' })
  await expect(sent).toBeFocused()
  await expect(page.getByRole('main')).toContainText(`We'll reply to ${account.email}.`)
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Write another message' }).click()
  await expect(page.getByLabel('Subject')).toHaveValue('')
})
