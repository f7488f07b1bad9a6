import { newAccount, newLink, upload } from './arrange.ts'
import { expect, expectAccessibleInBothThemes, test } from './fixtures.ts'

test('visitors can download photos if the owner allows it', async ({ page, request, isMobile }) => {
  const owner = await newAccount(request)
  const link = await newLink(request, owner)
  await upload(request, owner, link, { fileName: 'dunes.jpg' })
  await upload(request, owner, link, { fileName: 'sea.jpg' })
  await page.addInitScript(() => {
    Object.assign(navigator, {
      canShare: () => true,
      share: async ({ files }: { files: File[] }) => Object.assign(window, { shared: files.map(({ name }) => name) }),
    })
  })
  await page.goto(`/links/${link.slug}`)
  const all = page.getByRole('link', { name: 'Download all' })
  await expect(all.last()).toHaveAttribute('href', `/api/links/slug/${link.slug}/download`)
  // The link is in the header and after the last photo. On a phone, the menu replaces the one in the header.
  await expect(all).toHaveCount(isMobile ? 1 : 2)
  await all.first().click()
  const dialog = page.getByRole('dialog', { name: 'Download photos' })
  const zip = dialog.getByRole('link', { name: 'Download as ZIP' })
  await expect(zip).toHaveAttribute('href', /\/download$/)
  await expect(zip).toHaveText(/^Download as ZIP \(\d+ kB\)$/)
  await expectAccessibleInBothThemes(page)
  if (!isMobile) {
    const download = page.waitForEvent('download')
    await zip.click()
    expect((await download).suggestedFilename()).toBe('A Year Outside.zip')
    await expect(dialog).toHaveCount(0)
  } else {
    await dialog.getByRole('button', { name: 'Save to photos' }).click()
    await dialog.getByRole('button', { name: 'Save 2 photos' }).click()
    await expect(dialog).toHaveCount(0)
    expect(await page.evaluate(() => (window as unknown as { shared: string[] }).shared)).toEqual([
      'dunes.jpg',
      'sea.jpg',
    ])
  }

  const headers = { authorization: `Bearer ${owner.token}` }
  await request.put(`/api/links/${link._id}`, { headers, data: { allowDownloads: false } })
  await page.reload()
  await expect(page.getByRole('button', { name: 'Share' }).first()).toBeVisible()
  await expect(all).toHaveCount(0)
})

