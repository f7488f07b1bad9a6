import type { Page } from '@playwright/test'
import { aFile, fetchLink, newAccount, newLink, signIn } from './arrange.ts'
import { expect, expectAccessible, expectAccessibleLayout, holdUploads, test } from './fixtures.ts'
import { startFlakyProxy } from './flaky-proxy.ts'

const uploads = (page: Page) => page.getByRole('region', { name: 'Uploads', exact: true })
const rows = (page: Page) => uploads(page).getByRole('listitem')
const row = (page: Page, name: string) => rows(page).filter({ hasText: name })
const picker = (page: Page) => page.getByLabel('Images to upload')
const pictures = (page: Page) => page.getByRole('button', { name: /^Move .*\.jpg$/ })

const files = (count: number) =>
  Promise.all(Array.from({ length: count }, (_, index) => aFile(`picture-${String(index + 1).padStart(2, '0')}.jpg`)))

/** Counts the files that would survive a reload, those that the server knows about, and those with a title. */
const countKept = (page: Page) =>
  page.evaluate(async () => {
    const resultOf = <T>(asked: IDBRequest<T>) =>
      new Promise<T>((resolve) => asked.addEventListener('success', () => resolve(asked.result)))
    const database = await resultOf(indexedDB.open('kept-uploads'))
    const kept = await resultOf(database.transaction('files').objectStore('files').getAll())
    database.close()
    return {
      files: kept.length,
      started: kept.filter(({ url }) => url).length,
      titled: kept.filter(({ details }) => details.title).length,
    }
  })

