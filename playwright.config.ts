import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { defineConfig } from '@playwright/test'

const origin = `http://localhost:${process.env.E2E_PORT ?? 5178}`

/** The shell opens a window in a tenth of the time: it has no toolbars to draw that nobody sees. */
const names = ['chromium-headless-shell', 'chromium']
const folders = process.env.PATH?.split(delimiter) ?? []
// Where there is neither, the test tool's own browser is used.
const chromium =
  process.env.CHROMIUM_PATH ??
  names.flatMap((name) => folders.map((folder) => join(folder, name))).find((file) => existsSync(file))

// Every worker reads this file again; the folder of the first reading is theirs too.
if (!process.env.E2E_DATA_DIR) {
  const folder = mkdtempSync(join(tmpdir(), 'framelight-e2e-'))
  process.env.E2E_DATA_DIR = folder
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
}

// `npm test` walks every journey on a wide screen, and on a phone those whose screens differ most there. All of them, at
// both widths, are walked by `npm run test:browser`.
const isShort = process.env.E2E_SCOPE === 'short'
const onPhoneToo = ['gallery', 'pages', 'shell'].map((name) => `**/${name}.spec.ts`)

export default defineConfig({
  testDir: 'e2e',
  timeout: 90_000,
  expect: { timeout: 15_000 },
  forbidOnly: Boolean(process.env.CI),
  // A journey of hundreds of steps, three at a time on two cores, may stumble over the machine. One that fails twice is broken;
  // one that passes at the second try only is named at the end of `npm test`.
  retries: isShort ? 1 : 0,
  workers: 3,
  fullyParallel: true,
  reporter: [['list'], ['json', { outputFile: 'node_modules/.cache/playwright.json' }]],
  use: {
    baseURL: origin,
    // Recording every test would take a third of its time: ask for it with --trace on.
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
      use: { viewport: { width: 1280, height: 800 } },
    },
    {
      name: 'phone',
      ...(isShort && { testMatch: onPhoneToo }),
      use: { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true },
    },
  ],
  webServer: {
    command: `"${process.execPath}" --disable-warning=ExperimentalWarning src/server/main.ts`,
    url: `${origin}/api/health`,
    reuseExistingServer: false,
    gracefulShutdown: { signal: 'SIGTERM', timeout: 5000 },
    env: {
      NODE_ENV: 'production',
      PORT: new URL(origin).port,
      PUBLIC_URL: origin,
      DATA_DIR: process.env.E2E_DATA_DIR,
      LOG_LEVEL: 'warn',
      // Tests say where their visitors are.
      TRUST_PROXY: 'true',
    },
  },
})
