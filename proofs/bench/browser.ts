import { type Browser, type BrowserContextOptions, chromium } from '@playwright/test'

export const debuggingPort = 9347

export const startBrowser = () =>
  chromium.launch({
    ...(process.env.CHROMIUM_PATH && { executablePath: process.env.CHROMIUM_PATH }),
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      `--remote-debugging-port=${debuggingPort}`,
    ],
  })

export const phone: BrowserContextOptions = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true }
export const laptop: BrowserContextOptions = {
  viewport: { width: 1280, height: 800 },
  isMobile: false,
  hasTouch: false,
}

export async function openCold<Seen>(
  browser: Browser,
  address: string,
  look: () => Seen | Promise<Seen>,
  options: BrowserContextOptions = {},
): Promise<Awaited<Seen>> {
  const context = await browser.newContext({ ...phone, ...options })
  try {
    const page = await context.newPage()
    await page.goto(address, { waitUntil: 'networkidle' })
    return (await page.evaluate(look)) as Awaited<Seen>
  } finally {
    await context.close()
  }
}
