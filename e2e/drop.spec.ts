import type { Page } from '@playwright/test'
import type { Link } from '#shared/links.ts'
import { aPicture } from '#test/support/pictures.ts'
import { type Account, newAccount, newLink, signIn, upload } from './arrange.ts'
import { expect, expectAccessibleLayout, test } from './fixtures.ts'

const titleField = (page: Page) => page.getByRole('textbox', { name: 'Title' })
const place = (page: Page) =>
  page.getByRole('region').filter({ has: page.getByRole('button', { name: /^Choose (images|photos)$/ }) })
const wall = (page: Page) => page.getByRole('list', { name: 'Photos' })
const picker = (page: Page) => page.getByLabel(/^(Images|Photos) for a new gallery$/)

/** EXIF dates of the files, newest first. */
const taken = ['2025:06:21 18:00:00', '2025:06:21 12:30:00', '2025:06:21 09:15:00']
const namesInOrder = ['morning.jpg', 'noon.jpg', 'evening.jpg']

const photographs = () =>
  Promise.all(
    namesInOrder.toReversed().map(async (name, index) => {
      const picture = aPicture({ width: index === 1 ? 40 : 60, height: 40, seed: index + 3 })
      const dated = picture.withExif({ IFD2: { DateTimeOriginal: taken[index] ?? '' } })
      return { name, mimeType: 'image/jpeg', buffer: await dated.jpeg().toBuffer() }
    }),
  )

type Photograph = Awaited<ReturnType<typeof photographs>>[number]

const transferOf = (page: Page, files: Photograph[]) =>
  page.evaluateHandle(
    (files) => {
      const transfer = new DataTransfer()
      for (const { name, base64 } of files) {
        const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))
        transfer.items.add(new File([bytes], name, { type: 'image/jpeg' }))
      }
      return transfer
    },
    files.map(({ name, buffer }) => ({ name, base64: buffer.toString('base64') })),
  )

async function drop(page: Page, files: Photograph[], whileHeld = async () => {}) {
  const dataTransfer = await transferOf(page, files)
  await page.getByRole('heading', { level: 1 }).dispatchEvent('dragenter', { dataTransfer })
  const overlay = page.locator('.fixed.inset-0.z-40')
  await expect(overlay).toBeAttached()
  await whileHeld()
  await overlay.dispatchEvent('dragover', { dataTransfer })
  await overlay.dispatchEvent('drop', { dataTransfer })
}

const namesOnWall = (page: Page) =>
  wall(page)
    .getByRole('link')
    .getByRole('img')
    .evaluateAll((images) => images.map((image) => image.getAttribute('alt')))

async function linksOf(page: Page, { token }: Account): Promise<Link[]> {
  const answer = await page.request.get('/api/links', { headers: { authorization: `Bearer ${token}` } })
  return (await answer.json()).data
}

