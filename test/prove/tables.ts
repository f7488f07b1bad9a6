import { type Amounts, faults } from '../faults/long.ts'
import type { Outcome } from '../faults/outcome.ts'
import { auditPackages } from './audit.ts'
import { proveLoginTiming } from './login-timing.ts'
import { updateNodes } from './rolling-update.ts'
import { suite } from './suites.ts'

export type Part = (amount: Amounts, seed: number) => Promise<Outcome>
type Row = {
  what: string
  bar: string
  /** What of the row no part shows. */
  missing?: string
  parts: Record<string, Part>
}
export type Table = { title: string; rows: Row[] }

const engines = ['sqlite', 'postgres'] as const
const long = (...names: (keyof typeof faults)[]): Record<string, Part> =>
  Object.fromEntries(names.map((name) => [name, faults[name]]))
const tests = (...args: Parameters<typeof suite>): Part => {
  const run = suite(...args)
  return (_amount, seed) => run(seed)
}

const faultRows: Row[] = [
  {
    what: 'kill -9 under uploads, deletes and comments, 16 clients, 200 kills',
    bar: '0 acknowledged writes lost, 0 deletes undone, 0 rows without file, 0 files without row after the sweep, integrity check ok, start within 5 s',
    parts: long(
      'kills-sqlite',
      'commenting-kills',
      'counting-kills',
      'choosing-sqlite',
      'choosing-kills-sqlite',
      'empty-folders',
    ),
  },
  {
    what: 'The same on PostgreSQL, killing the app and, apart, the database',
    bar: 'the same; recovers within 10 s by itself',
    parts: long('kills-postgres', 'database-crashes', 'choosing-postgres', 'choosing-kills-postgres'),
  },
  {
    what: 'Disk full, read-only disk, S3 answering 500 or hanging, database locked',
    bar: '0 false 201, 0 crashes, counters unchanged, a clear 5xx',
    parts: {
      ...long('full-disk', 'read-only', 's3', 'start-sweep'),
      'locked-database': tests({ files: ['process/locked-file', 'process/lost-connection'], projects: ['unit'] }),
    },
  },
  {
    what: 'Client hangs up in the middle of an upload, 500 times',
    bar: '0 temporary files, and the quota restored',
    parts: long('hang-ups'),
  },
  {
    what: '64 parallel creates at limit minus one, links and images, both engines',
    bar: 'exactly one passes, every round',
    parts: long('last-place-sqlite', 'last-place-postgres', 'limit-sqlite', 'limit-postgres'),
  },
  {
    what: 'Delete, upload and downgrade racing, 1,000 rounds',
    bar: 'counters equal a recount',
    parts: long('counter-races-sqlite', 'counter-races-postgres'),
  },
  {
    what: "Payment events: 1,000 random orders of a subscription's life, each event 1 to 5 times, 8 at once; 100 forged, old or altered signatures",
    bar: 'the same final plan every time; 0 accepted',
    parts: {
      'payment-orders': tests({
        files: ['payment-orders', 'payment-events'],
        projects: [...engines],
        settings: (seed) => ({ PAYMENT_ORDERS: '1000', PAYMENT_SEED: String(seed) }),
      }),
    },
  },
  {
    what: 'Backup taken under load and restored, 20 rounds',
    bar: 'all hashes match; at most 3 x the idle time',
    parts: long('backups'),
  },
  {
    what: 'Backups that overlap in one folder, 50 times, and kill -9 of a backup, 50 times, and of a restore, 20 times, at random moments',
    bar: 'every backup that is called finished restores and passes the check; a restore that was killed works when run again',
    parts: long('overlapping-backups', 'killed-backups'),
  },
  {
    what: 'One bit wrong in 20 places of a backup: pictures, database, secret, manifest, description',
    bar: 'found 20 times by verify, by restore and by the next backup, and in no next backup',
    parts: long('damaged-backups'),
  },
  {
    what: 'Move from SQLite and disk to PostgreSQL and S3 and back, killed five times on the way',
    bar: 'every row and hash equal',
    parts: long('move'),
  },
  {
    what: 'Rolling update between two versions with a schema change, three nodes',
    bar: '0 failed of 10,000 requests',
    parts: { 'rolling-update': (_amount, seed) => updateNodes(seed) },
  },
]

