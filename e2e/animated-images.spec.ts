import type { Locator, Page } from '@playwright/test'
import { generatePath } from 'react-router'
import sharp from 'sharp'
import type { Image } from '#shared/images.ts'
import { pages } from '#shared/pages.ts'
import { newAccount, newLink, oncePerWorker, upload } from './arrange.ts'
import { expect, expectAccessible, test } from './fixtures.ts'
import { watchLayoutShift } from './recipients.ts'

async function aBlinkingGif() {
  const frames = ['#c33', '#36c'].map((background) =>
    sharp({ create: { width: 300, height: 200, channels: 3, background } })
      .png()
      .toBuffer(),
  )
  return sharp(await Promise.all(frames), { join: { animated: true } })
    .gif({ delay: 120, loop: 0 })
    .toBuffer()
}

const aGallery = oncePerWorker(async (request) => {
  const owner = await newAccount(request)
  const link = await newLink(request, owner)
  const answer = await request.post(`/api/links/${link._id}/images`, {
    headers: { authorization: `Bearer ${owner.token}` },
    multipart: { title: 'Lights', image: { name: 'lights.gif', mimeType: 'image/gif', buffer: await aBlinkingGif() } },
  })
  expect(answer.status()).toBe(201)
  await upload(request, owner, link, { title: 'Sea' })
  const { data }: { data: Image } = await answer.json()
  return { gallery: `/links/${link.slug}`, page: generatePath(pages.image, { imageId: data._id }) }
})

/** Reads the color from a screenshot, because a canvas would only show the first frame. */
async function colorOf(page: Page, picture: Locator) {
  const box = await picture.boundingBox()
  if (!box) return ''
  const clip = { x: box.x + box.width / 2 - 4, y: box.y + box.height / 3, width: 8, height: 8 }
  const { dominant } = await sharp(await page.screenshot({ clip })).stats()
  return dominant.r > dominant.b ? 'red' : 'blue'
}

async function expectMoving(page: Page, picture: Locator) {
  for (const color of ['blue', 'red']) await expect.poll(() => colorOf(page, picture), { intervals: [30] }).toBe(color)
}

async function expectStill(page: Page, picture: Locator) {
  await expect.poll(() => colorOf(page, picture)).toBe('red')
  const source = await picture.evaluate((element) => (element as HTMLImageElement).currentSrc)
  const { pages: frames = 1 } = await sharp(await (await page.request.get(source)).body(), {
    animated: true,
  }).metadata()
  expect(frames).toBe(1)
}

const onWall = (page: Page) => page.getByRole('link', { name: 'Lights' })
const lightboxOf = (page: Page) => page.getByRole('dialog', { name: 'Photo viewer' })

test('an animation plays in the lightbox, on its page, and on the wall when hovered or focused', async ({
  page,
  request,
}) => {
  const { gallery, page: path } = await aGallery(request)
  const shiftOf = await watchLayoutShift(page)
  await page.goto(gallery)
  const picture = onWall(page).getByRole('img')
  await expectStill(page, picture)
  await expect(page.getByRole('button', { name: 'Play Lights' })).toBeHidden()
  await onWall(page).hover()
  await expectMoving(page, picture)
  await page.getByRole('link', { name: 'Sea' }).hover()
  await expectStill(page, picture)
  await onWall(page).focus()
  await expectMoving(page, picture)

  await page.keyboard.press('Enter')
  const large = lightboxOf(page).getByRole('img', { name: 'Lights' })
  await expectMoving(page, large)
  // Faded controls can't be clicked, but focus shows them.
  await lightboxOf(page).getByRole('button', { name: 'Stop animation' }).press('Enter')
  await expectStill(page, large)

  await page.goto(path)
  const alone = page.getByRole('img', { name: 'Lights' })
  await expectMoving(page, alone)
  await page.getByRole('button', { name: 'Stop animation' }).click()
  await expectStill(page, alone)
  await page.getByRole('button', { name: 'Play animation' }).click()
  await expectMoving(page, alone)
  expect(await shiftOf()).toBeLessThan(0.01)
})

test('with reduced motion, an animation only plays after Play is pressed', { tag: '@full' }, async ({
  page,
  request,
}) => {
  const { gallery, page: path } = await aGallery(request)
  const movingFiles: string[] = []
  page.on('request', (asked) => asked.url().includes('-moving') && movingFiles.push(asked.url()))
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.goto(gallery)
  const picture = onWall(page).getByRole('img')
  await onWall(page).hover()
  await onWall(page).focus()
  await expectStill(page, picture)
  await onWall(page).press('Enter')
  const large = lightboxOf(page).getByRole('img', { name: 'Lights' })
  const play = page.getByRole('button', { name: 'Play animation' })
  await expect(play).toBeVisible()
  await expectStill(page, large)
  await page.goto(path)
  const alone = page.getByRole('img', { name: 'Lights' })
  await expect(play).toBeVisible()
  await expectStill(page, alone)
  expect(movingFiles).toEqual([])

  await play.press('Enter')
  await expectMoving(page, alone)
  await page.goto(gallery)
  await onWall(page).press('Enter')
  await play.press('Enter')
  await expectMoving(page, large)
  await page.getByRole('button', { name: 'Stop animation' }).press('Enter')
  await expectStill(page, large)
  await page.keyboard.press('Escape')
  const playOnWall = page.getByRole('button', { name: 'Play Lights' })
  await playOnWall.press('Enter')
  await expectMoving(page, picture)
  await expect(playOnWall).toHaveAttribute('aria-pressed', 'true')
  await expectAccessible(page)
  await playOnWall.press('Enter')
  await expectStill(page, picture)
})
