const titles = {
  unit: 'unit',
  web: 'web components',
  sqlite: 'API on SQLite',
  postgres: 'API on PostgreSQL',
  'sqlite-only': 'API, SQLite only',
  disk: 'storage on disk',
  s3: 'storage on S3',
  faults: 'faults',
  timed: 'faults, timed',
  browser: 'browser',
}

/** The groups in a pair run the same tests, so different counts mean that some didn't run. */
const pairs = [
  ['sqlite', 'postgres'],
  ['disk', 's3'],
]

/** `npm run test:all` runs all tests on both engines, and the timed ones, which `npm test` leaves out. */
const optional = process.env.TEST_SCOPE === 'all' ? ['sqlite-only'] : ['timed']

const none = { passed: 0, failed: 0, skipped: 0, statements: [] }
const ran = ({ passed, failed }) => passed + failed

/** Compares two groups on the same engine, because some statements are written differently for the other one. */
const statementsOnlyOn = ({ statements = [] }, { statements: onBothEngines = [] }) =>
  statements.filter((statement) => !onBothEngines.includes(statement))

const some = (count, kind) => (count > 0 ? `, ${count} ${kind}` : '')

const row = (title, { passed, failed, skipped }) =>
  `${title.padEnd(18)}${String(passed).padStart(6)} passed${some(failed, 'failed')}${some(skipped, 'skipped')}`

/**
 * Returns a table of results, the failed tests, any other problems, and the total on the last line. Each problem counts
 * as a failure, so a failed run never shows "0 failed".
 * @typedef {{ passed: number, failed: number, skipped: number, statements?: string[], failures?: string[] }} Group
 * @param {Record<string, Group>} groups
 * @param {string[]} brokenChecks
 */
export function summarize(groups, brokenChecks) {
  const of = (name) => groups[name] ?? none
  const names = Object.keys(titles).filter((name) => groups[name] || !optional.includes(name))
  const complaints = [
    ...brokenChecks.map((check) => `${check} failed.`),
    ...names.filter((name) => ran(of(name)) === 0).map((name) => `No test ran: ${titles[name]}.`),
    ...names.filter((name) => of(name).skipped > 0).map((name) => `Tests were skipped: ${titles[name]}.`),
    ...pairs
      .filter(([a, b]) => ran(of(a)) !== ran(of(b)))
      .map(([a, b]) => `${titles[a]} and ${titles[b]} ran different numbers of tests.`),
    ...statementsOnlyOn(of('sqlite-only'), of('sqlite')).map(
      (statement) => `No test without "@engine sqlite" runs this statement: ${statement}.`,
    ),
  ]
  const sum = (kind) => names.reduce((total, name) => total + of(name)[kind], 0)
  const failed = sum('failed') + complaints.length
  return {
    succeeded: failed === 0,
    lines: [
      ...names.map((name) => row(titles[name], of(name))),
      ...names.flatMap((name) => (of(name).failures ?? []).map((failure) => `Failed, ${titles[name]}: ${failure}`)),
      ...complaints,
      `${sum('passed')} passed, ${failed} failed${some(sum('skipped'), 'skipped')}`,
    ],
  }
}
