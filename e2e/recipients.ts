import type { Page } from '@playwright/test'
import type { PageData } from '#shared/page-data.ts'
import { expectAccessible } from './fixtures.ts'

/** What the tests of the two pages that recipients see have in common. */

/** A page that is left fetches no more of its pictures. */
export const leftPictures = /net::ERR_ABORTED: .*\/media\//

export async function expectAccessibleInBothThemes(page: Page) {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    await expectAccessible(page)
  }
}

/** Adds up every jump of the page that nobody asked for; to be called before it is opened. */
export async function watchLayoutShift(page: Page) {
  await page.addInitScript(() => {
    const shift = { sum: 0 }
    Object.assign(window, { shift })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        const { value, hadRecentInput } = entry as PerformanceEntry & { value: number; hadRecentInput: boolean }
        if (!hadRecentInput) shift.sum += value
      }
    }).observe({ type: 'layout-shift', buffered: true })
  })
  return () => page.evaluate(() => (window as unknown as { shift: { sum: number } }).shift.sum)
}

/** The calls of the API that the page makes from now on, as `METHOD /path`. */
export function watchCalls(page: Page) {
  const calls: string[] = []
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (pathname.startsWith('/api/')) calls.push(`${request.method()} ${pathname}`)
  })
  return calls
}

/** As if the server had rendered the page: its data comes along. */
export async function serveWithData(page: Page, path: string, data: PageData) {
  const text = JSON.stringify(data).replaceAll('<', '\\u003c')
  await page.route(path, async (route) => {
    const response = await route.fetch()
    const html = (await response.text()).replace(
      '<div id="root">',
      `<script type="application/json" id="page-data">${text}</script><div id="root">`,
    )
    await route.fulfill({ response, body: html })
  })
}

type Move = { from: [number, number]; to: [number, number] }

/** A finger's or a mouse's way across the screen. */
export async function drag(page: Page, isTouch: boolean, { from, to }: Move) {
  const steps = 8
  const point = (step: number) => ({
    x: from[0] + ((to[0] - from[0]) * step) / steps,
    y: from[1] + ((to[1] - from[1]) * step) / steps,
  })
  if (!isTouch) {
    await page.mouse.move(...from)
    await page.mouse.down()
    await page.mouse.move(...to, { steps })
    return page.mouse.up()
  }
  const client = await page.context().newCDPSession(page)
  await client.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [point(0)] })
  for (let step = 1; step <= steps; step += 1) {
    await client.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: [point(step)] })
  }
  await client.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
  await client.detach()
}
