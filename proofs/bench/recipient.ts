import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import type { Browser } from '@playwright/test'
import type { Opening } from '#shared/link-forms.ts'
import type { Gallery } from './arrange.ts'
import { debuggingPort, laptop, openCold, phone, startBrowser } from './browser.ts'
import { loadLighthouse } from './lighthouse.ts'
import type { Product } from './product.ts'
import { atMost, below, type Line, median, notMeasured } from './results.ts'

const rounds = 15
const fewRounds = 7
const lighthouseRuns = 3
const categories = ['performance', 'accessibility', 'best-practices', 'seo'] as const

/** Runs in the browser once the page is idle. */
function lookAtPage() {
  const loaded = (['navigation', 'resource'] as const).flatMap((type) => performance.getEntriesByType(type))
  const sizeOf = (name: RegExp) =>
    (loaded as PerformanceResourceTiming[])
      .filter((entry) => name.test(entry.name))
      .reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0)
  return new Promise<{ firstPaintMs: number; scriptBytes: number; pageBytes: number; shift: number }>((resolve) => {
    let shift = 0
    const shifts = new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & { value: number })[]) shift += entry.value
    })
    shifts.observe({ type: 'layout-shift', buffered: true })
    setTimeout(() => {
      const [paint] = performance.getEntriesByName('first-contentful-paint')
      const scriptBytes = sizeOf(/\.js$/)
      const pageBytes = scriptBytes + sizeOf(/\.css$|\/links\//)
      resolve({ firstPaintMs: paint?.startTime ?? Number.NaN, scriptBytes, pageBytes, shift })
    }, 300)
  })
}

/** Runs in the browser, even if the page's JavaScript is disabled. Only looks at images above the fold. */
const lookAtPictures = () =>
  [...document.images]
    .filter((image) => image.getBoundingClientRect().top < innerHeight)
    .map((image) => image.complete && image.naturalWidth > 0)

const features = join(import.meta.dirname, '..', '..', 'src/web/features')
const stylesOf = (file: string) => readFileSync(join(features, file), 'utf8')
const sheets = ['images/wall/wall.css', 'images/wall/sections.css', 'links/gallery/gallery-cover.css']
const sheet = sheets.map(stylesOf).join('\n')
const openings = {
  wall: () => '<h1>Pictures</h1>',
  cover: (html: string) => /<header class="cover.*?<\/header>/s.exec(html)?.[0],
}
/** A gallery's only wall, or all of its sections. */
const pictures = /<section id=.*<\/section>|<ul class="wall.*?<\/ul>/s

