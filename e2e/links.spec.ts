import type { APIRequestContext, Page } from '@playwright/test'
import type { Link } from '#shared/links.ts'
import { type Account, newAccount, signIn } from './arrange.ts'
import { expect, expectAccessibleLayout, test } from './fixtures.ts'

const dayMs = 86_400_000

/** Formats a date like the date field. The tests and the browser share a clock and a time zone. */
const dayText = (date: Date) =>
  new Intl.DateTimeFormat('en-US', { month: '2-digit', day: '2-digit', year: 'numeric' }).format(date)
const quarterMs = 15 * 60_000
/** Rounds up to the next quarter hour, as the form does. Just before midnight, that can be the next day. */
const daysAhead = (days: number) => new Date(Math.ceil((Date.now() + days * dayMs) / quarterMs) * quarterMs)

const title = (page: Page) => page.getByLabel('Title')
const date = (page: Page) => page.getByLabel('Date', { exact: true })
const mistakes = (page: Page) => page.getByRole('alert')

async function fetchLink(request: APIRequestContext, { token }: Account, id: string) {
  const answer = await request.get(`/api/links/${id}`, { headers: { authorization: `Bearer ${token}` } })
  return { status: answer.status(), link: (await answer.json()).data as Link }
}

test('a link can be created by keyboard and is unlisted by default', { tag: '@full' }, async ({ page, request }) => {
  const account = await newAccount(request)
  await signIn(page, account)
  await page.goto('/links/create')
  await expect(page).toHaveTitle('Create Link · Framelight')
  await expect(page.getByRole('heading', { name: 'Your Free plan' })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Tips' })).toBeVisible()
  await expect(title(page)).toBeFocused()
  await page.keyboard.type('A Year Outside')
  await expect(page.getByText('14 / 100')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Create Link' })).toBeInViewport({ ratio: 1 })
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await page.keyboard.press('Tab')
  await page.keyboard.type('Twelve months of walks.')
  await expect(page.getByText('23 / 500')).toBeVisible()
  await page.getByRole('radio', { name: 'Public' }).focus()
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('ArrowRight')
  await expect(page.getByText('Only you and people you invite can view.')).toBeVisible()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Space')
  await expect(date(page)).toHaveValue(dayText(daysAhead(7)))
  await date(page).focus()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/links\/edit\/[\w-]+$/)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Edit Link')

  const { link } = await fetchLink(request, account, page.url().split('/').at(-1) ?? '')
  expect(link).toMatchObject({
    title: 'A Year Outside',
    description: 'Twelve months of walks.',
    isPrivate: true,
    isListed: false,
    allowDownloads: true,
  })
  const minutesAhead = (Date.parse(link.expiresAt ?? '') - Date.now() - 7 * dayMs) / 60_000
  expect(Math.abs(minutesAhead)).toBeLessThanOrEqual(16)
  expect(new Date(link.expiresAt ?? '').getMinutes() % 15).toBe(0)
})

test("the calendar works by keyboard and ends at the plan's limit", { tag: '@full' }, async ({ page, request }) => {
  await signIn(page, await newAccount(request))
  await page.goto('/links/create')
  await page.getByRole('button', { name: 'Description, password, expiration and more' }).click()
  await page.getByLabel('Set an expiration date').check()
  await expect(page.getByText('Up to 30 days on Free.')).toBeVisible()
  const opener = page.getByRole('button', { name: 'Open calendar' })
  const calendar = page.getByRole('dialog', { name: 'Expiration date' })
  const openCalendar = async () => {
    await opener.click()
    await expect(calendar.getByRole('gridcell', { selected: true }).getByRole('button')).toBeFocused()
  }
  await openCalendar()
  await expect(calendar).toBeInViewport({ ratio: 1 })
  await expect(calendar.getByRole('button', { name: 'Previous month' })).toBeDisabled()
  await expectAccessibleLayout(page)
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(calendar).toHaveCount(0)
  await expect(date(page)).toHaveValue(dayText(daysAhead(15)))
  await expect(opener).toBeFocused()

  await openCalendar()
  await page.keyboard.press('PageDown')
  await page.keyboard.press('PageDown')
  await page.keyboard.press('Enter')
  await expect(date(page)).toHaveValue(dayText(new Date(Date.now() + 30 * dayMs)))
  await openCalendar()
  await page.keyboard.press('Escape')
  await expect(opener).toBeFocused()
  await expect(page.getByLabel('Time').locator('option')).toHaveCount(96)
  await date(page).fill('soon')
  await page.getByLabel('Time').focus()
  await expect(mistakes(page)).toHaveText(['Date input not valid.'])
})
