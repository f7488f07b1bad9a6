import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { defineConfig } from '@playwright/test'

const origin = `http://localhost:${process.env.E2E_PORT ?? 5178}`

// Where there is neither, the test tool's own browser is used.
const chromium =
  process.env.CHROMIUM_PATH ??
  process.env.PATH?.split(delimiter)
    .map((folder) => join(folder, 'chromium'))
    .find((file) => existsSync(file))

// Every worker reads this file again; the folder of the first reading is theirs too.
if (!process.env.E2E_DATA_DIR) {
  const folder = mkdtempSync(join(tmpdir(), 'framelight-e2e-'))
  process.env.E2E_DATA_DIR = folder
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
}

export default defineConfig({
  testDir: 'e2e',
  forbidOnly: Boolean(process.env.CI),
  retries: 0,
  workers: 2,
  fullyParallel: true,
  reporter: [['list'], ['json', { outputFile: 'node_modules/.cache/playwright.json' }]],
  use: {
    baseURL: origin,
    trace: 'retain-on-failure',
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
    { name: 'desktop', use: { viewport: { width: 1280, height: 800 } } },
    { name: 'phone', use: { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true } },
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
    },
  },
})