test('19 of 20 images upload over a flaky connection, and the broken one is rejected', { tag: '@full' }, async ({
  page,
  request,
  baseURL,
  allow,
}) => {
  allow(/ERR_(EMPTY_RESPONSE|CONNECTION_RESET|CONNECTION_CLOSED|ABORTED|SOCKET_NOT_CONNECTED)/)
  allow(/status of 415 .*\/images$/)
  // Playwright's trace recorder reads blob: previews, which the CSP blocks.
  allow(/Connecting to 'blob:/)
  const account = await newAccount(request)
  const link = await newLink(request, account)
  let cutNow = () => {}
  const isHalfway = new Promise<void>((resolve) => {
    cutNow = resolve
  })
  const line = await startFlakyProxy(baseURL ?? '', {
    losesResponse: (number) => number === 3,
    onAnswered: (number) => {
      if (number !== 9) return
      line.cut()
      cutNow()
    },
  })
  await page.addInitScript((token) => localStorage.setItem('authToken', token), account.token)
  await page.goto(`${line.origin}/upload/${link._id}`)
  await expect(page.getByRole('heading', { name: '0 images' })).toBeVisible()

  const chosen = await files(20)
  const broken = { name: 'broken.jpg', mimeType: 'image/jpeg', buffer: Buffer.from('Not a picture at all') }
  await picker(page).setInputFiles([...chosen.slice(0, 4), broken, ...chosen.slice(4, 19)])
  await isHalfway
  await expect(uploads(page).getByText('Connection lost, trying again').first()).toBeVisible()
  await expect(uploads(page).getByRole('status')).toHaveText('Upload paused. It will resume automatically.')
  line.mend()

  await expect(uploads(page).getByRole('heading')).toHaveText('19 uploaded, 1 rejected', { timeout: 20_000 })
  await expect(uploads(page).getByRole('status')).toHaveText('19 images uploaded. 1 file rejected.')
  await expect(rows(page).first()).toContainText('"broken.jpg" can\'t be used')
  await expect(pictures(page)).toHaveCount(19)
  const names = chosen.slice(0, 19).map(({ name }) => name)
  await expect
    .poll(async () => (await fetchLink(request, account, link)).images.map(({ fileName }) => fileName))
    .toEqual(names)
  await expect(page.getByText('19 of 50')).toBeVisible()
  line.close()
})

test('a large file and those behind it continue after a reload', async ({ page, request }) => {
  const account = await newAccount(request)
  const link = await newLink(request, account)
  await signIn(page, account)
  await page.goto(`/upload/${link._id}`)
  await expect(page.getByRole('heading', { name: '0 images' })).toBeVisible()
  page.on('dialog', (dialog) => dialog.accept())
  const started: string[] = []
  page.on('request', (asked) => {
    if (asked.method() === 'POST' && asked.url().endsWith('/api/uploads')) started.push(asked.url())
  })

  const letThrough = await holdUploads(page)
  const small = await files(4)
  const jpeg = await aFile('large.jpg')
  const large = { ...jpeg, buffer: Buffer.concat([jpeg.buffer, Buffer.alloc(2 ** 20)]) }
  const held = page.waitForRequest((asked) => asked.method() === 'PATCH')
  await picker(page).setInputFiles([large, ...small])
  await row(page, 'large.jpg').getByRole('button', { name: 'Edit details' }).click()
  await page.getByLabel('Title').fill('Dunes')
  await page.getByRole('button', { name: 'Save' }).click()
  await held
  await expect.poll(() => countKept(page)).toEqual({ files: 5, started: 1, titled: 1 })
  await page.reload()
  letThrough()

  await expect(uploads(page).getByRole('heading')).toHaveText('5 images uploaded')
  expect(started).toHaveLength(1)
  const names = ['large.jpg', ...small.map(({ name }) => name)]
  const stored = async () => (await fetchLink(request, account, link)).images
  await expect.poll(async () => (await stored()).map(({ fileName }) => fileName)).toEqual(names)
  await expect.poll(async () => (await stored())[0]?.title).toBe('Dunes')
  await expect.poll(() => countKept(page)).toEqual({ files: 0, started: 0, titled: 0 })
})

test('the first of several files becomes the cover, even if it arrives last', { tag: '@full' }, async ({
  page,
  request,
}) => {
  const account = await newAccount(request)
  const link = await newLink(request, account)
  await page.addInitScript(() => {
    const send = XMLHttpRequest.prototype.send
    XMLHttpRequest.prototype.send = function (body) {
      const file = body instanceof FormData ? body.get('image') : null
      const isFirst = file instanceof File && file.name === 'picture-01.jpg'
      if (isFirst) Object.assign(window, { letThrough: () => send.call(this, body) })
      else send.call(this, body)
    }
  })
  await signIn(page, account)
  await page.goto(`/upload/${link._id}`)
  await picker(page).setInputFiles(await files(3))
  for (const name of ['picture-02.jpg', 'picture-03.jpg']) await expect(row(page, name)).toContainText('Done')
  await expect(row(page, 'picture-01.jpg')).not.toContainText('Done')
  await page.evaluate(() => Reflect.get(window, 'letThrough')())
  await expect(uploads(page).getByRole('heading')).toHaveText('3 images uploaded')
  const cover = page.getByRole('listitem').filter({ has: page.getByText('Cover', { exact: true }) })
  await expect(cover.getByRole('button', { name: 'Move picture-01.jpg' })).toBeVisible()
  const stored = async () => {
    const { images, coverImage } = await fetchLink(request, account, link)
    return [coverImage?.fileName, ...images.map(({ fileName }) => fileName)]
  }
  await expect.poll(stored).toEqual(['picture-01.jpg', 'picture-01.jpg', 'picture-02.jpg', 'picture-03.jpg'])
})

test('images can be dropped and pasted, and files of the wrong type or size are rejected', async ({
  page,
  request,
}) => {
  const account = await newAccount(request)
  const link = await newLink(request, account)
  await signIn(page, account)
  await page.goto(`/upload/${link._id}`)
  await expect(page.getByText('No images yet')).toBeVisible()

  const dropped = await aFile('dropped.jpg')
  const transfer = (name: string, bytes: Buffer, type: string) =>
    page.evaluateHandle(
      ([name, base64, type]) => {
        const transfer = new DataTransfer()
        const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))
        transfer.items.add(new File([bytes], name, { type }))
        return transfer
      },
      [name, bytes.toString('base64'), type] as const,
    )
  const dataTransfer = await transfer(dropped.name, dropped.buffer, 'image/jpeg')
  await page.getByRole('heading', { level: 1 }).dispatchEvent('dragenter', { dataTransfer })
  const overlay = page.getByText('Drop images to upload')
  await overlay.dispatchEvent('dragover', { dataTransfer })
  await overlay.dispatchEvent('drop', { dataTransfer })
  await expect(row(page, 'dropped.jpg')).toContainText('Done')
  await expect(overlay).toBeHidden()

  const pasted = await aFile('pasted.jpg')
  const clipboardData = await transfer(pasted.name, pasted.buffer, 'image/jpeg')
  await page.evaluate(
    (clipboardData) => document.body.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true })),
    clipboardData,
  )
  await expect(row(page, 'pasted.jpg')).toContainText('Done')

  const contract = { name: 'contract.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF') }
  const huge = { name: 'huge.png', mimeType: 'image/png', buffer: Buffer.alloc(10_485_761) }
  await picker(page).setInputFiles([contract, huge])
  await expect(uploads(page).getByRole('heading')).toHaveText('2 uploaded, 2 rejected')
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.getByRole('button', { name: 'Copy as text' }).click()
  await expect(page.getByText('Copied to clipboard')).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(
    '"contract.pdf" isn\'t an image.\n"huge.png" is too large. The limit is 10 MB.',
  )
  await expect(row(page, 'contract.pdf')).toContainText('"contract.pdf" isn\'t an image.')
  await expect(row(page, 'huge.png')).toContainText('"huge.png" is too large. The limit is 10 MB.')
  await expect(pictures(page)).toHaveCount(2)
  await page.getByRole('button', { name: 'Remove contract.pdf' }).click()
  await expect(row(page, 'contract.pdf')).toHaveCount(0)
  await page.getByRole('button', { name: 'Clear list' }).click()
  await expect(rows(page)).toHaveCount(0)
})