test('photos dropped on an empty dashboard become a gallery, in the order taken', async ({
  page,
  request,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const account = await newAccount(request)
  await signIn(page, account)
  await page.goto('/dashboard')
  await expect(place(page)).toBeVisible()
  await drop(page, await photographs(), () =>
    expect(place(page)).toContainText('Drop to create a gallery with 3 images'),
  )

  const title = titleField(page)
  await expect(title).toHaveValue('Saturday, June 21, 2025')
  await expect(wall(page).getByRole('link')).toHaveCount(3)
  expect(await namesOnWall(page)).toEqual(namesInOrder)
  await expect(page.getByRole('status').filter({ hasText: '3 images uploaded' })).toBeAttached()
  await expect(page.getByText('Sorted by date taken')).toBeVisible()
  await expectAccessibleLayout(page)

  await page.getByRole('button', { name: 'Copy link' }).click()
  await expect(page.getByText('Link copied to clipboard!')).toBeVisible()
  const [link] = await linksOf(page, account)
  const copied = await page.evaluate(() => navigator.clipboard.readText())
  expect(copied).toBe(`${new URL(page.url()).origin}/links/${link?.slug}`)
  expect(link).toMatchObject({ title: 'Saturday, June 21, 2025', isPrivate: false, isListed: false, imageCount: 3 })

  await title.fill('Midsummer')
  await title.press('Enter')
  await expect.poll(async () => (await linksOf(page, account))[0]?.title).toBe('Midsummer')
  await title.fill('')
  await title.blur()
  await expect(page.getByRole('alert')).toHaveText('Title is required')

  // Reload to check what the server has stored.
  await page.reload()
  await expect(title).toHaveValue('Midsummer')
  await expect(wall(page).getByRole('link')).toHaveCount(3)
  expect(await namesOnWall(page)).toEqual(namesInOrder)
  await page.goBack()
  await expect(page.getByRole('link', { name: 'View Midsummer' })).toBeVisible()
})

test('the file picker creates a gallery by keyboard, and skipped files are listed', { tag: '@full' }, async ({
  page,
  request,
  allow,
}) => {
  allow(/status of 415 .*\/images$/)
  const account = await newAccount(request)
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await signIn(page, account)
  await page.goto('/dashboard')
  const opened = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Choose images' }).focus()
  await page.keyboard.press('Enter')
  const broken = { name: 'broken.jpg', mimeType: 'image/jpeg', buffer: Buffer.from('Not a picture at all') }
  await (await opened).setFiles([...(await photographs()), broken])
  await expect(page.getByRole('heading', { level: 1, name: 'Your new gallery' })).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(titleField(page)).toBeFocused()
  await page.keyboard.press('Control+End')
  await page.keyboard.type(', late')
  await expect(page.getByRole('button', { name: '1 file not uploaded' })).toBeVisible()
  await expect(wall(page).getByRole('link')).toHaveCount(3)
  // The title field keeps its text and focus while photos arrive.
  await expect(titleField(page)).toBeFocused()
  await expect(titleField(page)).toHaveValue('Saturday, June 21, 2025, late')
  await expect.poll(async () => (await linksOf(page, account))[0]?.title).toBe('Saturday, June 21, 2025, late')
  await page.getByRole('button', { name: '1 file not uploaded' }).click()
  const skipped = page.getByRole('region', { name: 'Not uploaded' })
  await expect(skipped).toContainText('"broken.jpg" can\'t be used')
  await expect(skipped).toBeInViewport()
})

test('a dashboard with galleries still accepts dropped photos', { tag: '@full' }, async ({
  page,
  request,
  isMobile,
}) => {
  const account = await newAccount(request)
  const first = await newLink(request, account, { title: 'Dunes' })
  await upload(request, account, first)
  await signIn(page, account)
  await page.goto('/dashboard')
  const card = page.getByRole('listitem').filter({ hasText: 'Dunes' })
  await expect(card).toBeVisible()
  const screen = page.viewportSize()?.height ?? 0
  expect((await card.getByRole('heading').boundingBox())?.y).toBeLessThan(screen)
  const figures = page.getByRole('region', { name: 'Plan usage and views' })
  expect((await figures.boundingBox())?.height).toBeLessThanOrEqual(isMobile ? 116 : 72)
  expect((await figures.boundingBox())?.y).toBeLessThan((await card.boundingBox())?.y ?? 0)
  await card.getByRole('button', { name: 'No views yet. Share it: Dunes' }).click()
  await expect(page.getByRole('dialog', { name: 'Share “Dunes”' })).toBeVisible()
  await page.keyboard.press('Escape')

  await drop(page, await photographs(), () =>
    expect(page.getByText('Drop to create a gallery with 3 images')).toBeVisible(),
  )
  await expect(wall(page).getByRole('link')).toHaveCount(3)
  expect(await linksOf(page, account)).toHaveLength(2)

  // The plan doesn't allow a third link, so the page doesn't ask for images.
  await page.goto('/dashboard')
  await expect(page.getByRole('button', { name: 'Create New Link' })).toBeDisabled()
  await expect(page.getByRole('button', { name: 'Choose images' })).toHaveCount(0)
})

test("a text file doesn't start a gallery, and photos can be retried after a server error", { tag: '@full' }, async ({
  page,
  request,
  allow,
}) => {
  allow(/status of 503/)
  const account = await newAccount(request)
  await signIn(page, account)
  await page.goto('/dashboard')
  await expect(place(page)).toBeVisible()
  await picker(page).setInputFiles({ name: 'list.txt', mimeType: 'text/plain', buffer: Buffer.from('One, two') })
  await expect(page.getByText('"list.txt" isn\'t an image.')).toBeVisible()
  await expect(place(page)).toBeVisible()

  const message = 'The server is busy. Please try again.'
  const busy = { success: false, code: 'BUSY', message, error: message }
  await page.route('/api/links', (route) =>
    route.request().method() === 'POST' ? route.fulfill({ status: 503, json: busy }) : route.fallback(),
  )
  await picker(page).setInputFiles(await photographs())
  await expect(page.getByRole('alert')).toHaveText(message)
  await page.unroute('/api/links')
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(wall(page).getByRole('link')).toHaveCount(3)
})

test('visitors can preview a gallery of their photos and keep it by registering', async ({ page }) => {
  const sent: string[] = []
  page.on('request', (asked) => asked.method() !== 'GET' && sent.push(`${asked.method()} ${asked.url()}`))
  await page.goto('/')
  await expect(place(page)).toBeVisible()
  await drop(page, await photographs(), () =>
    expect(place(page)).toContainText('Drop to create a gallery with 3 photos'),
  )
  await expect(page.getByRole('heading', { level: 1, name: 'Your gallery' })).toBeFocused()
  await expect(page.getByRole('img', { name: 'morning.jpg' })).toBeVisible()
  await expect(wall(page).getByRole('img')).toHaveCount(2)
  await expect(page.getByText('Previewing 3 photos in your browser. Nothing has been uploaded yet.')).toBeVisible()
  await expectAccessibleLayout(page)
  await page.getByRole('button', { name: 'Start over' }).click()
  await expect(place(page)).toBeVisible()

  await picker(page).setInputFiles(await photographs())
  await titleField(page).fill('Our Midsummer')
  await titleField(page).press('Enter')
  await page.getByRole('link', { name: 'Register to keep it' }).click()
  expect(sent).toEqual([])

  await page.getByLabel('Name').fill('Mara Lind')
  await page.getByLabel('Email').fill(`dropped-${Date.now()}-${test.info().project.name}@example.com`)
  await page.getByLabel('Password', { exact: true }).fill('correct horse')
  await page.getByLabel('Confirm password', { exact: true }).fill('correct horse')
  await page.getByLabel(/Terms and Conditions/).check()
  await page.getByLabel(/Privacy Policy/).check()
  await page.getByRole('button', { name: 'Register' }).click()
  await expect(titleField(page)).toHaveValue('Our Midsummer')
  await expect(wall(page).getByRole('link')).toHaveCount(3)
  expect(await namesOnWall(page)).toEqual(namesInOrder)
  await page.goto('/dashboard')
  await expect(page.getByRole('link', { name: 'View Our Midsummer' })).toBeVisible()
})