const loadRows: Row[] = [
  {
    what: '32 readers and 8 uploaders, 10 minutes',
    bar: '0 x 5xx, reads p99 at most 300 ms, memory flat',
    parts: long('busy'),
  },
  { what: '4 times too much load', bar: 'only 429 and 503; healthy 5 s later', parts: long('overload') },
  {
    what: '500 slow clients (slow head, slow body, slow read)',
    bar: "others' p99 under 1 s, slow sockets closed within 20 s, those that read nothing within 90 s",
    parts: long('attack-slow-clients'),
  },
  {
    what: 'Pictures: truncated, 60,000 x 60,000, 20,000 frames, CMYK, 16-bit, all eight orientations, polyglots, SVG, HTML, HEIC',
    bar: '0 x 500, at most 5 s each, upright, sRGB, refused in a sentence where refused',
    parts: {
      ...long('bad-input'),
      pictures: tests({ files: ['platform/pictures/'], projects: ['unit'] }),
    },
  },
  {
    what: 'Any served file',
    bar: '0 locations, serial numbers, maker notes, embedded previews, comment blocks, foreign tails; always image/*, nosniff',
    parts: {
      'served-files': tests({
        files: [
          'media/media.test',
          'media/camera-details',
          'media/originals',
          'media/downloads.test',
          'media/og-images',
        ],
        projects: [...engines],
      }),
    },
  },
  {
    what: 'While 25 pipelining connections, 1,005 slow bodies, 150 hostile headers, 220 damaged uploads, 64 stopped ZIP readers or 4 lying pictures go on',
    bar: "a visitor's gallery and thumbnail and another user's upload succeed, p99 at most 3 x the quiet one; memory grows by less than 400 MB",
    parts: long(
      'attack-pipelining',
      'attack-slow-bodies',
      'attack-stopped-zips',
      'attack-reads',
      'attack-headers',
      'attack-damaged-pictures',
      'lying-pictures',
      'comments-flood-sqlite',
      'comments-flood-postgres',
    ),
  },
  {
    what: '100,000 favorites, comments, followers and events of strangers on one link, and 1,000 guests from as many networks',
    bar: "every list comes in pages, each under 300 ms; others' p99 at most 2 x the quiet one and nobody waits over 100 ms, also while all favorites are written as a file; 500 guests an hour are taken",
    parts: long('crowded-link-sqlite', 'crowded-link-postgres'),
  },
  {
    what: '40 imports of 1.6 MB by one account, 8 at once, then 4 HEADs and 4 GETs of its export at once, with 100,000 favorites and 100,000 comments of strangers in it',
    bar: 'nobody else waits over 100 ms longer than in quiet; memory grows by less than 400 MB',
    parts: long('imports-sqlite', 'imports-postgres'),
  },
  {
    what: 'A picture worker killed by SIGKILL, SIGSEGV, memory',
    bar: 'one upload refused in a sentence, the others 201, the server lives',
    parts: long('worker-kills'),
  },
  {
    what: 'A slow but moving reader (50 kB/s) of a 40 MB ZIP, direct, nginx, Caddy',
    bar: 'arrives whole',
    parts: long('slow-reader'),
  },
  {
    what: '100,000 fuzzed requests over all routes, from the schemas',
    bar: '0 x 500, 0 hangs over 2 s',
    parts: long('fuzz'),
  },
  {
    what: 'Multipart floods, 10,000 fields, `__proto__`, 1 MB names',
    bar: '4xx, no temporary file left',
    parts: { forms: tests({ files: ['images/upload-forms'], projects: [...engines] }) },
  },
]

const doorRows: Row[] = [
  {
    what: 'Authorisation matrix: every route x who asks x state of the link',
    bar: 'all as the written table; a route without a row fails',
    parts: { authorisation: tests({ files: ['api/authorization.test'], projects: [...engines] }) },
  },
  {
    what: 'Revocation: saved addresses and tokens after private, expire, delete, logout, password change',
    bar: 'dead within 1 s',
    parts: {
      ...long('two-nodes'),
      'password-races': tests({ files: ['api/races'], projects: [...engines] }),
    },
  },
  {
    what: 'Guessing 1,000 passwords, 100,000 slugs, 100,000 reset tokens',
    bar: '0 let in, 429 seen, the owner not locked out',
    parts: long('guessing-sqlite', 'guessing-postgres', 'guessing-slugs', 'guessing-tokens'),
  },
  {
    what: 'Known and unknown address at login and forgot password',
    bar: 'the same status, body and time (medians within 5 %)',
    parts: { 'guessed-times': (_amount, seed) => proveLoginTiming(seed) },
  },
  {
    what: 'Headers on every route and status',
    bar: "CSP whose script-src is 'self' without unsafe-inline and unsafe-eval, nosniff, Referrer-Policy, frame-ancestors; `fuzz` looks at them in each of its 100,000 answers too",
    parts: {
      headers: tests({ files: ['http/security', 'api/edges', 'api/fast-path'], projects: ['unit', ...engines] }),
    },
  },
  {
    what: 'Secrets in logs, bundle, errors, addresses',
    bar: "none; the token in an upload's query never reaches a log",
    missing: 'that the bundle holds none',
    parts: {
      secrets: tests({
        files: ['api/edges', 'http/errors', 'http/logging', 'images/upload-limits'],
        projects: ['unit', ...engines],
      }),
    },
  },
  {
    what: "20,000 random walks of owner's and visitors' acts on doors against a small model",
    bar: '0 disagreements on pages, files, ZIP, card, comments',
    parts: {
      'door-walks': tests({
        files: ['api/access-walks'],
        projects: ['sqlite'],
        settings: () => ({ DOOR_WALKS: '20000' }),
      }),
    },
  },
  {
    what: 'Mass assignment, formula injection in CSV, header injection in mail, markup in titles in preview tags',
    bar: '0',
    missing: 'mass assignment by a test of its own; `fuzz` sends such fields',
    parts: {
      injections: tests({
        files: ['analytics-csv', 'platform/mail/', 'pages/page-tags', 'contact/contact'],
        projects: ['unit', ...engines],
      }),
    },
  },
  {
    what: '`npm audit --omit=dev`',
    bar: '0 high or critical',
    parts: { audit: (_amount, seed) => auditPackages(seed) },
  },
]

export const tables: Table[] = [
  { title: 'Faults: nothing acknowledged is lost', rows: faultRows },
  { title: 'Load and bad input', rows: loadRows },
  { title: "Nobody in where they don't belong", rows: doorRows },
]

export const parts: Record<string, Part> = Object.assign(
  {},
  ...tables.flatMap(({ rows }) => rows.map((row) => row.parts)),
)