test('visitors can choose which photos to download and in which size', { tag: '@full' }, async ({ page, request }) => {
  const owner = await newAccount(request)
  const link = await newLink(request, owner)
  for (const title of ['Dunes', 'Sea', 'Gulls'])
    await upload(request, owner, link, { title, fileName: `${title}.png`, width: 2400, height: 160 })
  const { data } = await (await request.get(`/api/links/slug/${link.slug}`)).json()
  const [dunes, sea, gulls] = data.images as { _id: string; imageUrl: string }[]
  await page.goto(`/links/${link.slug}`)
  await page.getByRole('link', { name: 'Download all' }).first().click()
  const dialog = page.getByRole('dialog', { name: 'Download photos' })
  await dialog.getByText('Web size').click()
  await expect(dialog).toContainText('Up to 1920 px')
  const archive = dialog.getByRole('link', { name: 'Download as ZIP' })
  await expect(archive).toHaveAttribute('href', /\/download\?size=web$/)

  await dialog.getByText('Select photos').click()
  await expect(dialog.getByRole('button', { name: 'Download as ZIP' })).toBeDisabled()
  await dialog.getByRole('checkbox', { name: 'Sea' }).check()
  await dialog.getByRole('checkbox', { name: 'Dunes' }).check()
  await expect(dialog).toContainText('2 selected')
  await expect(archive).toHaveAttribute(
    'href',
    `/api/links/slug/${link.slug}/download?size=web&images=${dunes?._id}%2C${sea?._id}`,
  )
  await expectAccessibleInBothThemes(page)

  await dialog.getByRole('checkbox', { name: 'Sea' }).uncheck()
  await dialog.getByRole('checkbox', { name: 'Dunes' }).uncheck()
  await dialog.getByRole('checkbox', { name: 'Gulls' }).check()
  const one = dialog.getByRole('link', { name: 'Download', exact: true })
  await expect(one).toHaveAttribute('href', `${gulls?.imageUrl}?download=1`)
  const download = page.waitForEvent('download')
  await one.click()
  expect((await download).suggestedFilename()).toBe('Gulls.jpg')
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })

  test('more than 20 photos are saved in batches, and a single photo directly', { tag: '@full' }, async ({
    page,
    request,
  }) => {
    const owner = await newAccount(request)
    const link = await newLink(request, owner)
    const names = Array.from({ length: 23 }, (_, n) => `picture-${n}.jpg`)
    await Promise.all(names.map((fileName) => upload(request, owner, link, { width: 60, height: 40, fileName })))
    await page.addInitScript(() => {
      const shared: string[][] = []
      Object.assign(window, { shared })
      Object.assign(navigator, {
        canShare: () => true,
        share: async ({ files }: { files: File[] }) => shared.push(files.map(({ name }) => name)),
      })
    })
    const shared = () => page.evaluate(() => (window as unknown as { shared: string[][] }).shared)
    await page.goto(`/links/${link.slug}`)
    await page.getByRole('button', { name: 'Menu' }).click()
    await page.getByRole('menuitem', { name: 'Download all' }).click()
    const dialog = page.getByRole('dialog', { name: 'Download photos' })
    await expect(dialog).toContainText("We'll do this in 2 steps")
    await dialog.getByRole('button', { name: 'Save to photos' }).click()
    await dialog.getByRole('button', { name: 'Save photos 1–20' }).click()
    await expect(dialog).toContainText('20 of 23 saved.')
    await dialog.getByRole('button', { name: 'Save photos 21–23' }).click()
    await expect(dialog).toHaveCount(0)
    const batches = await shared()
    expect(batches.map(({ length }) => length)).toEqual([20, 3])
    expect(batches.flat().sort()).toEqual(names.sort())

    await page.getByRole('link', { name: 'Photo 1 of 23' }).click()
    const viewer = page.getByRole('dialog', { name: 'Photo viewer' })
    await viewer.getByRole('link', { name: 'Download this photo' }).click()
    await expect.poll(async () => (await shared()).map(({ length }) => length)).toEqual([20, 3, 1])
  })

  test("Share opens the system's share sheet directly", { tag: '@full' }, async ({ page, request }) => {
    const owner = await newAccount(request)
    const link = await newLink(request, owner, { title: 'A Year Outside' })
    await upload(request, owner, link, { title: 'Dunes' })
    await page.addInitScript(() => {
      const shared: object[] = []
      Object.assign(window, { shared })
      Object.assign(navigator, { share: async (what: object) => shared.push(what) })
    })
    const titles = () =>
      page.evaluate(() => (window as unknown as { shared: { title: string }[] }).shared.map(({ title }) => title))
    await page.goto(`/links/${link.slug}`)
    await page.getByRole('button', { name: 'Share' }).first().click()
    // Wait here, because only the last click before hydration is replayed.
    await expect.poll(titles).toEqual(['A Year Outside'])
    await page.getByRole('link', { name: 'Dunes' }).click()
    await page.getByRole('button', { name: 'Share this photo' }).click()
    await expect.poll(titles).toEqual(['A Year Outside', 'Dunes'])
    await expect(page.getByRole('dialog', { name: /^Share/ })).toHaveCount(0)
  })
})

test('a single photo downloads as a file, and the sharing email names the gallery', { tag: '@full' }, async ({
  page,
  request,
}) => {
  const owner = await newAccount(request)
  const link = await newLink(request, owner, { title: 'A Year Outside' })
  await upload(request, owner, link, { fileName: 'dunes.jpg' })
  await page.goto(`/links/${link.slug}`)
  await expect(page.getByRole('link', { name: 'Download all' })).toHaveCount(0)
  const download = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Download', exact: true }).click()
  expect((await download).suggestedFilename()).toBe('dunes.jpg')
  await page.getByRole('button', { name: 'Share' }).first().click()
  const mail = await page.getByRole('link', { name: 'Email' }).getAttribute('href')
  const { searchParams } = new URL(mail ?? '')
  expect(searchParams.get('subject')).toBe('A Year Outside')
  expect(searchParams.get('body')).toMatch(
    /^I'd like to share these photos with you: A Year Outside\r\n\r\nhttp:\S+\r\n$/,
  )
})
