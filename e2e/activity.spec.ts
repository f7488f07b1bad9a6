import { newAccount, newLink, openPart, signIn, upload } from './arrange.ts'
import { expect, expectAccessible, expectAccessibleLayout, test } from './fixtures.ts'

test("a guest's comment is public once the owner approves it on the activity page", { tag: '@full' }, async ({
  page,
  request,
  browser,
}) => {
  const owner = await newAccount(request)
  const link = await newLink(request, owner, { comments: 'guests' })
  const image = await upload(request, owner, link)

  const phone = await browser.newContext({ viewport: { width: 390, height: 844 }, hasTouch: true })
  const guest = await phone.newPage()
  await guest.goto(`/images/${image._id}`)
  await guest.getByRole('button', { name: 'Post comment' }).click()
  await expect(guest.getByText('Name is required')).toBeVisible()
  await expectAccessible(guest)
  await guest.getByLabel('Your name').fill('Grandma')
  await guest.getByLabel('Comment', { exact: true }).fill('Is this the hill behind our house?')
  await guest.getByRole('button', { name: 'Post comment' }).click()
  await expect(guest.getByText(/^Only you can see it until/)).toBeVisible()
  await expect(guest.getByRole('button', { name: 'Write another' })).toBeVisible()
  // The page's HTML only has public comments. The app adds the guest's own.
  await guest.reload()
  await expect(guest.getByText(/^Only you can see it until/)).toBeVisible()

  const stranger = await browser.newPage()
  await stranger.goto(`/images/${image._id}`)
  await expect(stranger.getByText('No comments yet.')).toBeVisible()

  await signIn(page, owner)
  // The HTML only has public comments. The app adds pending ones for the owner.
  await page.goto(`/images/${image._id}`)
  await expect(page.getByText('Is this the hill behind our house?')).toBeVisible()
  await page.goto('/dashboard')
  await expect(page.getByText('1 new comment')).toBeVisible()
  await page.getByRole('button', { name: 'Activity, 1 new' }).click()
  await expectAccessibleLayout(page)
  await page.getByRole('dialog', { name: 'Activity' }).getByRole('link', { name: 'View all activity' }).click()
  const event = page.getByRole('listitem').filter({ hasText: 'Is this the hill behind our house?' })
  await expect(event.getByText('Needs attention')).toBeVisible()
  await expectAccessibleLayout(page)
  await event.getByRole('button', { name: 'Approve' }).click()
  await expect(event.getByText('Needs attention')).toBeHidden()
  await expect(page.getByRole('button', { name: 'Mark all as read' })).toBeHidden()
  await page.getByRole('button', { name: 'Activity', exact: true }).click()
  await expect(page.getByRole('dialog', { name: 'Activity' }).getByText('Grandma')).toBeVisible()

  await stranger.reload()
  await expect(stranger.getByText('Is this the hill behind our house?')).toBeVisible()
  await expect(stranger.getByText('Guest', { exact: true })).toBeVisible()
})

test('an owner chooses who can comment and when to get emails about comments', { tag: '@full' }, async ({
  page,
  request,
}) => {
  const owner = await newAccount(request)
  const link = await newLink(request, owner)
  await signIn(page, owner)
  await page.goto(`/links/edit/${link._id}`)
  await openPart(page, 'Visitor permissions')
  const who = page.getByRole('group', { name: 'Who can comment' })
  await who.getByRole('radio', { name: 'Anyone' }).check()
  await expect(page.getByRole('checkbox', { name: 'Review guest comments' })).toBeChecked()
  await page.getByRole('button', { name: 'Save changes' }).click()
  await expect(page.getByText('Changes saved')).toBeVisible()
  await page.reload()
  await openPart(page, 'Visitor permissions')
  await expect(who.getByRole('radio', { name: 'Anyone' })).toBeChecked()

  await page.goto('/account#mail')
  const comments = page.getByRole('group', { name: /^Comments/ })
  await expect(comments.getByRole('radio', { name: 'Daily' })).toBeChecked()
  // Don't use `check()`, which reads the state only once, possibly before the update.
  await comments.getByRole('radio', { name: 'Immediately' }).click()
  await expect(page.getByText('Comments: immediately')).toBeVisible()
  await page.reload()
  await expect(comments.getByRole('radio', { name: 'Immediately' })).toBeChecked()
})
