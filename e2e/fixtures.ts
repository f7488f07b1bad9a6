import { test as base, expect, type Page, type Request } from '@playwright/test'
import axe from 'axe-core'

/** The browser cancels requests when the page is left or a newer request replaces them. */
const givenUp = /^net::ERR_ABORTED/

/** Fails a test on console messages, page errors and failed requests. Use `allow` for expected ones. */
export const test = base.extend<{ allow: (complaint: RegExp) => void }>({
  allow: [
    async ({ context }, use) => {
      const allowed = [givenUp]
      const complaints: string[] = []
      context.on('console', (message) =>
        complaints.push(`${message.type()}: ${message.text()} ${message.location().url}`),
      )
      context.on('weberror', (error) => complaints.push(`page error: ${error.error()}`))
      context.on('requestfailed', (request) => complaints.push(`${request.failure()?.errorText}: ${request.url()}`))
      await use((complaint) => allowed.push(complaint))
      expect(complaints.filter((complaint) => !allowed.some((pattern) => pattern.test(complaint)))).toEqual([])
    },
    { auto: true },
  ],
})

/** Keeps each toast on screen. Call this before opening a page. */
export const keepToasts = (page: Page) =>
  page.addInitScript(() => {
    const usual = window.setTimeout
    const held = (run: () => void, ms = 0) => usual(run, ms === 3000 ? 1e8 : ms)
    window.setTimeout = held as typeof window.setTimeout
  })

/** Holds back the bytes of uploads until the returned function is called. To reload in the meantime, call it afterward. */
export async function holdUploads(page: Page) {
  let letThrough = () => {}
  const open = new Promise<void>((resolve) => {
    letThrough = resolve
  })
  const hasBytes = (request: Request) => request.method() === 'PATCH' || request.url().endsWith('/images')
  await page.route(/\/api\/(uploads\/[^/]+|links\/[^/]+\/images)$/, async (route) => {
    if (hasBytes(route.request())) await open
    // A reload has canceled the requests of the page before.
    await route.continue().catch(() => {})
  })
  return letThrough
}

/** These rules can have different results in each theme. */
const colorRules = ['color-contrast', 'link-in-text-block']

async function findViolations(page: Page, only: { type: 'rule' | 'tag'; values: string[] }) {
  // Load axe once per document, because parsing half a megabyte takes longer than most checks.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source)
  return await page.evaluate(async (runOnly) => {
    const { violations } = await (window as unknown as { axe: typeof axe }).axe.run({
      runOnly,
      resultTypes: ['violations'],
    })
    return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target).join(', ')}`)
  }, only)
}

export async function expectAccessible(page: Page, onlyRules?: string[]) {
  // axe can't check content under the startup screen.
  await expect(page.getByRole('status', { name: 'Starting' })).toHaveCount(0)
  // axe reports buttons halfway under the sticky header as too small.
  await page.evaluate(() => scrollTo({ top: 0, behavior: 'instant' }))
  // axe also can't check colors that are still changing. Don't wait for `finished`: that of a canceled transition can
  // stay pending forever.
  await page.waitForFunction(() => {
    // Skip scroll-driven and infinite animations, which never end.
    const ends = ({ timeline, effect }: Animation) =>
      timeline === document.timeline && effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY
    return !document.getAnimations().some((animation) => animation.playState === 'running' && ends(animation))
  })
  const only = onlyRules
    ? { type: 'rule' as const, values: onlyRules }
    : { type: 'tag' as const, values: ['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa'] }
  expect(await findViolations(page, only)).toEqual([])
}

export async function expectNoHorizontalScroll(page: Page) {
  const { content, screen } = await page.evaluate(() => ({
    content: document.documentElement.scrollWidth,
    screen: document.documentElement.clientWidth,
  }))
  expect(content).toBeLessThanOrEqual(screen)
}

export async function expectAccessibleInBothThemes(page: Page) {
  await page.emulateMedia({ colorScheme: 'dark' })
  await expectAccessible(page)
  await page.emulateMedia({ colorScheme: 'light' })
  await expectAccessible(page, colorRules)
}

export async function expectAccessibleLayout(page: Page) {
  await expectAccessibleInBothThemes(page)
  const size = page.viewportSize()
  await page.setViewportSize({ width: 320, height: 640 })
  await expectNoHorizontalScroll(page)
  if (size) await page.setViewportSize(size)
}

export { expect }
