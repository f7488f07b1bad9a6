import { newAccount, newLink, oncePerWorker, signIn, upload } from './arrange.ts'
import {
  expect,
  expectAccessibleInBothThemes,
  expectAccessibleLayout,
  expectNoHorizontalScroll,
  test,
} from './fixtures.ts'
import { watchCalls, watchLayoutShift } from './recipients.ts'

test('an image page shows its text, its uploader and its neighbors', { tag: '@full' }, async ({ page, request }) => {
  const owner = await newAccount(request, 'Mara Lind')
  const link = await newLink(request, owner, { title: 'A Year Outside' })
  const image = await upload(request, owner, link, { title: 'Falcon leaving the ledge', width: 900, height: 600 })
  const other = await upload(request, owner, link, { title: 'Dunes' })
  const headers = { authorization: `Bearer ${owner.token}` }
  await request.put(`/api/images/${image._id}`, { headers, data: { description: 'She had been watching us.' } })
  const shift = await watchLayoutShift(page)
  await page.goto(`/images/${image._id}`)

  const main = page.getByRole('main')
  await expect(main.getByRole('heading', { level: 1 })).toHaveText('Falcon leaving the ledge')
  await expect(page).toHaveTitle('Falcon leaving the ledge · Framelight')
  await expect(main.getByRole('img', { name: 'Falcon leaving the ledge' })).toBeVisible()
  await expect(main).toContainText('She had been watching us.')
  await expect(main).toContainText('Mara Lind')
  await expect(main).toContainText(/\w+ \d+, 20\d\d/)
  await expect(main.getByRole('link', { name: 'View full size' })).toHaveAttribute('href', image.url ?? '')
  await expect(main.getByRole('button', { name: 'Edit' })).toHaveCount(0)
  await expect(main.getByRole('button', { name: 'Delete' })).toHaveCount(0)
  await expect(main).toContainText('No comments yet.')
  expect(await shift()).toBeLessThan(0.01)
  await expectNoHorizontalScroll(page)

  await main.getByRole('link', { name: 'Please login to add a comment' }).click()
  await expect(page).toHaveURL('/login')
  await expect(page.getByRole('button', { name: 'Login' })).toBeVisible()
  expect(await page.evaluate(() => history.state.usr.from)).toBe(`/images/${image._id}#comments`)
  await page.goBack()

  const more = page.getByRole('complementary', { name: 'More from A Year Outside' })
  await more.getByRole('link', { name: 'Dunes' }).click()
  await expect(page).toHaveURL(`/images/${other._id}`)
  await expect(main.getByRole('heading', { level: 1 })).toHaveText('Dunes')
  await main.getByRole('link', { name: 'View Gallery' }).click()
  await expect(page).toHaveURL(`/links/${link.slug}`)
})

test('logged-in visitors can add, edit and delete comments, and the owner can delete them', { tag: '@full' }, async ({
  page,
  request,
}) => {
  const owner = await newAccount(request)
  const visitor = await newAccount(request, 'Lena Brandt')
  const link = await newLink(request, owner)
  const image = await upload(request, owner, link, { title: 'Falcon' })
  const path = `/images/${image._id}`
  await signIn(page, visitor)
  await page.goto(path)

  const calls = watchCalls(page)
  const field = page.getByRole('textbox', { name: 'Add a comment' })
  const post = page.getByRole('button', { name: 'Post comment' })
  await field.fill('   ')
  await post.click()
  await expect(page.getByRole('alert')).toHaveText('Comment is required')
  await expect(field).toBeFocused()
  await field.fill('x'.repeat(1001))
  await expect(page.getByText('1,001 / 1,000')).toBeVisible()
  await expect(page.getByRole('alert')).toHaveText('Comment cannot be more than 1000 characters')
  await post.click()
  expect(calls.filter((call) => call.startsWith('POST /api/comments'))).toEqual([])

  await field.fill('May we print that one large?')
  await post.click()
  await expect(page.getByText('Comment added successfully!')).toBeVisible()
  await expect(field).toHaveValue('')
  await expect(page.getByRole('heading', { name: '1 comment' })).toBeVisible()
  const comment = page.getByRole('listitem').filter({ hasText: 'Lena Brandt' })
  await expect(comment).toContainText('May we print that one large?')
  await expect(comment).toContainText('just now')
  await expectAccessibleInBothThemes(page)

  await comment.getByRole('button', { name: 'Edit' }).click()
  const editor = page.getByRole('textbox', { name: 'Edit comment' })
  await expect(editor).toBeFocused()
  await editor.fill('May we print that one?')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Comment updated successfully!')).toBeVisible()
  await expect(comment).toContainText('May we print that one?')
  await expect(comment).toContainText('edited')

  await comment.getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByRole('button', { name: 'Cancel' })).toBeFocused()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByText('Comment deleted successfully!')).toBeVisible()
  await expect(comment).toHaveCount(0)

  const headers = { authorization: `Bearer ${visitor.token}` }
  await request.post(`/api/comments/image/${image._id}`, { headers, data: { content: 'Unkind words' } })
  await signIn(page, owner)
  await page.goto(path)
  await expect(comment.getByRole('button')).toHaveText(['Delete'])
  await comment.getByRole('button', { name: 'Delete' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await expect(comment).toHaveCount(0)
})

