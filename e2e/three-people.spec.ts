import { join } from 'node:path'
import type { Browser, Page } from '@playwright/test'
import { createProduct } from '#test/support/product.ts'
import { inScope } from '#test/support/scope.ts'
import { newAccount, newLink, signIn, upload } from './arrange.ts'
import { expect, test } from './fixtures.ts'
import { emailsTo } from './outbox.ts'

/** Invitations treat Playwright's own user agent as a bot. */
const userAgent =
  'Mozilla/5.0 (Linux; Android 16) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/150.0.0.0 Mobile Safari/537.36'

const sizes = { desk: { width: 1280, height: 800 }, phone: { width: 390, height: 844 } }

async function openDevice(browser: Browser, baseURL: string, device: keyof typeof sizes) {
  const context = await browser.newContext({
    baseURL,
    userAgent,
    viewport: sizes[device],
    hasTouch: device === 'phone',
  })
  // Fail at the step that hangs, not at the timeout of this long test.
  context.setDefaultTimeout(60_000)
  return context.newPage()
}

const heart = (page: Page, title: string) => page.getByRole('button', { name: `Favorite ${title}` })
const isChosen = async (page: Page, title: string) => (await heart(page, title).getAttribute('aria-pressed')) === 'true'
const saved = (page: Page) =>
  page.waitForResponse((answer) => answer.request().method() === 'PUT' && answer.url().endsWith('/choice'))
const refusal = "You've reached the limit of 2. Remove one to add another."

/** Returns the milliseconds until 30 seconds after the next 8:00 UTC, when digests are sent. */
function untilNextMorning() {
  const morning = new Date()
  morning.setUTCHours(8, 0, 0, 0)
  if (morning.getTime() <= Date.now()) morning.setUTCDate(morning.getUTCDate() + 1)
  return morning.getTime() + 30_000 - Date.now()
}
const aheadBy = (ms: number) => [
  'env',
  `CLOCK_AHEAD_MS=${ms}`,
  `NODE_OPTIONS=--import=${join(import.meta.dirname, 'clock-ahead.ts')}`,
]

