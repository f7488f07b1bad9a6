import type { Page } from '@playwright/test'
import { aPicture } from '#test/support/pictures.ts'
import { newAccount, newLink, upload } from './arrange.ts'
import { expect, expectAccessibleLayout, holdUploads, test } from './fixtures.ts'
import { watchLayoutShift } from './recipients.ts'

/** Everything that the page may load before the press, compressed. */
const maxScriptBytes = 130_000

const aFile = async (seed: number) => ({
  name: `IMG_${seed}.jpg`,
  mimeType: 'image/jpeg',
  buffer: await aPicture({ width: 900, height: 600, seed }).jpeg().toBuffer(),
})

/** Lists the scripts with tus-js-client among those the page has loaded. */
const scriptsWithTus = (page: Page) =>
  page.evaluate(async () => {
    const names = performance.getEntriesByType('resource').map(({ name }) => name)
    const scripts = [...new Set(names)].filter((name) => /\.js$/.test(name))
    const texts = await Promise.all(scripts.map(async (script) => (await fetch(script)).text()))
    return scripts.filter((_, n) => texts[n]?.includes('Tus-Resumable'))
  })

test('a guest adds photos by keyboard, reloads while sending, and takes one back', async ({ page, request }) => {
  const account = await newAccount(request)
  const link = await newLink(request, account, { guestUploads: 'everyone', opening: 'wall' })
  await upload(request, account, link, { title: 'Dunes' })
  await page.goto(`/links/${link.slug}`)
  await page.getByRole('link', { name: 'Add your photos' }).first().press('Enter')
  await expect(page.getByText('Mara Lind would love to see your photos.')).toBeVisible()

  const shift = await watchLayoutShift(page)
  await page.reload()
  await expect(page.getByText('See the photo in the gallery')).toBeVisible()
  expect(await shift()).toBeLessThan(0.01)
  const scripts = await page.evaluate(() =>
    performance.getEntriesByType('resource').filter((entry) => /\.js$/.test(entry.name)),
  )
  const bytes = scripts.reduce((sum, entry) => sum + (entry as PerformanceResourceTiming).encodedBodySize, 0)
  expect(bytes).toBeGreaterThan(0)
  expect(bytes).toBeLessThan(maxScriptBytes)
  expect(await scriptsWithTus(page)).toEqual([])
  await expectAccessibleLayout(page)

  const letThrough = await holdUploads(page)
  const choosing = page.waitForEvent('filechooser')
  await page.getByLabel('Choose photos').press('Space')
  await (await choosing).setFiles([await aFile(1), await aFile(2)])
  await page.getByLabel('Your name (optional)').fill('Ben')
  await expectAccessibleLayout(page)
  const held = page.waitForRequest((asked) => asked.method() === 'PATCH')
  await page.getByRole('button', { name: 'Send 2 photos' }).press('Enter')
  await held
  expect(await scriptsWithTus(page)).toHaveLength(1)
  await expect(page.getByRole('heading', { name: 'Sending your photos' })).toBeVisible()
  await expectAccessibleLayout(page)
  await page.reload()
  letThrough()

  await expect(page.getByRole('heading', { name: 'Thank you, Ben. 2 photos are waiting for Mara Lind.' })).toBeVisible()
  await expect(page.getByText('Waiting', { exact: true })).toHaveCount(2)
  await expectAccessibleLayout(page)
  await page.getByRole('button', { name: 'Take back photo 1' }).press('Enter')
  await page.getByRole('button', { name: 'Undo' }).press('Enter')
  await expect(page.getByRole('heading', { name: 'Your 2 photos' })).toBeVisible()
  const deleted = page.waitForResponse((answer) => answer.request().method() === 'DELETE')
  await page.getByRole('button', { name: 'Take back photo 2' }).press('Enter')
  await expect(page.getByRole('heading', { name: 'Thank you, Ben. 1 photo is waiting for Mara Lind.' })).toBeVisible()
  // Leaving the page ends the time for an undo.
  await page.getByRole('link', { name: 'See the gallery' }).press('Enter')
  expect((await deleted).status()).toBe(200)
  await expect(page.getByRole('link', { name: 'Dunes' })).toBeVisible()
})
