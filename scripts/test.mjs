import { existsSync, readFileSync, rmSync } from 'node:fs'
import { relative, resolve } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { command, Problem, step } from './command.mjs'
import { runTool, runToolInForeground } from './node.mjs'
import { inRoot, requirePaths, root } from './paths.mjs'
import { setUp } from './setup.mjs'
import { summarize } from './summary.mjs'
import { ensureChromium, ensurePostgres } from './system-packages.mjs'

const usage = `Usage: npm test -- [PATH…]
  Runs every check: format, lint, types, unused code, and tests, including browser tests. Installs what it needs.
  PATH…  only the tests in these files and folders`

/** Set by `npm run test:all`. Vitest reads it too. */
const isEverything = process.env.TEST_SCOPE === 'all'

const reports = ['node_modules', '.cache', 'reports']
const vitestReport = inRoot(...reports, 'vitest.json')
const browserReport = inRoot(...reports, 'browser.json')

const readReport = (file) => (existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined)
const vitestCounts = () => readReport(vitestReport) ?? {}

function browserCounts() {
  const report = readReport(browserReport)
  if (!report?.stats) return {}
  const { expected, unexpected, skipped } = report.stats
  return {
    browser: { passed: expected, failed: unexpected, skipped, failures: report.suites.flatMap(browserFailures) },
  }
}

const browserFailures = ({ specs, suites = [] }) => [
  ...specs.filter(({ ok }) => !ok).map(browserFailure),
  ...suites.flatMap(browserFailures),
]

function browserFailure({ file, line, title, tests }) {
  const errors = tests.flatMap(({ results }) => results.flatMap((result) => result.errors))
  const messages = errors.map(({ message }) => stripVTControlCharacters(message.split('\n')[0]))
  return [`${file}:${line}`, title, ...messages].join(' > ')
}

const isBrowserTest = (path) => !relative(inRoot('e2e'), resolve(root, path)).startsWith('..')

/** Runs browser tests only if the other tests pass. */
async function runSome(paths) {
  requirePaths(paths)
  const browserTests = paths.filter(isBrowserTest)
  const others = paths.filter((path) => !isBrowserTest(path))
  const node = await setUp({ withBuild: browserTests.length > 0 })
  const code = others.length > 0 ? await runToolInForeground(node, 'vitest', ['run', ...others]) : 0
  if (browserTests.length === 0) return code
  const chromium = await ensureChromium(node)
  if (chromium) process.env.CHROMIUM_PATH = chromium
  return code || (await runToolInForeground(node, 'playwright', ['test', ...browserTests]))
}

command({ usage, maxPositionals: Number.POSITIVE_INFINITY }, async ({ positionals }) => {
  if (positionals.length > 0) return await runSome(positionals)
  const node = await setUp()
  await ensurePostgres()
  const chromium = await ensureChromium(node)
  rmSync(inRoot(...reports), { recursive: true, force: true })

  const broken = []

  /** Continues after failures, so one run shows every problem. Failed tests are counted separately. */
  async function check(title, [tool, ...args], { environment, counts = () => ({}), isParallel = false } = {}) {
    const { code, output } = await step(
      title,
      () => runTool(node, tool, args, environment),
      ({ code }) => code === 0,
      { isParallel },
    )
    if (code === 0) return
    console.log(output)
    if (!Object.values(counts()).some(({ failed }) => failed > 0)) broken.push(title)
  }

  // Build before the tests, because some of them start the app and load its pages.
  await setUp({ withBuild: true }).catch((error) => {
    if (!(error instanceof Problem)) throw error
    console.log(error.message)
    broken.push('Web build')
  })
  await Promise.all([
    check('Format and lint', ['biome', 'ci', '--colors=off'], { isParallel: true }),
    check('Types', ['tsc', '-b'], { isParallel: true }),
    check('Unused code', ['knip'], { isParallel: true }),
    check('Tests', ['vitest', 'run', ...(isEverything ? [] : ['--project=!timed'])], {
      environment: { VITEST_COUNTS: vitestReport },
      counts: vitestCounts,
      isParallel: true,
    }),
  ])
  await check('Browser tests', ['playwright', 'test', '--reporter=list,json'], {
    environment: {
      ...(!isEverything && { E2E_SCOPE: 'short' }),
      PLAYWRIGHT_JSON_OUTPUT_FILE: browserReport,
      ...(chromium && { CHROMIUM_PATH: chromium }),
    },
    counts: browserCounts,
  })

  const { lines, succeeded } = summarize({ ...vitestCounts(), ...browserCounts() }, broken)
  console.log(`\n${lines.join('\n')}`)
  return succeeded ? 0 : 1
})
