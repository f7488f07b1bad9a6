import { newAccount, newLink, upload } from './arrange.ts'
import { expect, expectAccessibleInBothThemes, test } from './fixtures.ts'

test('a visitor takes the pictures home where the owner allows it', async ({ page, request, isMobile }) => {
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
  await expect(all).toHaveAttribute('href', `/api/links/slug/${link.slug}/download`)
  const download = isMobile ? undefined : page.waitForEvent('download')
  await all.click()
  if (download) expect((await download).suggestedFilename()).toBe('A Year Outside.zip')
  else {
    const dialog = page.getByRole('dialog', { name: 'Download all' })
    await expect(dialog.getByRole('link', { name: 'Download as ZIP' })).toHaveAttribute('href', /\/download$/)
    await expectAccessibleInBothThemes(page)
    await dialog.getByRole('button', { name: 'Save to photos' }).click()
    await dialog.getByRole('button', { name: 'Save 2 pictures' }).click()
    await expect(dialog).toHaveCount(0)
    expect(await page.evaluate(() => (window as unknown as { shared: string[] }).shared)).toEqual([
      'dunes.jpg',
      'sea.jpg',
    ])
  }

  const headers = { authorization: `Bearer ${owner.token}` }
  await request.put(`/api/links/${link._id}`, { headers, data: { allowDownloads: false } })
  await page.reload()
  await expect(page.getByRole('button', { name: 'Share' })).toBeVisible()
  await expect(all).toHaveCount(0)
})