test("the owner can edit an image's text and delete the image", { tag: '@full' }, async ({ page, request, allow }) => {
  allow(/status of 500 .*\/api\/images\//)
  const owner = await newAccount(request)
  const link = await newLink(request, owner, { title: 'A Year Outside' })
  const image = await upload(request, owner, link)
  await signIn(page, owner)
  await page.goto(`/images/${image._id}`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Photo from A Year Outside')

  await page.getByRole('button', { name: 'Edit' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox', { name: 'Title' }).fill('x'.repeat(101))
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog.getByRole('alert')).toHaveText('Title cannot be more than 100 characters')
  await expectAccessibleInBothThemes(page)
  // A long word without breaks doesn't overflow the page.
  await dialog.getByRole('textbox', { name: 'Title' }).fill('x'.repeat(100))
  await dialog.getByRole('textbox', { name: 'Description' }).fill('y'.repeat(300))
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Details saved')).toBeVisible()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('x'.repeat(100))
  await expectAccessibleLayout(page)
  await page.getByRole('button', { name: 'Edit' }).click()
  await dialog.getByRole('textbox', { name: 'Title' }).fill('Falcon')
  await dialog.getByRole('textbox', { name: 'Description' }).fill('Late May.')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog).toHaveCount(0)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Falcon')
  await expect(page.getByRole('main')).toContainText('Late May.')

  await page.getByRole('button', { name: 'Delete' }).click()
  await expect(dialog).toContainText(
    'Are you sure you want to delete the image "Falcon"? You can restore it from the trash for 30 days.',
  )
  await page.route(`/api/images/${image._id}`, (route) => route.fulfill({ status: 500, body: '' }), { times: 1 })
  await dialog.getByRole('button', { name: 'Delete' }).click()
  await expect(dialog.getByRole('alert')).toHaveText('Failed to delete image. Please try again.')
  await dialog.getByRole('button', { name: 'Delete' }).click()
  await expect(page).toHaveURL(`/links/${link.slug}`)
  await expect(page.getByText('Image deleted')).toBeVisible()
  await expect(page.getByRole('main')).toContainText('No photos yet')
})

test('an unavailable image shows the reason, and a view is counted with one call', { tag: '@full' }, async ({
  page,
  request,
  allow,
}) => {
  // The pattern includes the link's images, which the page preloads.
  allow(/status of 40[34] .*\/images/)
  await page.goto('/images/no-such-image')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Photo Not Found')
  await expectAccessibleInBothThemes(page)

  const owner = await newAccount(request)
  const link = await newLink(request, owner)
  const image = await upload(request, owner, link, { title: 'Falcon' })
  const path = `/images/${image._id}`
  const headers = { authorization: `Bearer ${owner.token}` }
  await request.post(`/api/comments/image/${image._id}`, { headers, data: { content: 'Here from the first' } })
  const calls = watchCalls(page)
  const counting = page.waitForRequest(/\/view$/)
  await page.goto(path)
  await counting
  await expect(page.getByRole('img', { name: 'Falcon' })).toBeVisible()
  await expect(page.getByRole('main')).toContainText('Here from the first')
  const ofImage = calls.filter((call) => call.includes(image._id))
  expect(ofImage).toEqual([`POST /api/images/${image._id}/view`])

  await request.put(`/api/links/${link._id}`, { headers, data: { isPrivate: true } })
  await page.goto(path)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Private Link')
  await signIn(page, owner)
  await page.goto(path)
  await expect(page.getByRole('img', { name: 'Falcon' })).toBeVisible()
})

test('an image page shows the date taken, and a download link if downloads are allowed', { tag: '@full' }, async ({
  page,
  request,
}) => {
  const owner = await newAccount(request)
  const link = await newLink(request, owner)
  const image = await upload(request, owner, link, { fileName: 'falcon.jpg', takenAt: '2021:05:06 07:08:09' })
  const another = await upload(request, owner, link)
  await page.goto(`/images/${image._id}`)
  const main = page.getByRole('main')
  const facts = main.getByRole('definition')
  await expect(facts).toHaveText(['May 6, 2021, 7:08 AM', '600 × 400'])
  await expect(main).toContainText(/Added \w+ \d+, 20\d\d/)
  await expect(main.getByRole('link', { name: 'Download' })).toHaveAttribute('download', 'falcon.jpg')
  await page.goto(`/images/${another._id}`)
  await expect(facts).toHaveText(['600 × 400'])

  const headers = { authorization: `Bearer ${owner.token}` }
  await request.put(`/api/links/${link._id}`, { headers, data: { allowDownloads: false } })
  await page.reload()
  await expect(main.getByRole('link', { name: 'View larger' })).toHaveAttribute('href', another.imageUrl)
  await expect(main.getByRole('link', { name: 'Download' })).toHaveCount(0)
  await expect(facts).toHaveCount(0)
})

const threeImages = oncePerWorker(async (request) => {
  const owner = await newAccount(request)
  const link = await newLink(request, owner)
  const images = [
    await upload(request, owner, link, { title: 'Dunes' }),
    await upload(request, owner, link, { title: 'Sea', width: 400, height: 600 }),
    await upload(request, owner, link, { title: 'Falcon' }),
  ] as const
  const [dunes, sea, falcon] = images
  return { owner, dunes, sea, falcon }
})

test('links and arrow keys lead to the next and previous image', async ({ page, request }) => {
  const { owner, dunes, sea, falcon } = await threeImages(request)
  await signIn(page, owner)
  await page.goto(`/images/${dunes._id}`)
  const main = page.getByRole('main')
  const title = main.getByRole('heading', { level: 1 })
  const previous = main.getByRole('link', { name: 'Previous photo' })
  const next = main.getByRole('link', { name: 'Next photo' })
  await expect(main.getByText('1 of 3').filter({ visible: true })).toHaveCount(1)
  await expect(previous).toHaveCount(0)
  // Wait for the owner's controls, which aren't in the HTML. Once they're visible, the app navigates without reloading.
  await expect(main.getByRole('button', { name: 'Edit' })).toBeVisible()
  await next.click()
  await expect(page).toHaveURL(`/images/${sea._id}`)
  await expect(title).toHaveText('Sea')
  await expect(main.getByText('2 of 3').filter({ visible: true })).toHaveCount(1)

  await page.keyboard.press('ArrowRight')
  await expect(page).toHaveURL(`/images/${falcon._id}`)
  await expect(title).toHaveText('Falcon')
  await expect(next).toHaveCount(0)
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('ArrowLeft')
  await expect(page).toHaveURL(`/images/${sea._id}`)
  await expect(title).toHaveText('Sea')

  // Arrow keys in the comment field move the caret, and a draft is only shown on its image.
  const field = page.getByRole('textbox', { name: 'Add a comment' })
  await field.fill('Where was that?')
  await page.keyboard.press('ArrowLeft')
  await expect(page).toHaveURL(`/images/${sea._id}`)
  await previous.click()
  await expect(title).toHaveText('Dunes')
  await expect(field).toHaveValue('')
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('an image page links to the next and previous image', { tag: '@full' }, async ({ page, request }) => {
    const { dunes, sea } = await threeImages(request)
    await page.goto(`/images/${dunes._id}`)
    await page.getByRole('link', { name: 'Next photo' }).click()
    await expect(page).toHaveURL(`/images/${sea._id}`)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Sea')
    await page.getByRole('link', { name: 'Previous photo' }).click()
    await expect(page).toHaveURL(`/images/${dunes._id}`)
  })
})
