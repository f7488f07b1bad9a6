import jsqr from 'jsqr'
import sharp from 'sharp'
import { aPicture } from '#test/support/pictures.ts'
import { addAsGuest, newAccount, newLink, signIn, turnOnWall } from './arrange.ts'
import { expect, expectAccessibleInBothThemes, expectAccessibleLayout, test } from './fixtures.ts'

const aFile = async (seed: number) => ({
  name: `IMG_${seed}.jpg`,
  mimeType: 'image/jpeg',
  buffer: await aPicture({ width: 900, height: 600, seed }).jpeg().toBuffer(),
})

async function readCode(png: Buffer) {
  const { data, info } = await sharp(png).ensureAlpha().raw().toBuffer({ resolveWithObject: true })
  return jsqr.default(new Uint8ClampedArray(data), info.width, info.height)?.data
}

test('an owner approves photos by keyboard, and they appear on the live wall', { tag: '@full' }, async ({
  page,
  request,
  browser,
}) => {
  const account = await newAccount(request)
  const link = await newLink(request, account, { title: 'Lake', guestUploads: 'everyone' })
  const wallUrl = await turnOnWall(request, account, link)
  const pass = await addAsGuest(request, link, 'Ben')
  await addAsGuest(request, link, 'Ben', pass)
  await addAsGuest(request, link, 'Priya')

  const projector = await (await browser.newContext()).newPage()
  await projector.goto(new URL(wallUrl).pathname)
  await expect(projector.getByText('Waiting for the first photo.')).toBeVisible()
  await expectAccessibleInBothThemes(projector)

  await signIn(page, account)
  await page.goto('/dashboard')
  await page.getByRole('link', { name: '3 photos to approve: Lake' }).click()
  await expect(page.getByText('3 images from 2 guests')).toBeVisible()
  await expectAccessibleLayout(page)
  await page.keyboard.press('r')
  await page.keyboard.press('a')
  await expect(page.getByText('1 image from 1 guest')).toBeVisible()
  await page.keyboard.press('z')
  await expect(page.getByText('2 images from 2 guests')).toBeVisible()
  await expect(projector.getByRole('img', { name: 'Photo by Ben' })).toBeVisible()
  await expectAccessibleInBothThemes(projector)

  await page.getByRole('button', { name: 'More for Priya' }).first().click()
  await page.getByRole('menuitem', { name: 'Block Priya' }).click()
  await expectAccessibleInBothThemes(page)
  await page.getByRole('dialog').getByRole('button', { name: 'Block Priya' }).click()
  await expect(page.getByText('1 image from 1 guest')).toBeVisible()
  await page.getByRole('button', { name: /^Approve all/ }).click()
  await expect(page.getByText('Nothing to approve')).toBeVisible()
  await page.getByRole('button', { name: 'More for Ben' }).click()
  await page.getByRole('menuitem', { name: 'Approved from Ben' }).click()
  await expect(page.getByText('2 images', { exact: true })).toBeVisible()
  await expectAccessibleLayout(page)
  await projector.context().close()
})

test('a guest scans a printed card, and their photos reach the wall in spite of a lost connection and a reload', async ({
  page,
  request,
  browser,
}) => {
  const account = await newAccount(request)
  const link = await newLink(request, account, { title: 'Lake', guestUploads: 'everyone' })
  await signIn(page, account)
  await page.goto(`/links/${link._id}/cards`)
  const code = page.getByRole('img', { name: 'QR code for adding photos' })
  await expect(code).toHaveCount(1)
  await expectAccessibleLayout(page)
  await page.setViewportSize({ width: 800, height: 1200 })
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByRole('button', { name: 'Print' })).toBeHidden()
  await expect(page.getByRole('contentinfo')).toBeHidden()
  const scanned = (await readCode(await code.screenshot())) ?? ''
  expect(scanned).toBe(`${new URL(page.url()).origin}/links/${link.slug}/add`)
  const pdf = await page.pdf({ preferCSSPageSize: true })
  expect(pdf.toString('latin1').match(/\/MediaBox/g)).toHaveLength(1)

  const guest = await (await browser.newContext({ viewport: { width: 390, height: 844 } })).newPage()
  await guest.goto(scanned)
  const choosing = guest.waitForEvent('filechooser')
  await guest.getByText('Choose photos').click()
  await (await choosing).setFiles(await Promise.all([1, 2, 3, 4, 5].map(aFile)))
  await guest.route('/api/uploads/*', (route) => (route.request().method() === 'PATCH' ? undefined : route.continue()))
  const held = guest.waitForRequest((asked) => asked.method() === 'PATCH')
  await guest.getByRole('button', { name: 'Send 5 photos' }).click()
  await held
  await guest.context().setOffline(true)
  await guest.unrouteAll({ behavior: 'ignoreErrors' })
  await expect(guest.getByRole('heading', { name: 'Waiting for a connection' })).toBeVisible()
  // The notice of other pages would push everything down.
  await expect(guest.getByText(/^You're offline/)).toBeHidden()
  await expect(guest.getByRole('button', { name: /^Try IMG/ })).toHaveCount(0)
  await guest.context().setOffline(false)
  await guest.reload()
  await expect(guest.getByRole('heading', { name: 'Thank you. 5 photos are waiting for Mara Lind.' })).toBeVisible()
  await guest.context().close()

  const projector = await (await browser.newContext()).newPage()
  await projector.goto(new URL(await turnOnWall(request, account, link)).pathname)
  await expect(projector.getByText('Waiting for the first photo.')).toBeVisible()
  await page.emulateMedia({ media: null })
  await page.goto(`/links/${link._id}/guest-uploads`)
  await page.getByRole('button', { name: 'Approve all', exact: true }).press('Enter')
  await expect(projector.getByRole('img', { name: /^Photo/ })).toBeVisible({ timeout: 10_000 })
  await projector.context().close()
})
