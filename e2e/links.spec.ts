import type { APIRequestContext, Page } from '@playwright/test'
import type { Link } from '#shared/links.ts'
import { type Account, newAccount, newLink, signIn, upgrade } from './arrange.ts'
import { expect, expectAccessibleLayout, test } from './fixtures.ts'

const limitSentence = "You have reached your plan's link limit. Please upgrade to create more links."
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

test('a link can be created by keyboard and is unlisted by default', async ({ page, request }) => {
  const account = await newAccount(request)
  await signIn(page, account)
  await page.goto('/links/create')
  await expect(page).toHaveTitle('Create Link · Framelight')
  await expect(page.getByRole('heading', { name: 'Your Free plan' })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Tips' })).toBeVisible()
  await title(page).focus()
  await page.keyboard.type('A Year Outside')
  await expect(page.getByText('14 / 100')).toBeVisible()
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
  await expectAccessibleLayout(page)
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

test('link form errors keep the input, and the first invalid field gets focus', async ({ page, request, allow }) => {
  allow(/status of 40[03]|ERR_FAILED/)
  const account = await newAccount(request)
  await signIn(page, account)
  await page.goto('/links/create')
  const create = page.getByRole('button', { name: 'Create Link' })
  await page.getByLabel('Description').fill('x'.repeat(501))
  await page.getByLabel('Set an expiration date').check()
  await date(page).fill('13/45/2026')
  await create.click()
  await expect(mistakes(page)).toHaveText([
    'Title is required',
    'Description cannot be more than 500 characters',
    'Date input not valid.',
  ])
  await expect(title(page)).toBeFocused()
  await expectAccessibleLayout(page)
  await title(page).fill('x'.repeat(101))
  await expect(mistakes(page).first()).toHaveText('Title cannot be more than 100 characters')

  await title(page).fill('Dunes')
  await page.getByLabel('Description').fill('At first light')
  await date(page).fill(dayText(daysAhead(60)))
  await create.click()
  await expect(mistakes(page)).toHaveText([
    'Links on the Free plan can expire up to 30 days ahead. Upgrade to choose any date.',
  ])
  await expect(date(page)).toBeFocused()
  await date(page).fill(dayText(daysAhead(-2)))
  await create.click()
  await expect(mistakes(page)).toHaveText(['Expiration date must be in the future'])

  await page.getByLabel('Set an expiration date').uncheck()
  await page.route('/api/links', (route) => route.abort('failed'))
  await create.click()
  await expect(mistakes(page)).toHaveText(['Failed to create link. Please try again.'])
  await expect(title(page)).toHaveValue('Dunes')
  await page.unrouteAll()
  await create.click()
  await expect(page).toHaveURL(/\/links\/edit\//)
})

test("the calendar works by keyboard and ends at the plan's limit", async ({ page, request }) => {
  await signIn(page, await newAccount(request))
  await page.goto('/links/create')
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

test('at the link limit, the form is disabled and links to the plans', async ({ page, request }) => {
  const account = await newAccount(request)
  await newLink(request, account)
  await newLink(request, account)
  await signIn(page, account)
  await page.goto('/links/create')
  await expect(page.getByText(limitSentence)).toBeVisible()
  await expect(page.getByRole('link', { name: 'See plans' })).toHaveAttribute('href', '/subscription')
  await expect(title(page)).toBeDisabled()
  await expect(page.getByRole('button', { name: 'Create Link' })).toBeDisabled()
  await expectAccessibleLayout(page)
})

test('reaching the limit in another tab keeps the input', async ({ page, request, allow }) => {
  allow(/status of 403/)
  const account = await newAccount(request)
  await newLink(request, account)
  await signIn(page, account)
  await page.goto('/links/create')
  await title(page).fill('One too many')
  await newLink(request, account)
  await page.getByRole('button', { name: 'Create Link' }).click()
  await expect(page.getByText(limitSentence)).toHaveCount(1)
  await expect(title(page)).toBeDisabled()
  await expect(title(page)).toHaveValue('One too many')
})

test('Gold users can set a unique custom slug, and Free users see an upgrade offer', async ({
  page,
  request,
  allow,
}) => {
  allow(/status of 409/)
  const account = await newAccount(request)
  await signIn(page, account)
  await page.goto('/links/create')
  await expect(page.getByRole('link', { name: 'See Gold' })).toHaveAttribute('href', '/subscription')
  await expect(page.getByLabel('Custom link')).toHaveCount(0)

  await upgrade(request, account, 'gold')
  const slug = `walks-${account.user._id
    .toLowerCase()
    .replace(/[^a-z0-9]/g, '')
    .slice(0, 20)}`
  await newLink(request, account, { slug })
  await page.reload()
  await title(page).fill('Walks')
  const create = page.getByRole('button', { name: 'Create Link' })
  for (const [typed, sentence] of [
    ['No Way', 'Custom link can only contain a-z, 0-9 and hyphens'],
    ['admin', 'This link is reserved'],
    [slug, 'This link is already taken'],
  ] as const) {
    await page.getByLabel('Custom link').fill(typed)
    await create.click()
    await expect(mistakes(page)).toHaveText([sentence])
    await expect(page.getByLabel('Custom link')).toBeFocused()
  }
  await page.getByLabel('Custom link').fill(`${slug}-2`)
  await create.click()
  await expect(page.getByLabel('Custom link')).toHaveValue(`${slug}-2`)
  await expect(page.getByText(`/links/${slug}-2`).first()).toBeVisible()
})