test('during uploads, users can edit details, cancel files and see progress on other pages', { tag: '@full' }, async ({
  page,
  request,
}) => {
  const account = await newAccount(request)
  const link = await newLink(request, account)
  await signIn(page, account)
  await page.goto(`/upload/${link._id}`)
  const letThrough = await holdUploads(page)
  await picker(page).setInputFiles(await files(5))
  await expect(row(page, 'picture-05.jpg')).toContainText('Waiting')
  await expect(page.getByRole('progressbar', { name: 'All uploads' })).toBeVisible()
  await expect(page.getByRole('progressbar', { name: 'picture-01.jpg' })).toBeVisible()

  // Edit the details of one queued upload and one in progress.
  for (const [name, title] of [
    ['picture-05.jpg', 'First light'],
    ['picture-02.jpg', 'Second light'],
  ] as const) {
    await page.getByRole('button', { name: `Edit details of ${name}` }).click()
    const form = page.getByRole('form', { name: `Details of ${name}` })
    await form.getByLabel('Title').fill(title)
    await form.getByLabel('Description').fill('Before anybody was up.')
    if (name === 'picture-05.jpg') await form.getByLabel('Use as cover').check()
    await form.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByRole('button', { name: `Edit details of ${title}` })).toBeFocused()
  }
  await expect(row(page, 'First light')).toContainText('Waiting')
  await page.getByRole('button', { name: 'Cancel picture-01.jpg' }).click()
  await expect(row(page, 'picture-01.jpg')).toContainText('Canceled')
  await expectAccessible(page)

  const warned = page.waitForEvent('dialog')
  const leaving = page.evaluate(() => window.location.reload())
  const warning = await warned
  expect(warning.type()).toBe('beforeunload')
  await warning.dismiss()
  await leaving

  await page.getByRole('link', { name: link.title }).click()
  await expect(page).toHaveURL(/\/links\/edit\//)
  // This page lists the uploads, so only other pages show the indicator.
  await expect(uploads(page).getByRole('heading')).toHaveText('Uploading 1 of 4')
  const indicator = page.getByRole('region', { name: 'Uploads in progress' })
  await expect(indicator).toHaveCount(0)
  await page.getByRole('main').getByRole('link', { name: 'Dashboard' }).click()
  await expect(indicator).toContainText('Uploading 1 of 4')
  await expect(indicator).toContainText(link.title)
  letThrough()
  await expect(page.getByText('4 images uploaded.')).toBeVisible()
  await expect(indicator).toHaveCount(0)
  await page.goBack()
  await page.goBack()
  await expect(page.getByRole('heading', { name: '4 images', exact: true })).toBeVisible()
  // Retry, because the idle connection may have been closed.
  await expect(async () => {
    const { images } = await fetchLink(request, account, link)
    expect(images.map(({ fileName, isCoverImage, title }) => [fileName, isCoverImage, title])).toEqual([
      ['picture-02.jpg', false, 'Second light'],
      ['picture-03.jpg', false, ''],
      ['picture-04.jpg', false, ''],
      ['picture-05.jpg', true, 'First light'],
    ])
  }).toPass()
  await page.getByRole('button', { name: 'Retry picture-01.jpg' }).click()
  await expect(row(page, 'picture-01.jpg')).toContainText('Done')
  await expect(row(page, 'First light')).toContainText('Done')
})

