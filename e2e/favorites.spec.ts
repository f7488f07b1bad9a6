import type { Browser, Page } from '@playwright/test'
import { newAccount, newLink, openPart, signIn, upload } from './arrange.ts'
import { expect, expectAccessible, expectAccessibleLayout, test } from './fixtures.ts'

async function aPhone(browser: Browser) {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 }, hasTouch: true })
  return context.newPage()
}

const heart = (page: Page, title: string) => page.getByRole('button', { name: `Favorite ${title}` })
const saved = (page: Page) =>
  page.waitForResponse((answer) => answer.request().method() === 'PUT' && answer.url().endsWith('/choice'))

test('a guest picks favorites up to the limit, even offline, and sends them', async ({ page, request, browser }) => {
  const account = await newAccount(request)
  const link = await newLink(request, account, { title: 'A Year Outside', opening: 'wall' })
  for (const title of ['Dunes', 'Ridges', 'Sea']) {
    await upload(request, account, link, { title, fileName: `${title}_1.jpg` })
  }
  await signIn(page, account)
  await page.goto(`/links/edit/${link._id}`)
  await openPart(page, 'Visitor permissions')
  await page.getByRole('checkbox', { name: 'Favorites' }).check()
  await page.getByRole('spinbutton', { name: 'Limit per visitor' }).fill('2')
  await page.getByRole('button', { name: 'Save changes' }).click()
  await page.getByRole('link', { name: 'Favorites' }).click()
  await expect(page.getByRole('heading', { name: 'No favorites yet' })).toBeVisible()

  const guest = await aPhone(browser)
  await guest.goto(`/links/${link.slug}`)
  await expect(guest.getByText('Pick up to 2 favorites with the heart')).toBeVisible()
  const first = saved(guest)
  await heart(guest, 'Dunes').tap()
  await expect(heart(guest, 'Dunes')).toHaveAttribute('aria-pressed', 'true')
  await first
  await guest.context().setOffline(true)
  await heart(guest, 'Sea').tap()
  await expect(guest.getByText('2 of 2')).toBeVisible()
  await expect(guest.getByText("Saved on this device until you're back online")).toBeVisible()
  const caughtUp = saved(guest)
  await guest.context().setOffline(false)
  await caughtUp
  // The heart is marked as disabled and explains why when tapped.
  await heart(guest, 'Ridges').tap({ force: true })
  await expect(guest.getByText("You've reached the limit of 2. Remove one to add another.")).toBeVisible()
  await guest.reload()
  await expect(heart(guest, 'Sea')).toHaveAttribute('aria-pressed', 'true')
  await expectAccessibleLayout(guest)

  await guest.getByRole('link', { name: 'Sea' }).tap()
  await guest.getByRole('button', { name: 'Add a note' }).tap()
  await guest.getByRole('textbox', { name: 'Your note for Mara Lind' }).fill('For the cover')
  await expectAccessible(guest)
  const noted = saved(guest)
  await guest.getByRole('button', { name: 'Save note' }).tap()
  await noted
  // If the controls have faded, the first tap only shows them.
  await guest.goBack()

  await guest.getByRole('button', { name: 'Send favorites' }).tap()
  await expect(guest.getByText('Send 2 photos and 1 note to Mara Lind?')).toBeVisible()
  await expectAccessible(guest)
  const dialog = guest.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Send favorites' }).tap()
  await expect(guest.getByText('Name is required')).toBeVisible()
  await guest.getByRole('textbox', { name: 'Name' }).fill('Lena Brandt')
  await dialog.getByRole('button', { name: 'Send favorites' }).tap()
  await expect(guest.getByText(/^Sent on/)).toBeVisible()
  await expect(heart(guest, 'Ridges')).toHaveCount(0)
  await guest.getByRole('button', { name: 'Request changes' }).tap()
  await guest.getByRole('dialog').getByRole('button', { name: 'Send request' }).tap()
  await expect(guest.getByText('Changes requested')).toBeVisible()

  await page.reload()
  await expect(page.getByRole('heading', { name: '2 favorites' })).toBeVisible()
  await expect(page.getByText('For the cover')).toBeVisible()
  await expect(page.getByText('Requested changes')).toBeVisible()
  await expectAccessibleLayout(page)
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.getByRole('button', { name: 'Copy file names' }).click()
  await expect(page.getByText('2 file names copied')).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('Dunes_1, Sea_1')
  await page.getByRole('button', { name: 'More actions for Lena Brandt' }).click()
  await page.getByRole('menuitem', { name: 'Reopen' }).click()
  await expect(page.getByText('Reopened')).toBeVisible()

  await guest.reload()
  await expect(guest.getByText('Mara Lind reopened your favorites.')).toBeVisible()
  const takenOut = saved(guest)
  await heart(guest, 'Dunes').tap()
  await takenOut
  await guest.getByRole('button', { name: 'View favorites' }).tap()
  await expect(guest.getByRole('heading', { name: 'Your favorites' })).toBeVisible()
  await expect(guest.getByRole('region', { name: 'Photos' }).getByRole('img')).toHaveCount(1)
  await expect(guest.getByText('For the cover')).toBeVisible()
  await expectAccessibleLayout(guest)
  await guest.context().close()
})

test("on a landscape phone, the favorites bar and messages don't cover the gallery's bar", async ({
  page,
  request,
}) => {
  await page.setViewportSize({ width: 844, height: 390 })
  const account = await newAccount(request)
  const link = await newLink(request, account, { opening: 'cover', choosing: 'on', choiceLimit: 1 })
  for (const title of ['Dunes', 'Ridges']) await upload(request, account, link, { title, width: 1600, height: 1000 })
  await page.goto(`/links/${link.slug}`)
  const edges = (selector: string) =>
    page.locator(selector).evaluate((element) => {
      const { top, bottom } = element.getBoundingClientRect()
      return { top, bottom }
    })
  await expect(page.getByText('Pick up to 1 favorite with the heart')).toBeVisible()
  const bar = await edges('section.slim')
  expect(bar.bottom).toBeLessThan((await edges('.choice-bar')).top)

  for (const title of ['Dunes', 'Ridges']) await heart(page, title).dispatchEvent('click')
  await expect(page.getByText("You've reached the limit of 1. Remove one to add another.")).toBeVisible()
  await expect.poll(async () => (await edges('[data-sonner-toast]')).bottom).toBeLessThan(bar.top)
})
