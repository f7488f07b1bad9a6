import type { APIRequestContext, Page } from '@playwright/test'
import { type Account, newAccount, newLink, signIn, upload } from './arrange.ts'
import { expect, expectAccessibleInBothThemes, keepToasts, test } from './fixtures.ts'

async function aGallery(request: APIRequestContext) {
  const owner = await newAccount(request)
  const link = await newLink(request, owner)
  const images = [
    await upload(request, owner, link, { title: 'Dunes', width: 900, height: 600 }),
    await upload(request, owner, link, { title: 'Sea', width: 600, height: 900 }),
  ] as const
  return { owner, images, path: `/links/${link.slug}` }
}

const say = (request: APIRequestContext, { token }: Account, imageId: string, content: string) =>
  request.post(`/api/comments/image/${imageId}`, { headers: { authorization: `Bearer ${token}` }, data: { content } })

const lightboxOf = (page: Page) => page.getByRole('dialog', { name: 'Photo viewer' })
const sheetOf = (page: Page) => page.getByRole('complementary', { name: 'Comments on this photo' })

test('comments open by keyboard without covering the photo, and close with Escape', async ({ page, request }) => {
  const { owner, images, path } = await aGallery(request)
  const [dunes, sea] = images
  await say(request, owner, dunes._id, 'What dunes')
  await page.goto(path)
  await page.getByRole('link', { name: 'Dunes' }).focus()
  await page.keyboard.press('Enter')
  const lightbox = lightboxOf(page)
  const sheet = sheetOf(page)
  const button = lightbox.getByRole('button', { name: '1 comment' })
  await expect(button).toHaveAttribute('aria-expanded', 'false')
  await button.focus()
  await page.keyboard.press('Enter')
  await expect(sheet).toBeFocused()
  await expect(sheet).toContainText('What dunes')
  await expect(sheet.getByRole('heading', { name: '1 comment' })).toBeVisible()
  await expect(page).toHaveURL(`${path}?image=${dunes._id}`)
  await expectAccessibleInBothThemes(page)

  // The comments don't cover the photo.
  const picture = lightbox.getByRole('img', { name: 'Dunes' })
  await expect
    .poll(async () => {
      const [one, other] = [await picture.boundingBox(), await sheet.boundingBox()]
      return one && other ? one.x + one.width <= other.x + 1 || one.y + one.height <= other.y + 1 : false
    })
    .toBe(true)

  // Arrow keys change both the photo and its comments.
  await page.keyboard.press('Tab')
  await expect(sheet.getByRole('button', { name: 'Hide comments' })).toBeFocused()
  await page.keyboard.press('ArrowRight')
  await expect(page).toHaveURL(`${path}?image=${sea._id}`)
  await expect(sheet).toContainText('No comments yet.')

  await page.keyboard.press('Escape')
  await expect(sheet).toHaveCount(0)
  await expect(lightbox).toBeVisible()
  await expect(lightbox.getByRole('button', { name: 'Comments', exact: true })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(lightbox).toHaveCount(0)
  await expect(page.getByRole('link', { name: 'Sea' })).toBeFocused()
})

test("arrow keys don't change the photo while a comment is being written", async ({ page, request }) => {
  const { images, path } = await aGallery(request)
  const visitor = await newAccount(request, 'Lena Brandt')
  await signIn(page, visitor)
  await page.goto(`${path}?image=${images[0]._id}`)
  await lightboxOf(page).getByRole('button', { name: 'Comments', exact: true }).click()
  const sheet = sheetOf(page)
  await sheet.getByRole('button', { name: 'Add a comment' }).click()
  const field = sheet.getByRole('textbox', { name: 'Add a comment' })
  await expect(field).toBeFocused()
  await field.fill('May we print it?')
  for (const key of ['ArrowLeft', 'Home', 'f', ' ']) await page.keyboard.press(key)
  await expect(field).toHaveValue('f May we print it?')
  await expect(lightboxOf(page)).toContainText('1 of 2')
  await expectAccessibleInBothThemes(page)
  await sheet.getByRole('button', { name: 'Post comment' }).click()
  const comment = sheet.getByRole('listitem').filter({ hasText: 'Lena Brandt' })
  await expect(comment).toContainText('f May we print it?')
  await expect(sheet.getByRole('button', { name: 'Add a comment' })).toBeFocused()

  await comment.getByRole('button', { name: 'Edit' }).click()
  await sheet.getByRole('textbox', { name: 'Edit comment' }).fill('Lovely')
  await sheet.getByRole('button', { name: 'Save' }).click()
  await expect(comment).toContainText('Lovely')
  await comment.getByRole('button', { name: 'Delete' }).click()
  const question = page.getByRole('dialog', { name: 'Delete comment' })
  await expect(question).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(question).toHaveCount(0)
  await expect(sheet).toBeVisible()
  await comment.getByRole('button', { name: 'Delete' }).click()
  await question.getByRole('button', { name: 'Delete' }).click()
  await expect(sheet).toContainText('No comments yet.')
})

test('logging in to comment returns to the open sheet', { tag: '@full' }, async ({ page, request }) => {
  const { images, path } = await aGallery(request)
  const visitor = await newAccount(request)
  const address = `${path}?image=${images[1]._id}`
  await page.goto(address)
  await lightboxOf(page).getByRole('button', { name: 'Comments', exact: true }).click()
  await sheetOf(page).getByRole('link', { name: 'Please login to add a comment' }).click()
  await page.getByRole('textbox', { name: 'Email' }).fill(visitor.email)
  await page.getByLabel('Password', { exact: true }).fill(visitor.password)
  await page.getByRole('button', { name: 'Login' }).click()
  await expect(page).toHaveURL(`${address}#comments`)
  await expect(sheetOf(page).getByRole('button', { name: 'Add a comment' })).toBeVisible()
  await expect(lightboxOf(page)).toContainText('2 of 2')
})

test("a toast doesn't cover the button to add a comment", { tag: '@phone' }, async ({ page, request }) => {
  const { images, path } = await aGallery(request)
  await keepToasts(page)
  await signIn(page, await newAccount(request, 'Lena Brandt'))
  await page.goto(`${path}?image=${images[0]._id}`)
  await lightboxOf(page).getByRole('button', { name: 'Comments', exact: true }).click()
  const sheet = sheetOf(page)
  await sheet.getByRole('button', { name: 'Add a comment' }).click()
  await sheet.getByRole('textbox', { name: 'Add a comment' }).fill('Lovely')
  await sheet.getByRole('button', { name: 'Post comment' }).click()
  const toast = page.locator('[data-sonner-toast]')
  await expect(toast).toBeVisible()
  // Compare positions after the toast has slid in.
  await toast.evaluate((it) => Promise.all(it.getAnimations().map(({ finished }) => finished)))
  const [box, button] = [
    await toast.boundingBox(),
    await sheet.getByRole('button', { name: 'Add a comment' }).boundingBox(),
  ]
  expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(button?.y ?? 0)
})
