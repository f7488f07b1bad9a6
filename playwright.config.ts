import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { defineConfig } from '@playwright/test'

const port = Number(process.env.E2E_PORT ?? 5178)
const origin = `http://localhost:${port}`
const mailPort = port + 1000
/** For tests that start a server of their own. */
process.env.E2E_SMTP_URL = `smtp://127.0.0.1:${mailPort}`

/** The headless shell is faster because it has no UI to draw. */
const names = ['chromium-headless-shell', 'chromium']
const folders = process.env.PATH?.split(delimiter) ?? []
// If no file is found, Playwright uses its own browser.
const chromium =
  process.env.CHROMIUM_PATH ??
  names.flatMap((name) => folders.map((folder) => join(folder, name))).find((file) => existsSync(file))

// Every worker evaluates this file again. The environment variable ensures that they all use the same folder.
if (!process.env.E2E_DATA_DIR) {
  const folder = mkdtempSync(join(tmpdir(), 'framelight-e2e-'))
  process.env.E2E_DATA_DIR = folder
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
}

// `npm test` leaves out tests with the tag @full, and at phone width, it only runs those with @phone.
// `npm run test:browser` and `npm run test:all` run every test at both widths.
const isShort = process.env.E2E_SCOPE === 'short'

export default defineConfig({
  testDir: 'e2e',
  // Only a test that hangs should fail. On a busy machine, everything can take ten times as long.
  timeout: 180_000,
  expect: { timeout: 30_000 },
  forbidOnly: Boolean(process.env.CI),
  retries: 0,
  workers: 3,
  fullyParallel: true,
  reporter: [['list'], ['json', { outputFile: 'node_modules/.cache/playwright.json' }]],
  use: {
    baseURL: origin,
    // Tracing would take a third of each test's time. Use `--trace on` when you need it.
    trace: 'off',
    launchOptions: {
      ...(chromium && { executablePath: chromium }),
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
  },
  projects: [
    {
      name: 'desktop',
      ...(isShort && { grepInvert: /@full/ }),
      use: { viewport: { width: 1280, height: 800 } },
    },
    {
      name: 'phone',
      // Touch drags start with a long press, so tests with @mouse need a mouse.
      grepInvert: isShort ? /@full|@mouse/ : /@mouse/,
      ...(isShort && { grep: /@phone/ }),
      use: { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true },
    },
  ],
  webServer: [
    {
      command: `"${process.execPath}" e2e/mail-server.ts`,
      port: mailPort,
      reuseExistingServer: false,
      env: { PORT: String(mailPort), FOLDER: join(process.env.E2E_DATA_DIR, 'outbox') },
    },
    {
      command: `"${process.execPath}" --disable-warning=ExperimentalWarning src/server/main.ts`,
      url: `${origin}/api/health`,
      reuseExistingServer: false,
      gracefulShutdown: { signal: 'SIGTERM', timeout: 5000 },
      env: {
        NODE_ENV: 'production',
        PORT: String(port),
        PUBLIC_URL: origin,
        DATA_DIR: process.env.E2E_DATA_DIR,
        SMTP_URL: process.env.E2E_SMTP_URL,
        LOG_LEVEL: 'warn',
        // Tests set their visitors' IP addresses in X-Forwarded-For.
        TRUST_PROXY: 'true',
      },
    },
  ],
})
