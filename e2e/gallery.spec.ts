import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { newAccount, newLink, signIn, upgrade, upload } from './arrange.ts'
import { expect, expectAccessibleInBothThemes, expectNoHorizontalScroll, test } from './fixtures.ts'
import { serveEmpty, watchCalls, watchLayoutShift } from './recipients.ts'

const stylesOfWall = ['tokens.css', 'features/images/wall/wall.css'].map((path) =>
  readFileSync(new URL(`../src/web/${path}`, import.meta.url), 'utf8'),
)

const inMs = (ms: number) => new Date(Date.now() + ms).toISOString()

test('a gallery shows its text, and its photos in the right shape and order', { tag: '@phone' }, async ({
  page,
  request,
  isMobile,
}) => {
  const owner = await newAccount(request)
  const link = await newLink(request, owner, {
    title: 'A Year Outside',
    description: 'Twelve months of walks.',
    expiresAt: inMs(5 * 86_400_000),
  })
  const first = await upload(request, owner, link, { title: 'First light on the dunes' })
  for (const [width, height] of [
    [300, 500],
    [600, 400],
    [640, 360],
    [400, 400],
  ] as const)
    await upload(request, owner, link, { width, height })
  const shift = await watchLayoutShift(page)
  const calls = watchCalls(page)
  await page.goto(`/links/${link.slug}`)

  const main = page.getByRole('main')
  await expect(main.getByRole('heading', { level: 1 })).toHaveText('A Year Outside')
  await expect(page).toHaveTitle('A Year Outside · Framelight')
  await expect(main).toContainText('Twelve months of walks.')
  await expect(main).toContainText('5 photos')
  await expect(main).toContainText(/Open until \w+ \d+, 20\d\d/)
  // The details are below the photos, and the owner is in the header.
  await expect(main.locator('section ~ div')).toContainText(`Link ${link.slug}`)
  await expect(page.getByRole('banner')).toContainText('Mara Lind')
  await expect(page.getByRole('banner').getByRole('link')).toHaveText(isMobile ? [] : ['Download all'])
  await expect(main).toContainText('Shared with Framelight')
  await expect(main.getByRole('region', { name: 'Owner Controls' })).toHaveCount(0)

  const pictures = main.getByRole('region', { name: 'Photos' }).getByRole('img')
  await expect(pictures).toHaveCount(5)
  await expect(pictures.nth(0)).toHaveAttribute('alt', 'First light on the dunes')
  await expect(pictures.nth(1)).toHaveAttribute('alt', 'Photo 2 of 5')
  await expect(pictures.nth(0)).toHaveAttribute('fetchpriority', 'low')
  await expect(pictures.nth(0)).toHaveAttribute('loading', 'eager')
  await expect(pictures.nth(4)).toHaveAttribute('loading', 'lazy')
  await expect(pictures.nth(1)).toHaveAttribute('width', '300')
  await expect(pictures.nth(1)).toHaveAttribute('height', '500')
  await expect(pictures.nth(0)).toHaveAttribute('srcset', /480w, .*600w/)
  await expect(pictures.nth(0)).toHaveAttribute('sizes', /^\(min-width: 2280px\) 20vw, .* 50vw$/)
  await expect(main.getByRole('link', { name: 'First light on the dunes' })).toHaveAttribute(
    'href',
    `/images/${first._id}`,
  )
  const shapes = await pictures.evaluateAll((all) =>
    all.map((one) => one.getBoundingClientRect()).map(({ width, height }) => width / height),
  )
  for (const [index, ratio] of [1.5, 0.6, 1.5, 1.778, 1].entries()) expect(shapes[index]).toBeCloseTo(ratio, 1)

  expect(calls).toEqual([`POST /api/links/slug/${link.slug}/visit`])
  expect(await shift()).toBeLessThan(0.01)
  await expectAccessibleInBothThemes(page)
  await page.setViewportSize({ width: 320, height: 640 })
  await expectNoHorizontalScroll(page)
})