test('an owner, an invited visitor and a guest use a gallery at the same time', { tag: '@full' }, async ({
  browser,
}) => {
  test.setTimeout(480_000)
  await inScope(async (scope) => {
    const product = await createProduct(scope, { settings: { SMTP_URL: process.env.E2E_SMTP_URL ?? '' } })
    const { url } = product.client
    const owner = await openDevice(browser, url, 'desk')
    const anna = await openDevice(browser, url, 'phone')
    const annasDesk = await openDevice(browser, url, 'desk')
    const guest = await openDevice(browser, url, 'phone')

    const { request } = owner.context()
    const account = await newAccount(request)
    const headers = { authorization: `Bearer ${account.token}` }
    const answers = { choosing: 'on', choiceLimit: 2, comments: 'guests', opening: 'wall' }
    const link = await newLink(request, account, answers)
    for (const title of ['Dunes', 'Ridges', 'Sea']) await upload(request, account, link, { title })
    const invited = await request.post(`/api/links/${link._id}/invitations`, { headers, data: { name: 'Anna & Tom' } })
    const invitation = new URL((await invited.json()).data.url).pathname

    // Favorites appear on the phone immediately, sync to Anna's other device, and aren't shared with the guest.
    await Promise.all([
      signIn(owner, account).then(() => owner.goto(`/links/${link._id}/choices`)),
      anna.goto(invitation),
      guest.goto(`/links/${link.slug}`),
    ])
    const first = saved(anna)
    await heart(anna, 'Dunes').tap()
    await expect(heart(anna, 'Dunes')).toHaveAttribute('aria-pressed', 'true')
    await first
    await annasDesk.goto(invitation)
    await expect(heart(annasDesk, 'Dunes')).toHaveAttribute('aria-pressed', 'true')
    await expect(heart(guest, 'Dunes')).toHaveAttribute('aria-pressed', 'false')
    const guests = saved(guest)
    await heart(guest, 'Sea').tap()
    await guests

    // Two devices pick the last favorite at the same time, and the server accepts only one.
    await Promise.all([heart(anna, 'Ridges').tap(), heart(annasDesk, 'Sea').click()])
    const refusals = async () => {
      const counts = await Promise.all([anna, annasDesk].map((page) => page.getByText(refusal).count()))
      return counts.filter((count) => count > 0).length
    }
    await expect.poll(refusals).toBe(1)
    await anna.reload()
    await expect(anna.getByText('2 of 2', { exact: true })).toBeVisible()
    await annasDesk.reload()
    await expect(annasDesk.getByText('2 of 2', { exact: true })).toBeVisible()
    const second = (await isChosen(anna, 'Ridges')) ? 'Ridges' : 'Sea'
    const third = second === 'Sea' ? 'Ridges' : 'Sea'
    for (const page of [anna, annasDesk]) {
      await expect(heart(page, second)).toHaveAttribute('aria-pressed', 'true')
      await expect(heart(page, third)).toHaveAttribute('aria-pressed', 'false')
    }
    // An offline phone picks two favorites, and the second exceeds the limit.
    const takenOut = saved(anna)
    await heart(anna, second).tap()
    await takenOut
    await anna.context().setOffline(true)
    await anna.evaluate(
      (names) => {
        for (const name of names) document.querySelector<HTMLElement>(`[aria-label="Favorite ${name}"]`)?.click()
      },
      [second, third],
    )
    await expect(anna.getByText(refusal)).toBeVisible()
    await expect(anna.getByText("Saved on this device until you're back online")).toBeVisible()
    const caughtUp = saved(anna)
    await anna.context().setOffline(false)
    await caughtUp
    await expect(anna.getByText('2 of 2', { exact: true })).toBeVisible()

    // Favorites are sent with a note and locked on every device.
    await anna.getByRole('link', { name: 'Dunes' }).tap()
    await anna.getByRole('button', { name: 'Add a note' }).tap()
    await anna.getByRole('textbox', { name: 'Your note for Mara Lind' }).fill('For the cover')
    const noted = saved(anna)
    await anna.getByRole('button', { name: 'Save note' }).tap()
    await noted
    // Use Back, because the toast covers the close button.
    await anna.goBack()
    await anna.getByRole('button', { name: 'Send favorites' }).tap()
    const sending = anna.getByRole('dialog')
    await expect(sending.getByRole('textbox', { name: 'Name' })).toHaveValue('Anna & Tom')
    await sending.getByRole('textbox', { name: 'Email' }).fill('anna@example')
    await sending.getByRole('button', { name: 'Send favorites' }).tap()
    await expect(sending.getByText('Email is invalid')).toBeVisible()
    await sending.getByRole('textbox', { name: 'Email' }).fill('anna@example.org')
    await sending.getByRole('button', { name: 'Send favorites' }).tap()
    await expect(anna.getByText(/^Sent on/)).toBeVisible()
    await annasDesk.reload()
    await expect(annasDesk.getByText(/^Sent on/)).toBeVisible()
    await expect(heart(annasDesk, third)).toHaveCount(0)
    await expect(heart(guest, 'Dunes')).toHaveAttribute('aria-pressed', 'false')

    // The owner gets an email immediately, reads the list on the desktop and reopens it.
    await expect.poll(() => emailsTo(account.email).filter((mail) => mail.includes('sent 2 favorites'))).toHaveLength(1)
    const [told = ''] = emailsTo(account.email).filter((mail) => mail.includes('sent 2 favorites'))
    expect(told).toContain('For the cover')
    expect(told.match(/<img /g)).toHaveLength(2)
    await owner.reload()
    await owner.getByRole('button', { name: /^Anna & Tom/ }).click()
    await expect(owner.getByRole('heading', { name: '2 favorites from Anna & Tom' })).toBeVisible()
    await expect(owner.getByText('anna@example.org')).toBeVisible()
    await owner.getByRole('button', { name: 'More actions for Anna & Tom' }).click()
    await owner.getByRole('menuitem', { name: 'Reopen' }).click()
    await expect(owner.getByText('Reopened')).toBeVisible()
    await anna.reload()
    await expect(anna.getByText('Mara Lind reopened your favorites.')).toBeVisible()
    const changed = saved(anna)
    await heart(anna, second).tap()
    await changed

    // Only the guest sees their comment until the owner approves it in the bell's menu.
    const words = 'Is this the hill behind our house?'
    await guest.getByRole('link', { name: 'Sea' }).tap()
    await guest.getByRole('button', { name: /^Comments/ }).tap()
    await guest.getByRole('button', { name: 'Add a comment' }).tap()
    await guest.getByLabel('Your name').fill('Grandma')
    await guest.getByLabel('Comment', { exact: true }).fill(words)
    await guest.getByRole('button', { name: 'Post comment' }).tap()
    await expect(guest.getByText(/^Only you can see it until/)).toBeVisible()
    await anna.getByRole('link', { name: 'Sea' }).tap()
    await anna.getByRole('button', { name: /^Comments/ }).tap()
    await expect(anna.getByText('No comments yet.')).toBeVisible()
    await owner.goto('/dashboard')
    await owner.getByRole('button', { name: /^Activity, \d+ new$/ }).click()
    const menu = owner.getByRole('dialog', { name: 'Activity' })
    await menu.getByRole('listitem').filter({ hasText: words }).getByRole('button', { name: 'Approve' }).click()
    await expect(owner.getByText('Comment approved')).toBeVisible()
    await menu.getByRole('button', { name: 'Mark all as read' }).click()
    await expect(menu.getByRole('button', { name: 'Mark all as read' })).toBeHidden()
    await anna.reload()
    await anna.getByRole('button', { name: '1 comment' }).tap()
    await expect(anna.getByText(words)).toBeVisible()

    // The guest follows the gallery. The next morning's digest has one new photo and a one-click unsubscribe link.
    const email = `grandma-${Date.now()}@example.org`
    await guest.goto(`/links/${link.slug}`)
    await guest.getByRole('button', { name: 'Get notified of new photos' }).tap()
    await guest.getByRole('dialog').getByRole('textbox', { name: 'Email' }).fill(email)
    await guest.getByRole('dialog').getByRole('button', { name: 'Notify me' }).tap()
    await expect.poll(() => emailsTo(email)).toHaveLength(1)
    const follow = /\/follow\/[\w-]+/.exec(emailsTo(email)[0] ?? '')?.[0] ?? 'no URL in the email'
    await guest.goto(follow)
    await guest.getByRole('button', { name: 'Follow' }).tap()
    await expect(guest.getByRole('heading', { name: "You're following this gallery" })).toBeVisible()
    await upload(request, account, link, { title: 'Jetty' })
    await product.stop()
    await product.start(aheadBy(untilNextMorning()))
    await expect.poll(() => emailsTo(email), { timeout: 30_000 }).toHaveLength(2)
    const digest = emailsTo(email).find((mail) => mail.includes('1 new photo in A Year Outside')) ?? ''
    expect(digest).toContain('alt=3D"Jetty"')
    expect(digest).toContain('List-Unsubscribe-Post: List-Unsubscribe=One-Click')
    await expect.poll(() => emailsTo(account.email).filter((mail) => mail.includes(words))).toHaveLength(1)
    await guest.goto(/\/follow\/[\w-]+/.exec(digest)?.[0] ?? 'no URL in the email')
    await guest.getByRole('button', { name: 'Unsubscribe' }).tap()
    await expect(guest.getByText("We've deleted your email address.")).toBeVisible()
    await owner.goto(`/links/edit/${link._id}`)
    await expect(owner.getByText('No followers yet.')).toBeVisible()
    expect(product.crashes).toEqual([])
    await Promise.all([owner, anna, annasDesk, guest].map((page) => page.context().close()))
  })
})
