import type { Browser, Page } from '@playwright/test'
import { newAccount, newLink, signIn, upload } from './arrange.ts'
import { expect, expectAccessible, expectSound, test } from './fixtures.ts'

/** Somebody else, with a phone of their own. */
async function aPhone(browser: Browser) {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 }, hasTouch: true })
  return context.newPage()
}

const heart = (page: Page, title: string) => page.getByRole('button', { name: `Choose ${title}` })
const saved = (page: Page) =>
  page.waitForResponse((answer) => answer.request().method() === 'PUT' && answer.url().endsWith('/choice'))

test('somebody without an account chooses on a phone up to the limit, offline too, and sends it to the owner', async ({
  page,
  request,
  browser,
}) => {
  const account = await newAccount(request)
  const link = await newLink(request, account, { title: 'A Year Outside', opening: 'wall' })
  for (const title of ['Dunes', 'Ridges', 'Sea']) {
    await upload(request, account, link, { title, fileName: `${title}_1.jpg` })
  }
  await signIn(page, account)
  await page.goto(`/links/edit/${link._id}`)
  await page.getByRole('checkbox', { name: 'Choosing' }).check()
  await page.getByRole('spinbutton', { name: 'At most so many pictures each' }).fill('2')
  // Further down the page its head covers half of a switch, which the checker takes for one too small to press.
  await page.evaluate(() => window.scrollTo(0, 0))
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Save changes' }).click()
  await page.getByRole('link', { name: 'Choices' }).click()
  await expect(page.getByRole('heading', { name: 'Nobody has chosen yet' })).toBeVisible()

  const guest = await aPhone(browser)
  await guest.goto(`/links/${link.slug}`)
  await expect(guest.getByText('Choose up to 2 with the heart')).toBeVisible()
  const first = saved(guest)
  await heart(guest, 'Dunes').tap()
  await expect(heart(guest, 'Dunes')).toHaveAttribute('aria-pressed', 'true')
  await first
  await guest.context().setOffline(true)
  await heart(guest, 'Sea').tap()
  await expect(guest.getByText('2 of 2')).toBeVisible()
  await expect(guest.getByText('Kept on this device until you are online')).toBeVisible()
  const caughtUp = saved(guest)
  await guest.context().setOffline(false)
  await caughtUp
  // It says that it is disabled, and why when it is pressed.
  await heart(guest, 'Ridges').tap({ force: true })
  await expect(guest.getByText("You've picked all 2. Remove one to add another.")).toBeVisible()
  await guest.reload()
  await expect(heart(guest, 'Sea')).toHaveAttribute('aria-pressed', 'true')
  await expectSound(guest)

  await guest.getByRole('link', { name: 'Sea' }).tap()
  await guest.getByRole('button', { name: 'Add a note' }).tap()
  await guest.getByRole('textbox', { name: 'Your note for Mara Lind' }).fill('For the cover')
  await expectAccessible(guest)
  const noted = saved(guest)
  await guest.getByRole('button', { name: 'Save note' }).tap()
  await noted
  await guest.getByRole('button', { name: 'Close' }).tap()

  await guest.getByRole('button', { name: 'Send my choice' }).tap()
  await expect(guest.getByText('2 pictures and 1 note go to Mara Lind.')).toBeVisible()
  await expectAccessible(guest)
  const dialog = guest.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Send my choice' }).tap()
  await expect(guest.getByText('Name is required')).toBeVisible()
  await guest.getByRole('textbox', { name: 'Name' }).fill('Lena Brandt')
  await dialog.getByRole('button', { name: 'Send my choice' }).tap()
  await expect(guest.getByText(/^Sent on/)).toBeVisible()
  await expect(heart(guest, 'Ridges')).toHaveCount(0)
  await guest.getByRole('button', { name: 'Ask to change it' }).tap()
  await guest.getByRole('dialog').getByRole('button', { name: 'Ask to change it' }).tap()
  await expect(guest.getByText('You asked to change it')).toBeVisible()

  await page.reload()
  await expect(page.getByRole('heading', { name: '2 pictures' })).toBeVisible()
  await expect(page.getByText('For the cover')).toBeVisible()
  await expect(page.getByText('Asks to change it')).toBeVisible()
  await expectSound(page)
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.getByRole('button', { name: 'Copy file names' }).click()
  await expect(page.getByText('2 file names copied')).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('Dunes_1, Sea_1')
  await page.getByRole('button', { name: 'More for Lena Brandt' }).click()
  await page.getByRole('menuitem', { name: 'Re-open' }).click()
  await expect(page.getByText('Re-opened')).toBeVisible()

  await guest.reload()
  await expect(guest.getByText('Mara Lind has opened your choice again.')).toBeVisible()
  const takenOut = saved(guest)
  await heart(guest, 'Dunes').tap()
  await takenOut
  await guest.getByRole('button', { name: 'Show chosen' }).tap()
  await expect(guest.getByRole('heading', { name: 'Your choice' })).toBeVisible()
  await expect(guest.getByRole('region', { name: 'Images' }).getByRole('img')).toHaveCount(1)
  await expect(guest.getByText('For the cover')).toBeVisible()
  await expectSound(guest)
  await guest.context().close()
})
