import { setTimeout } from 'node:timers/promises'
import type { Page } from '@playwright/test'

/** Delays the font and adds up layout shifts. Call this before opening the page. */
export async function watchLayoutShift(page: Page) {
  await page.route(/\.woff2$/, async (route) => {
    await setTimeout(500)
    await route.continue()
  })
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
  return async () => {
    await page.evaluate(() => document.fonts.load('500 1rem "Instrument Sans Variable"'))
    // The browser reports a frame's shifts after the frame.
    return await page.evaluate(async () => {
      const nextFrame = () => new Promise((resolve) => requestAnimationFrame(resolve))
      for (let frame = 0; frame < 3; frame += 1) await nextFrame()
      return (window as unknown as { shift: { sum: number } }).shift.sum
    })
  }
}

export function watchCalls(page: Page) {
  const calls: string[] = []
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (pathname.startsWith('/api/')) calls.push(`${request.method()} ${pathname}`)
  })
  return calls
}

/** Serves the page without embedded data, as if the server couldn't render it. */
export async function serveEmpty(page: Page, path: string) {
  const html = await (await page.request.get('/login')).text()
  await page.route(path, (route) => route.fulfill({ contentType: 'text/html', body: html }))
}

/** Login is at the top of every page, or in the menu on a phone. */
export async function pressLogin(page: Page, isMobile: boolean) {
  if (isMobile) await page.getByRole('button', { name: 'Menu' }).click()
  const place = page.locator('header, nav[aria-label="Main"], [role=menu], dialog')
  // A click would miss if the page scrolled to its hash between pressing and releasing the mouse button.
  await place.getByText('Login', { exact: true }).filter({ visible: true }).last().press('Enter')
}

type Move = { from: [number, number]; to: [number, number] }

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
