import { test as base, expect, type Page } from '@playwright/test'
import axe from 'axe-core'

/** Nobody waits for it any more, because the page was left or something newer was asked for: nothing is amiss. */
const givenUp = /^net::ERR_ABORTED/

/**
 * A test fails on whatever the browser complains about: console messages, errors of the page, requests that fail or are
 * refused. What belongs to a test is allowed in that test, by `allow`.
 */
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

/** What can differ between the themes; everything else about a page is the same in both. */
const rulesOfColour = ['color-contrast', 'link-in-text-block']

/** What axe finds wrong with the page, as `rule: places`. */
async function findViolations(page: Page, only: { type: 'rule' | 'tag'; values: string[] }) {
  // Once for a document: to read its half a megabyte takes longer than most analyses.
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
  // What lies under the first second's cover cannot be judged.
  await expect(page.getByRole('status', { name: 'Starting' })).toHaveCount(0)
  // Nor can colours that are still changing.
  await page.evaluate(async () => {
    // One that follows the scrolling ends nowhere, nor does one that goes round.
    const ends = ({ timeline, effect }: Animation) =>
      timeline === document.timeline && effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY
    await Promise.allSettled(
      document
        .getAnimations()
        .filter(ends)
        .map(({ finished }) => finished),
    )
  })
  const only = onlyRules
    ? { type: 'rule' as const, values: onlyRules }
    : { type: 'tag' as const, values: ['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa'] }
  expect(await findViolations(page, only)).toEqual([])
}

export async function expectNoSidewaysScroll(page: Page) {
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
  await expectAccessible(page, rulesOfColour)
}

/** What every state of every screen must be: accessible in both themes, and never wider than the narrowest phone. */
export async function expectSound(page: Page) {
  await expectAccessibleInBothThemes(page)
  const size = page.viewportSize()
  await page.setViewportSize({ width: 320, height: 640 })
  await expectNoSidewaysScroll(page)
  if (size) await page.setViewportSize(size)
}

export { expect }