test("files beyond the plan's limit aren't sent, and a full plan blocks uploads", { tag: '@full' }, async ({
  page,
  request,
}) => {
  const account = await newAccount(request)
  const link = await newLink(request, account)
  // Count 48 images more than there are, instead of uploading them.
  await page.route('/api/payment/subscription', async (route) => {
    const { data } = await (await route.fetch()).json()
    const usage = { ...data.usage, images: data.usage.images + 48 }
    await route.fulfill({ json: { success: true, data: { ...data, usage } } })
  })
  await signIn(page, account)
  await page.goto(`/upload/${link._id}`)
  await expect(page.getByText('Approaching limit!')).toBeVisible()
  let sent = 0
  page.on('request', (sending) => {
    if (sending.method() === 'POST' && sending.url().endsWith('/images')) sent += 1
  })
  await picker(page).setInputFiles(await files(6))

  await expect(uploads(page).getByRole('status')).toHaveText('2 images uploaded. 4 files not uploaded.')
  await expect(rows(page).filter({ hasText: 'Waiting for room on your plan' })).toHaveCount(4)
  expect(sent).toBe(2)
  await expect(uploads(page).getByText('Drop more images here')).toHaveCount(0)
  await expect(page.getByText('Limit reached!')).toBeVisible()
  await expect(page.getByText('50 of 50')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Upload Images' })).toBeDisabled()
  await expect(page.getByText("4 images don't fit on your plan. They'll wait here while you upgrade.")).toBeVisible()
  await expectAccessibleLayout(page)
  expect((await fetchLink(request, account, link)).imageCount).toBe(2)
})

test('duplicates are listed and skipped unless the user uploads them anyway', { tag: '@full' }, async ({
  page,
  request,
}) => {
  const account = await newAccount(request)
  const link = await newLink(request, account)
  await signIn(page, account)
  await page.goto(`/upload/${link._id}`)
  const [first, second] = await files(2)
  if (!first || !second) throw new Error('expected two files')
  await picker(page).setInputFiles([first, { ...first, name: 'the-same.jpg' }])
  await expect(row(page, 'the-same.jpg')).toContainText('"the-same.jpg" is already in this link.')
  await expect(uploads(page).getByRole('heading')).toHaveText('1 uploaded, 1 duplicate skipped')

  // After a reload, duplicates are detected by the server's file names and sizes.
  await expect.poll(async () => (await countKept(page)).files).toBe(0)
  await page.reload()
  await expect(pictures(page)).toHaveCount(1)
  await picker(page).setInputFiles([first, second])
  await expect(uploads(page).getByRole('heading')).toHaveText('1 uploaded, 1 duplicate skipped')
  await page.getByRole('button', { name: `Upload ${first.name} anyway` }).click()
  await expect(pictures(page)).toHaveCount(3)
  expect((await fetchLink(request, account, link)).imageCount).toBe(3)
})

test('without a token, an upload leads to the login page and shows an error', { tag: '@full' }, async ({
  page,
  request,
}) => {
  const account = await newAccount(request)
  const link = await newLink(request, account)
  await signIn(page, account)
  await page.goto(`/upload/${link._id}`)
  await expect(page.getByText('No images yet')).toBeVisible()
  await page.evaluate(() => localStorage.removeItem('authToken'))
  await picker(page).setInputFiles(await files(1))
  await expect(page.getByText('Authentication token not found. Please login again.')).toBeVisible()
  await expect(page).toHaveURL('/login')
})
