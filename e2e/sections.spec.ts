import type { APIRequestContext, Page } from '@playwright/test'
import type { Section } from '#shared/sections.ts'
import { type Account, fetchLink, newAccount, newLink, oncePerWorker, signIn, upgrade, upload } from './arrange.ts'
import { expect, expectAccessibleLayout, test } from './fixtures.ts'

async function aGallery(request: APIRequestContext, firstTitle = 'The coast') {
  const account = await newAccount(request)
  const link = await newLink(request, account)
  const headers = { authorization: `Bearer ${account.token}` }
  const sections: Section[] = []
  for (const title of [firstTitle, 'South']) {
    const answer = await request.post(`/api/links/${link._id}/sections`, { headers, data: { title } })
    sections.push((await answer.json()).data)
  }
  for (const [index, title] of ['Anemones', 'Birches', 'Coast', 'Dunes'].entries()) {
    const { _id } = await upload(request, account, link, { title })
    const data = { action: 'section', imageIds: [_id], sectionId: sections[index % 2]?._id }
    expect((await request.post('/api/images/bulk', { headers, data })).status()).toBe(200)
  }
  return { account, link }
}

const titlesBySection = async (request: APIRequestContext, account: Account, link: { _id: string }) => {
  const { sections = [], images } = await fetchLink(request, account, link)
  return sections.map(({ _id, title }) => [
    title,
    ...images.filter((image) => image.sectionId === _id).map((image) => image.title),
  ])
}
const heading = (page: Page, name: string) => page.getByRole('heading', { name, exact: true })