test('a visit is counted once, both with a referrer and when coming from an image page', { tag: '@full' }, async ({
  page,
  request,
}) => {
  const owner = await newAccount(request)
  const link = await newLink(request, owner)
  const image = await upload(request, owner, link, { title: 'Dunes' })
  const calls = watchCalls(page)
  const visits = () => calls.filter((call) => call.includes('/links/slug/'))
  const counting = page.waitForRequest(/\/visit$/)
  await page.goto(`/links/${link.slug}`, { referer: 'https://chat.example/thread' })
  expect((await counting).postDataJSON()).toEqual({ ref: 'chat.example' })
  await expect(page.getByRole('img', { name: 'Dunes' })).toBeVisible()
  await expect.poll(visits).toEqual([`POST /api/links/slug/${link.slug}/visit`])

  await page.goto(`/images/${image._id}`)
  calls.length = 0
  await page.getByRole('link', { name: 'View Gallery' }).click()
  await expect(page.getByRole('img', { name: 'Dunes' })).toBeVisible()
  await expect.poll(visits).toEqual([`GET /api/links/slug/${link.slug}`])
})

test('a private link opens for its owner without flashing the private page', async ({ page, request, allow }) => {
  allow(/status of 403 .*\/links\//)
  const owner = await newAccount(request)
  const link = await newLink(request, owner, { title: 'For me alone', isPrivate: true })
  await upload(request, owner, link, { title: 'Dunes' })
  const path = `/links/${link.slug}`

  await page.goto(path)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Private Link')
  await expect(page.getByRole('main')).toContainText(
    "only its owner and the people they invited can open it. If it's yours, log in to view it.",
  )
  await expect(page.getByRole('main')).not.toContainText('expired')
  await expect(page.getByRole('img', { name: 'Dunes' })).toHaveCount(0)
  await expectAccessibleInBothThemes(page)
  await page.getByRole('main').getByRole('link', { name: 'Login' }).click()
  await expect(page).toHaveURL('/login')
  await expect(page.getByRole('button', { name: 'Login' })).toBeVisible()
  expect(await page.evaluate(() => history.state.usr.from)).toBe(path)

  // Everyone gets the same HTML, so delay the session check to see what the owner sees until it finishes.
  await signIn(page, owner)
  let isKnown = () => {}
  const untilKnown = new Promise<void>((resolve) => {
    isKnown = resolve
  })
  await page.route(/\/api\/(auth\/me|links\/slug\/)/, async (route) => {
    await untilKnown
    await route.continue()
  })
  await page.addInitScript(() => {
    const seen = { isPrivateSeen: false }
    Object.assign(window, { seen })
    new MutationObserver(() => {
      const title = document.querySelector('h1')
      // The browser doesn't paint before the styles have loaded.
      const isStyled = getComputedStyle(document.documentElement).getPropertyValue('--color-wall') !== ''
      if (isStyled && title?.textContent === 'Private Link' && getComputedStyle(title).visibility === 'visible')
        seen.isPrivateSeen = true
    }).observe(document, { childList: true, subtree: true, characterData: true, attributes: true })
  })
  await page.goto(path)
  await expect(page.getByRole('status', { name: 'Loading gallery' })).toBeVisible()
  isKnown()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('For me alone')
  await expect(page.getByRole('img', { name: 'Dunes' })).toBeVisible()
  const seen = () => page.evaluate(() => (window as unknown as { seen: object }).seen)
  expect(await seen()).toEqual({ isPrivateSeen: false })

  // The private page doesn't flash either if the session check finishes before the page's code has loaded.
  await page.unroute(/\/api\/(auth\/me|links\/slug\/)/)
  const known = page.waitForResponse('/api/auth/me')
  await page.route(/\/gallery-page-[^/]*\.js$/, async (route) => {
    await known
    await route.continue()
  })
  await page.reload()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('For me alone')
  expect(await seen()).toEqual({ isPrivateSeen: false })
})

test("owners see their controls and can download even if visitors can't", { tag: '@full' }, async ({
  page,
  request,
  allow,
}) => {
  allow(/status of 403 .*\/links\//)
  const owner = await newAccount(request)
  const link = await newLink(request, owner, { title: 'Mine', isPrivate: true })
  await upload(request, owner, link)
  await upload(request, owner, link)
  await signIn(page, owner)
  await page.goto(`/links/${link.slug}`)
  const controls = page.getByRole('region', { name: 'Owner Controls' })
  await expect(controls).toContainText('0 views')
  await expect(controls.getByRole('link', { name: 'Edit Link' })).toHaveAttribute('href', `/links/edit/${link._id}`)
  await expect(controls.getByRole('link', { name: 'Upload Images' })).toHaveAttribute('href', `/upload/${link._id}`)
  await expectAccessibleInBothThemes(page)
  await expectNoHorizontalScroll(page)

  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download all' }).first().click()
  await page.getByRole('button', { name: 'Download as ZIP' }).click()
  expect((await download).suggestedFilename()).toBe('Mine.zip')
})

test('an expired link shows a notice, and its owner gets links to edit it and upload images', { tag: '@full' }, async ({
  page,
  request,
  allow,
}) => {
  allow(/status of 410 .*\/links\//)
  const owner = await newAccount(request)
  const link = await newLink(request, owner, { title: 'Sunday table', expiresAt: inMs(1000) })
  await expect.poll(async () => (await request.get(`/api/links/slug/${link.slug}`)).status()).toBe(410)

  await page.goto(`/links/${link.slug}`)
  const main = page.getByRole('main')
  await expect(main.getByRole('heading', { level: 1 })).toHaveText('Link Expired')
  await expect(main).toContainText('You can ask for more time.')
  await expect(main.getByRole('link')).toHaveText(['Go to Home'])
  await expectAccessibleInBothThemes(page)

  await signIn(page, owner)
  const calls = watchCalls(page)
  await page.goto(`/links/${link.slug}`)
  await expect(main).toContainText('"Sunday table" has expired.')
  expect(calls.filter((call) => call.includes('/api/links'))).toEqual([`GET /api/links/slug/${link.slug}`])
  const owned = main.getByRole('region', { name: 'Owner Controls' })
  await expect(owned.getByRole('link', { name: 'Edit Link' })).toHaveAttribute('href', `/links/edit/${link._id}#expiry`)
  await expect(owned.getByRole('link', { name: 'Upload Images' })).toHaveAttribute('href', `/upload/${link._id}`)
})

test('missing links, failed loads and empty galleries each show a message', { tag: '@full' }, async ({
  page,
  request,
  allow,
}) => {
  allow(/status of 404 .*\/links\//)
  allow(/ERR_FAILED.*\/api\/links\/slug\//)
  await page.goto('/links/no-such-link')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Link Not Found')
  await expectAccessibleInBothThemes(page)

  const owner = await newAccount(request)
  const link = await newLink(request, owner, { title: 'Still empty' })
  await page.clock.install()
  await serveEmpty(page, `/links/${link.slug}`)
  await page.route(/\/api\/links\/slug\//, (route) => route.abort())
  await page.goto(`/links/${link.slug}`)
  await expect(page.getByRole('status', { name: 'Loading gallery' })).toBeVisible()
  await page.clock.runFor(5000)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText("Couldn't load this gallery")
  await expect(page.getByRole('alert')).toContainText('Failed to fetch link. Please try again.')
  await expectAccessibleInBothThemes(page)

  await page.unroute(/\/api\/links\/slug\//)
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Still empty')
  await expect(page.getByRole('main')).toContainText('No photos yet')
  await expect(page.getByRole('link', { name: 'Download all' })).toHaveCount(0)
  await expectAccessibleInBothThemes(page)
})

test('a Gold gallery has no branding, and its old URL redirects', { tag: '@full' }, async ({ page, request }) => {
  const owner = await newAccount(request)
  await upgrade(request, owner, 'gold')
  const link = await newLink(request, owner, { title: 'Golden' })
  const slug = `golden-${link._id.toLowerCase().replaceAll(/[^a-z0-9]/g, '')}`
  const headers = { authorization: `Bearer ${owner.token}` }
  expect((await request.put(`/api/links/${link._id}`, { headers, data: { slug } })).status()).toBe(200)
  await page.goto(`/links/${link.slug}`)
  await expect(page).toHaveURL(`/links/${slug}`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Golden')
  await expect(page.getByRole('main')).not.toContainText('Shared with')
})

test('a private gallery opens for its owner with a single successful call', { tag: '@full' }, async ({
  page,
  request,
  allow,
}) => {
  // The browser requests the page itself without a token.
  allow(/status of 403 .*\/links\//)
  const owner = await newAccount(request)
  const link = await newLink(request, owner, { title: 'For me alone', isPrivate: true })
  await upload(request, owner, link)
  await signIn(page, owner)
  // Delay the session check.
  let isKnown = () => {}
  const untilKnown = new Promise<void>((resolve) => {
    isKnown = resolve
  })
  await page.route('/api/auth/me', async (route) => {
    await untilKnown
    await route.continue()
  })
  const answers: string[] = []
  page.on('response', (response) => {
    const { pathname } = new URL(response.url())
    if (pathname.startsWith('/api/links')) answers.push(`${response.status()} ${pathname}`)
  })
  await page.goto(`/links/${link.slug}`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('For me alone')
  isKnown()
  await expect(page.getByRole('region', { name: 'Owner Controls' })).toBeVisible()
  expect(answers).toEqual([`200 /api/links/slug/${link.slug}`])
})

test('a gallery that expires today shows the time, and closes by itself once expired', { tag: '@full' }, async ({
  page,
  request,
  allow,
}) => {
  allow(/status of 410 .*\/api\/links\//)
  const owner = await newAccount(request)
  const expiresAt = inMs(6000)
  const link = await newLink(request, owner, { title: 'Sunday table', expiresAt })
  await upload(request, owner, link)
  await page.goto(`/links/${link.slug}`)
  const main = page.getByRole('main')
  const hour = await page.evaluate(
    (at) => new Date(at).toLocaleTimeString(undefined, { timeStyle: 'short' }),
    expiresAt,
  )
  await expect(main).toContainText(`Open until today, ${hour}`)
  await expect(main.getByRole('heading', { level: 1 })).toHaveText('Link Expired')
})

test('titles use their own text direction, and long ones are smaller', { tag: '@full' }, async ({ page, request }) => {
  const owner = await newAccount(request)
  await upgrade(request, owner, 'plus')
  const head = async (title: string) => {
    const link = await newLink(request, owner, { title, description: title })
    await page.goto(`/links/${link.slug}`)
    const heading = page.getByRole('heading', { level: 1 })
    await expect(page.getByText(title)).toHaveCount(2)
    return heading.evaluate((element) => {
      const { direction, fontSize, hyphens } = getComputedStyle(element)
      return {
        direction,
        hyphens,
        lang: element.getAttribute('lang'),
        size: Number.parseFloat(fontSize),
        height: element.clientHeight,
      }
    })
  }
  const short = await head('A Year Outside')
  expect(await head('سنة في الهواء الطلق')).toMatchObject({ direction: 'rtl', size: short.size })
  expect(await head('Größe und Schönheit der Donaudampfschifffahrtsgesellschaft')).toMatchObject({
    direction: 'ltr',
    lang: 'de',
    hyphens: 'auto',
  })
  const long = await head('Everything that we saw between the first of May and the last of September '.padEnd(100, 'x'))
  expect(long.size).toBeLessThan(short.size * 0.7)
  expect(long.height).toBeLessThan(240)
})

/** Lays out the given aspect ratios, and returns the number of photos in each row and the tallest row. */
async function rowsOf(page: Page, width: number, ratios: readonly number[]) {
  await page.setViewportSize({ width, height: 800 })
  const tiles = ratios.map((ratio) => `<li style="--r: ${ratio}"></li>`).join('')
  const reset = '* { box-sizing: border-box; margin: 0; padding: 0; list-style: none }'
  await page.setContent(`<!doctype html><meta name="viewport" content="width=device-width"><style>${reset}${stylesOfWall.join('')}</style>
    <section class="wall-margins"><ul class="wall">${tiles}</ul></section>`)
  const boxes = await page
    .locator('li')
    .evaluateAll((all) => all.map((one) => one.getBoundingClientRect()).map(({ top, height }) => ({ top, height })))
  const rows = Map.groupBy(boxes, ({ top }) => Math.round(top))
  return {
    counts: [...rows.values()].map((row) => row.length),
    heights: [...rows.values()].map((row) => row.map(({ height }) => Math.round(height))),
  }
}

test('3:2 photos are never alone in a row, and rows of uprights, panoramas and mixed shapes are even', async ({
  page,
}) => {
  const many = Array.from({ length: 60 }, () => 1.5)
  for (const [width, inRow] of [
    [320, 2],
    [360, 2],
    [390, 2],
    [430, 2],
    [640, 2],
    [768, 3],
    [1024, 3],
    [1280, 3],
    [1366, 3],
    [1440, 3],
    [1920, 4],
    [2560, 5],
  ] as const)
    expect(new Set((await rowsOf(page, width, many)).counts), `${width} px`).toEqual(new Set([inRow]))

  const mixed = Array.from({ length: 4 }, () => [1.5, 0.667, 0.667, 1, 3, 1.778, 0.75, 5, 0.667, 6, 1.5, 1.333]).flat()
  for (const width of [390, 1280, 2560])
    for (const heights of (await rowsOf(page, width, mixed)).heights) {
      expect(Math.max(...heights) - Math.min(...heights), `${width} px`).toBeLessThan(2)
      expect(Math.max(...heights), `${width} px`).toBeLessThan(800)
    }
})
