import type { Page } from '@playwright/test'
import type { Gallery } from './arrange.ts'
import { phone, startBrowser } from './browser.ts'
import type { Product } from './product.ts'
import { below, type Line, median } from './results.ts'

const rounds = 8
/** The factor by which Lighthouse slows down the CPU for phones. */
const slowness = 4
/** Two frames at 60 Hz. A longer frame means that more than one was dropped. */
const longestFrameMs = 34

type Growth = { frames: number[] }

/** Runs in the browser. Records the start of each frame in a view transition, beginning with the first visible one. */
function watchTransitions() {
  const growths: Growth[] = []
  Object.assign(window, { growths, isHydrated: false })
  document.addEventListener('hydrated', () => Object.assign(window, { isHydrated: true }))
  const start = document.startViewTransition.bind(document)
  document.startViewTransition = (update) => {
    const transition = start(update)
    const growth: Growth = { frames: [] }
    let isOver = false
    const note = (at: number) => {
      if (isOver) return
      growth.frames.push(at)
      requestAnimationFrame(note)
    }
    void transition.ready.then(() => {
      performance.mark('moving')
      requestAnimationFrame(note)
    })
    void transition.finished.then(() => {
      isOver = true
      performance.mark('moved')
      growths.push(growth)
    })
    return transition
  }
}

const growthsOf = (page: Page) => page.evaluate(() => (window as unknown as { growths: Growth[] }).growths)

type TraceEvent = { name: string; cat: string; ph: string; ts: number; tdur?: number; pid: number; tid: number }

/** Returns the CPU time of each transition's longest main-thread task, without GPU painting and other processes. */
function longestTasks(trace: Buffer) {
  const { traceEvents }: { traceEvents: TraceEvent[] } = JSON.parse(trace.toString())
  const marks = traceEvents.filter(({ cat, name }) => cat.includes('user_timing') && /^mov(ing|ed)$/.test(name))
  const starts = marks.filter(({ name }) => name === 'moving')
  const ends = marks.filter(({ name }) => name === 'moved')
  const [first] = starts
  if (!first || starts.length !== ends.length) throw new Error("The trace doesn't show every transition")
  const tasks = traceEvents.filter(
    ({ name, pid, tid }) => name.endsWith('RunTask') && pid === first.pid && tid === first.tid,
  )
  return starts.map(({ ts }, index) => {
    const end = ends[index]?.ts ?? ts
    // This excludes the task that finishes the update, because that task started earlier.
    const within = tasks.filter((task) => task.ts > ts && task.ts < end)
    return Math.max(0, ...within.map(({ tdur = 0 }) => tdur / 1000))
  })
}

export async function measureLightboxTransition(product: Product, { slug }: Gallery): Promise<Line[]> {
  const browser = await startBrowser()
  try {
    const page = await (await browser.newContext(phone)).newPage()
    await page.addInitScript(watchTransitions)
    await page.goto(`http://127.0.0.1:${product.port}/links/${slug}`, { waitUntil: 'networkidle' })
    await page.waitForFunction(() => (window as unknown as { isHydrated: boolean }).isHydrated)
    const client = await page.context().newCDPSession(page)
    await client.send('Emulation.setCPUThrottlingRate', { rate: slowness })
    const lookAtOne = async (count: number) => {
      const moved = (by: number) =>
        page.waitForFunction((n: number) => (window as unknown as { growths: unknown[] }).growths.length === n, by)
      await page.locator('.wall-picture').first().click()
      await moved(count + 1)
      await page.keyboard.press('Escape')
      await moved(count + 2)
    }
    // The first click loads the lightbox code and can skip the transition.
    await page.locator('.wall-picture').first().click()
    await page.locator('.viewer').waitFor()
    await page.keyboard.press('Escape')
    await page.locator('.viewer').waitFor({ state: 'detached' })
    await page.waitForTimeout(1000)
    const before = (await growthsOf(page)).length
    await browser.startTracing(page, { categories: ['devtools.timeline', 'toplevel', 'blink.user_timing'] })
    for (let round = 0; round < rounds; round++) await lookAtOne(before + 2 * round)
    const tasks = longestTasks(await browser.stopTracing())
    const frames = (await growthsOf(page)).slice(before).map((growth) => growth.frames)
    const waits = frames.map((times) => times.slice(1).map((at, index) => at - (times[index] ?? at)))
    const perSecond = waits.map((each) => (1000 * each.length) / each.reduce((sum, wait) => sum + wait, 0))
    return [
      below('lightbox transition, longest frame', median(waits.map((each) => Math.max(...each))), longestFrameMs, 'ms'),
      below('lightbox transition, longest task', median(tasks), longestFrameMs, 'ms'),
      below('lightbox transition, frames per second', median(perSecond), Number.POSITIVE_INFINITY, ''),
    ]
  } finally {
    await browser.close()
  }
}