/** The baseline: a static page with the same opening and images, served by bare Node. */
async function serveStaticPage(origin: string, html: string, opening: Opening) {
  const wall = pictures.exec(html)?.[0]
  const first = openings[opening](html)
  if (!wall || !first) throw new Error('The page is missing its pictures or its cover')
  const page = `<!doctype html><meta name="viewport" content="width=device-width"><title>Pictures</title><style>:root { --slim: 3.5rem; --gutter: 1rem } body { margin: 0 } ul { padding: 0; list-style: none } ${sheet}</style>${first}${wall}`
  const kept = new Map<string, { type: string; body: Buffer }>()
  const server = createServer(async (request, response) => {
    const path = request.url ?? '/'
    if (path === '/') return void response.setHeader('content-type', 'text/html').end(page)
    if (!kept.has(path)) {
      const answer = await fetch(`${origin}${path}`)
      const body = Buffer.from(await answer.arrayBuffer())
      kept.set(path, { type: answer.headers.get('content-type') ?? '', body })
    }
    const { type = '', body } = kept.get(path) ?? {}
    response.setHeader('content-type', type).end(body)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return { address: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`, close: () => server.close() }
}

/** Returns the median of several runs, as Lighthouse recommends, because single runs vary by several points. */
async function score(address: string, what: string): Promise<Line[]> {
  const judge = await loadLighthouse()
  const results: Awaited<ReturnType<NonNullable<typeof judge>>>[] = []
  for (let run = 0; judge && run < lighthouseRuns; run++) {
    results.push(await judge(address, { port: debuggingPort, output: 'json', logLevel: 'error' }))
  }
  return categories.map((name) => {
    const points = Math.round(median(results.map((result) => result?.lhr.categories[name]?.score ?? 0)) * 100)
    return {
      what: `${what}, Lighthouse on a phone, ${name}`,
      product: judge ? `${points}` : notMeasured,
      limit: '',
      figure: '',
      bar: 'at least 95',
      isMet: judge !== undefined && points >= 95,
    }
  })
}

async function compare(
  browser: Browser,
  page: { origin: string; path: string; html: string },
  opening: Opening,
  rounds: number,
) {
  const { origin, path, html } = page
  const plain = await serveStaticPage(origin, html, opening)
  try {
    // Discard the first load of each page, which fills caches and warms up the browser.
    await openCold(browser, origin + path, lookAtPage)
    await openCold(browser, plain.address, lookAtPage)
    const seen: Awaited<ReturnType<typeof lookAtPage>>[] = []
    const limits: number[] = []
    for (let round = 0; round < rounds; round++) {
      seen.push(await openCold(browser, origin + path, lookAtPage))
      limits.push((await openCold(browser, plain.address, lookAtPage)).firstPaintMs)
    }
    return (what: string): Line[] => [
      atMost(`${what}, first paint`, median(seen.map((each) => each.firstPaintMs)), median(limits), 1.2, 'ms'),
      below(`${what}, JavaScript`, Math.max(...seen.map((each) => each.scriptBytes)) / 1000, 130, 'kB'),
      below(`${what}, layout shift`, Math.max(...seen.map((each) => each.shift)), 0.01, ''),
    ]
  } finally {
    plain.close()
  }
}

async function pageOf(product: Product, { slug }: Gallery) {
  const path = `/links/${slug}`
  return { origin: `http://127.0.0.1:${product.port}`, path, html: (await product.call('GET', path)).text }
}

export async function measureRecipient(product: Product, gallery: Gallery, opening: Opening): Promise<Line[]> {
  const { id, token } = gallery
  const what = opening === 'cover' ? 'page with a cover' : 'page in a browser'
  await product.data('PUT', `/api/links/${id}`, { token, body: { opening } })
  const page = await pageOf(product, gallery)
  const address = page.origin + page.path
  const browser = await startBrowser()
  try {
    const linesOf = await compare(browser, page, opening, rounds)
    const withoutScripts = await openCold(browser, address, lookAtPictures, { javaScriptEnabled: false })
    if (withoutScripts.length === 0) throw new Error("The page doesn't show pictures without JavaScript")
    const missing = withoutScripts.filter((isLoaded) => !isLoaded).length
    return [
      ...linesOf(what),
      below(`${what}, pictures missing without JavaScript, of ${withoutScripts.length}`, missing, 0, ''),
      ...(await score(address, what)),
    ]
  } finally {
    await browser.close()
  }
}

/** Measures only the figures that favorites could make worse. */
export async function measureChoosing(product: Product, gallery: Gallery): Promise<Line[]> {
  const { id, token } = gallery
  const set = (body: object) => product.data('PUT', `/api/links/${id}`, { token, body })
  await set({ opening: 'wall', choosing: 'on' })
  const browser = await startBrowser()
  try {
    const page = await pageOf(product, gallery)
    const bar = () => document.querySelector('.choice-bar') !== null
    if (!(await openCold(browser, page.origin + page.path, bar))) throw new Error("The page doesn't offer favorites")
    return (await compare(browser, page, 'wall', fewRounds))('page with favorites')
  } finally {
    await browser.close()
    await set({ choosing: 'off' })
  }
}

/** Compares a long gallery in sections with the same gallery without. */
export async function measureSections(product: Product, sectioned: Gallery, plain: Gallery): Promise<Line[]> {
  const what = 'gallery of 750 in 20 sections'
  const browser = await startBrowser()
  try {
    const page = await pageOf(product, sectioned)
    const address = page.origin + page.path
    const linesOf = await compare(browser, page, 'wall', fewRounds)
    const plainPage = await pageOf(product, plain)
    const ofPlain = await openCold(browser, plainPage.origin + plainPage.path, lookAtPage)
    const ofSections = await openCold(browser, address, lookAtPage)
    const shifts: number[] = []
    for (const screen of [phone, laptop]) {
      for (const anchor of ['part-2', 'part-11', 'part-20']) {
        shifts.push((await openCold(browser, `${address}#${anchor}`, lookAtPage, screen)).shift)
      }
    }
    return [
      ...linesOf(what),
      atMost(`${what}, page, scripts and styles`, ofSections.pageBytes / 1000, ofPlain.pageBytes / 1000, 1.05, 'kB'),
      below(`${what}, layout shift at a section's URL`, Math.max(...shifts), 0.01, ''),
    ]
  } finally {
    await browser.close()
  }
}