test('visitors jump between sections, and the photo viewer runs through all of them', async ({
  page,
  request,
  isMobile,
}) => {
  const { link } = await aGallery(request)
  await page.setViewportSize({ width: isMobile ? 390 : 1280, height: 420 })
  await page.goto(`/links/${link.slug}`)
  const links = page.getByRole('navigation', { name: 'Sections' })
  if (isMobile) {
    await links.getByRole('button', { name: 'The coast 1 of 2' }).click()
    await expectAccessibleLayout(page)
    await page.getByRole('dialog', { name: 'Sections' }).getByRole('link', { name: 'South' }).click()
    await expect(links.getByRole('button', { name: 'South 2 of 2' })).toBeVisible()
  } else {
    await links.getByRole('link', { name: 'South' }).click()
    await expect(links.getByRole('link', { name: 'South' })).toHaveAttribute('aria-current', 'true')
  }
  await expect(page).toHaveURL(/#south$/)
  await expect(heading(page, 'South')).toBeInViewport()
  await expectAccessibleLayout(page)

  await page.getByRole('link', { name: 'Birches' }).click()
  const viewer = page.getByRole('dialog', { name: 'Photo viewer' })
  await expect(viewer).toContainText('3 of 4, South')
  await page.keyboard.press('ArrowLeft')
  await expect(viewer).toContainText('2 of 4, The coast')
})

test('a long title leaves the row of sections on one line, and the number of photos below it', {
  tag: '@full',
}, async ({ page, request }) => {
  const title = 'Highlands and the long way back to Reykjavik'
  const { link } = await aGallery(request, title)
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto(`/links/${link.slug}`)
  const row = page.getByRole('button', { name: `${title} 1 of 2` })
  await expect.poll(async () => (await row.boundingBox())?.height).toBeLessThan(50)
  const [name, size] = [
    await heading(page, title).boundingBox(),
    await page.getByText('2 photos').first().boundingBox(),
  ]
  expect(size?.y).toBeGreaterThanOrEqual((name?.y ?? 0) + (name?.height ?? 0))
})

test('a URL of a section works without JavaScript', { tag: '@full' }, async ({ browser, request, baseURL }) => {
  const { link } = await aGallery(request)
  const context = await browser.newContext({ javaScriptEnabled: false, viewport: { width: 390, height: 420 } })
  const page = await context.newPage()
  await page.goto(`${baseURL}/links/${link.slug}#south`)
  await expect(heading(page, 'South')).toBeInViewport()
  await expect(heading(page, 'The coast')).not.toBeInViewport()
  await context.close()
})

/** The first section has more photos than the page's data, so the walls of the others have none at first. */
async function aLongGallery(request: APIRequestContext) {
  const account = await newAccount(request)
  await upgrade(request, account, 'plus')
  const [source, link] = [await newLink(request, account), await newLink(request, account)]
  const headers = { authorization: `Bearer ${account.token}` }
  const imageIds: string[] = []
  for (const width of [60, 60, 30, 60, 90]) {
    imageIds.push((await upload(request, account, source, { width, height: 40 }))._id)
  }
  for (const [title, copies] of Object.entries({ Coast: 8, South: 4, North: 4 })) {
    const answer = await request.post(`/api/links/${link._id}/sections`, { headers, data: { title } })
    const { _id: sectionId } = (await answer.json()).data
    for (let n = 0; n < copies; n++) {
      const data = { action: 'copy', imageIds, linkId: link._id, sectionId }
      expect((await request.post('/api/images/bulk', { headers, data })).status()).toBe(200)
    }
  }
  return `/links/${link.slug}`
}
const aGalleryOf80 = oncePerWorker(aLongGallery)

type Seen = { tops: number[]; end: number; laidOut: number }

/** Returns the places of the headings and how many places of images are laid out, at first and after hydration. */
async function openLongGallery(page: Page, path: string) {
  await page.addInitScript(() => {
    const look = () => {
      const topOf = (element: Element) => Math.round(element.getBoundingClientRect().top + scrollY)
      const items = [...document.querySelectorAll('.wall > li')]
      return {
        tops: [...document.querySelectorAll('.gallery-section')].map(topOf),
        end: document.documentElement.scrollHeight,
        laidOut: items.filter((item) => item.checkVisibility({ contentVisibilityAuto: true })).length,
      }
    }
    document.addEventListener('DOMContentLoaded', () =>
      requestAnimationFrame(() => Object.assign(window, { look, first: look() })),
    )
  })
  await page.goto(path)
  await expect(page.locator('.wall-picture')).toHaveCount(80)
  await expect(page.locator('html[data-pictures]')).toHaveCount(0)
  return page.evaluate(() => {
    const { first, look } = window as unknown as { first: Seen; look: () => Seen }
    return { first, last: look() }
  })
}

test('sections below any screen reserve about their height, and are laid out with the app', {
  tag: ['@full', '@phone'],
}, async ({ page, request }) => {
  const { first, last } = await openLongGallery(page, await aGalleryOf80(request))
  expect(first.laidOut).toBe(40)
  expect(last.laidOut).toBe(80)
  expect(first.tops[1]).toBe(last.tops[1])
  expect(Math.abs(first.end / last.end - 1)).toBeLessThan(0.15)
})

test('the URL of a section lands exactly there, before and after the app loads', {
  tag: ['@full', '@phone'],
}, async ({ page, request }) => {
  const { first, last } = await openLongGallery(page, `${await aGalleryOf80(request)}#north`)
  expect(first.laidOut).toBe(80)
  expect(last).toEqual(first)
  await expect(heading(page, 'North')).toBeInViewport()
  await expect(heading(page, 'South')).not.toBeInViewport()
})

test('a page opened at a section starts the app without waiting for images above the screen', {
  tag: '@full',
}, async ({ page, request }) => {
  const path = await aGalleryOf80(request)
  await page.addInitScript(() => {
    const { setTimeout } = window
    // Without the time limit, only the images on the screen can start the app.
    const withoutLimit = (task: () => void, ms?: number) => (ms === 2000 ? 0 : setTimeout(task, ms))
    Object.assign(window, { setTimeout: withoutLimit })
  })
  await page.goto(`${path}#north`)
  await expect(heading(page, 'North')).toBeInViewport()
  await expect(page.locator('.wall-picture')).toHaveCount(80)
})

test('images move to another section by dragging and by keyboard', { tag: ['@mouse', '@full'] }, async ({
  page,
  request,
}) => {
  const { account, link } = await aGallery(request)
  await signIn(page, account)
  await page.goto(`/upload/${link._id}`)
  const tile = (name: string) => page.getByRole('button', { name: `Move ${name}`, exact: true })
  await tile('Anemones').hover()
  await page.mouse.down()
  const box = await tile('Dunes').boundingBox()
  if (!box) throw new Error('Dunes has no box')
  const middle = { x: box.x + box.width / 2, y: box.y + box.height / 2 }
  await page.mouse.move(middle.x + 20, middle.y, { steps: 8 })
  await page.mouse.move(middle.x + 40, middle.y, { steps: 4 })
  await page.mouse.up()
  await expect(page.getByText('1 image moved to South')).toBeVisible()
  await expect
    .poll(() => titlesBySection(request, account, link))
    .toEqual([
      ['The coast', 'Coast'],
      ['South', 'Birches', 'Dunes', 'Anemones'],
    ])

  await tile('Coast').focus()
  await page.keyboard.press('Space')
  const heard = page.locator('[id^="DndLiveRegion"]')
  const pickedUp = 'Coast picked up from The coast, 1 of 1.'
  await expect(heard).toHaveText(pickedUp)
  await expect(async () => {
    if ((await heard.textContent()) === pickedUp) await page.keyboard.press('ArrowDown')
    await expect(heard).toHaveText('Coast is over South, 1 of 3.', { timeout: 2000 })
  }).toPass()
  await page.keyboard.press('Space')
  await expect(heard).toHaveText('Moved to South, 1 of 4')
  await expectAccessibleLayout(page)
})

test('the bar for selected images and its dialogs are accessible, and copies leave the originals', {
  tag: '@full',
}, async ({ page, request }) => {
  const { account, link } = await aGallery(request, 'Highlands and the long way back to Reykjavik')
  const album = await newLink(request, account, { title: 'Album' })
  await signIn(page, account)
  await page.goto(`/upload/${link._id}`)
  const bar = page.getByRole('group', { name: 'Selected images' })
  for (const title of ['Anemones', 'Coast']) await page.getByRole('checkbox', { name: `Select ${title}` }).check()
  for (const name of ['Clear selection', 'Section', 'Copy to', 'Move to', 'Download', 'Delete']) {
    await expect(bar.getByRole('button', { name })).toBeInViewport({ ratio: 1 })
  }
  await expectAccessibleLayout(page)
  await bar.getByRole('button', { name: 'Section' }).click()
  await expect(page.getByRole('dialog', { name: 'Move 2 images to' })).toBeVisible()
  await expectAccessibleLayout(page)
  await page.keyboard.press('Escape')

  await bar.getByRole('button', { name: 'Copy to' }).click()
  const dialog = page.getByRole('dialog', { name: 'Copy 2 images to…' })
  await dialog.getByRole('searchbox', { name: 'Search your links' }).fill('alb')
  await dialog.getByRole('radio', { name: /^Album/ }).check()
  await expectAccessibleLayout(page)
  await dialog.getByRole('button', { name: 'Copy' }).click()
  await expect(page.getByText('2 images copied to Album')).toBeVisible()
  const titlesIn = async (of: { _id: string }) =>
    (await fetchLink(request, account, of)).images.map(({ title }) => title)
  expect(await titlesIn(album)).toEqual(['Anemones', 'Coast'])
  expect(await titlesIn(link)).toEqual(['Anemones', 'Coast', 'Birches', 'Dunes'])
  await page.getByRole('button', { name: 'Open' }).click()
  await expect(page).toHaveURL(new RegExp(`/upload/${album._id}$`))
})

test('an invitation can be limited to sections, in view as soon as that is turned on', { tag: '@full' }, async ({
  page,
  request,
}) => {
  const { account, link } = await aGallery(request)
  await signIn(page, account)
  await page.goto(`/links/edit/${link._id}#invitations`)
  await page.getByRole('button', { name: 'Invite someone' }).click()
  const dialog = page.getByRole('dialog', { name: 'Invite someone' })
  await dialog.getByLabel(/^Only certain sections/).check()
  await expect(dialog.getByRole('checkbox', { name: 'South' })).toBeInViewport()
  await expectAccessibleLayout(page)
})
