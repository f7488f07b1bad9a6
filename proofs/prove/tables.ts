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
  /** Aspects that aren't covered by any part. */
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

/** In parts of a few minutes each. */
const imageWalks = (engine: (typeof engines)[number], parts: number, walks: number): Record<string, Part> =>
  Object.fromEntries(
    Array.from({ length: parts }, (_, n) => [
      `image-walks-${engine}-${n + 1}`,
      tests({
        files: ['api/image-walks'],
        projects: [engine],
        settings: (seed) => ({
          IMAGE_WALKS: String(walks),
          IMAGE_STEPS: '6',
          IMAGE_ROUNDS: '10',
          IMAGE_SEED: String(seed),
        }),
      }),
    ]),
  )

const faultRows: Row[] = [
  {
    what: 'kill -9 under uploads, deletes and comments, 16 clients, 200 kills',
    bar: '0 acknowledged writes lost, 0 deletes undone, 0 rows without a file, 0 files without a row after the sweep, integrity check passes, restarts within 5 s',
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
    what: 'The same on PostgreSQL, killing the app and, separately, the database',
    bar: 'the same; recovers on its own within 10 s',
    parts: long('kills-postgres', 'database-crashes', 'choosing-postgres', 'choosing-kills-postgres'),
  },
  {
    what: 'kill -9 during resumable uploads, 20 kills on each engine',
    bar: '0 acknowledged bytes or images lost, every upload continues at its offset, 0 parts left a day later',
    parts: long('resumable-kills-sqlite', 'resumable-kills-postgres'),
  },
  {
    what: 'Watermarks turned on, changed and off 1,000 times during reads and uploads, 20 kills, on each engine and on two nodes',
    bar: '0 clean bytes for visitors after the answer, within a second on the other node; earlier URLs closed within a second; 0 marks for the owner; 0 files left',
    parts: long('watermarks-sqlite', 'watermarks-postgres', 'watermarks-two-nodes'),
  },
  {
    what: 'The default watermarks on white, black, gray, noise, a gradient and 200 photos, as a visitor and the owner get them',
    bar: 'at least 0.1 % of the pixels differ by 16 levels or more in a corner, 1 % of each quarter if tiled; 0 for the owner',
    parts: {
      'visible-watermarks': tests({
        files: ['images/watermark-visibility'],
        projects: ['sqlite'],
        settings: () => ({ WATERMARK_PHOTOS: '200' }),
      }),
    },
  },
  {
    what: 'tus-js-client and curl send a photo each, and the connection breaks at 50 random offsets',
    bar: 'both continue after every cut; the photo is stored once, with the bytes that were sent',
    parts: long('upload-cuts-sqlite', 'upload-cuts-postgres'),
  },
  {
    what: 'kill -9 during copies, restores and sweeps of 200 images, 20 kills each on each engine',
    bar: 'copies and restores are complete or not done, sweeps finish after the restart, 0 images lost, 0 files left behind',
    parts: long('trash-kills-sqlite', 'trash-kills-postgres'),
  },
  {
    what: 'Copies of 1,000 images, whose originals are then deleted for good',
    bar: 'under 2 s, 0 bytes written, the same storage used, every file of every copy still opens',
    parts: long('copies-sqlite', 'copies-postgres'),
  },
  {
    what: 'The command line client sends 2,000 pictures and is killed 20 times',
    bar: 'each picture is in the gallery once; the client uses less than 200 MB of memory',
    parts: long('client-kills'),
  },
  {
    what: 'The client imports more than 40 hostile ZIPs and a large one of 500 MB',
    bar: '0 files written, every hostile entry refused, all others imported, less than 200 MB of memory',
    parts: long('client-zips'),
  },
  {
    what: 'Webhooks of 20 comments while one receiver is down and others are slow, redirecting, endless or dripping',
    bar: 'the other receivers wait less than 1 s, every signature verifies, 0 redirects followed, every event arrives once',
    parts: long('webhooks-sqlite', 'webhooks-postgres'),
  },
  {
    what: 'Full disk, read-only disk, S3 returning 500 or hanging, locked database',
    bar: '0 false 201, 0 crashes, counters unchanged, a clear 5xx',
    parts: {
      ...long('full-disk', 'read-only', 's3', 'start-sweep'),
      'locked-database': tests({ files: ['process/locked-file', 'process/lost-connection'], projects: ['unit'] }),
    },
  },
  {
    what: '500 clients that disconnect during an upload',
    bar: '0 temporary files left, quota restored',
    parts: long('aborted-uploads'),
  },
  {
    what: '150 guests at one address send 20 photos of 4 MB each, a seventh of them cut off twice',
    bar: "every photo arrives once, another gallery's p99 is at most 2 x, at most 350 MB of memory half a minute later",
    parts: long('guest-uploads-sqlite', 'guest-uploads-postgres'),
  },
  {
    what: 'An owner approves 5,000 photos with one call',
    bar: 'all are in the gallery; other clients wait at most 50 ms longer than when idle',
    parts: long('full-queue-sqlite', 'full-queue-postgres'),
  },
  {
    what: '500 random walks of guests and owners on each engine, 20,000 steps in total, compared with a model',
    bar: '0 differences in galleries, pages, files, ZIP, card, favorites, queue, live wall and counters',
    parts: {
      'guest-upload-walks': tests({
        files: ['api/guest-upload-walks'],
        projects: [...engines],
        settings: (seed) => ({ GUEST_WALKS: '500', GUEST_SEED: String(seed) }),
      }),
    },
  },
  {
    what: '20,000 random walks of an owner and two collaborators with uploads, copies, moves, sections, invitations, the trash and its sweep, 16,000 of them on SQLite, each about 6 random steps, ten of them on the same account, compared with a model',
    bar: '0 differences in galleries, trash, counters and the role of a collaborator after each step, in the page and ZIP of a random gallery after each step, and in all pages, files and ZIPs after each ten walks; `npm run check` finds nothing after each hundred walks',
    parts: { ...imageWalks('sqlite', 8, 2000), ...imageWalks('postgres', 4, 1000) },
  },
  {
    what: '64 concurrent creates with one slot left, links and images, on both engines',
    bar: 'exactly one succeeds in every round',
    parts: long('last-slot-race-sqlite', 'last-slot-race-postgres', 'limit-sqlite', 'limit-postgres'),
  },
  {
    what: 'Delete, upload and downgrade racing, 1,000 rounds',
    bar: 'counters equal a recount',
    parts: long('counter-races-sqlite', 'counter-races-postgres'),
  },
  {
    what: "Payment events: 1,000 random orders of a subscription's events, each delivered 1 to 5 times, 8 at a time; 100 forged, old or altered signatures",
    bar: 'the same final plan every time; 0 bad signatures accepted',
    parts: {
      'payment-orders': tests({
        files: ['payment-orders', 'payment-events'],
        projects: [...engines],
        settings: (seed) => ({ PAYMENT_ORDERS: '1000', PAYMENT_SEED: String(seed) }),
      }),
    },
  },
  {
    what: '20 backups taken under load and restored',
    bar: 'all hashes match; at most 3 x the idle time',
    parts: long('backups'),
  },
  {
    what: '50 overlapping backups in one folder; kill -9 at a random moment of 50 backups and 20 restores',
    bar: 'every finished backup restores and passes the check; a killed restore succeeds when repeated',
    parts: long('overlapping-backups', 'killed-backups'),
  },
  {
    what: 'One flipped bit in 20 places of a backup: pictures, database, secret, manifest, description',
    bar: 'all 20 detected by verify, restore and the next backup, and not copied into the next backup',
    parts: long('damaged-backups'),
  },
  {
    what: 'Move from SQLite and disk to PostgreSQL and S3 and back, killed five times',
    bar: 'all rows and hashes are equal',
    parts: long('move'),
  },
  {
    what: 'Rolling update between two versions with a schema change, three nodes',
    bar: '0 of 10,000 requests fail',
    parts: { 'rolling-update': (_amount, seed) => updateNodes(seed) },
  },
]

const loadRows: Row[] = [
  {
    what: '32 readers and 8 uploaders for 10 minutes',
    bar: '0 x 5xx, reads p99 at most 300 ms, memory stays flat',
    parts: long('busy'),
  },
  { what: 'Four times the sustainable load', bar: 'only 429 and 503; healthy within 5 s', parts: long('overload') },
  {
    what: '500 slow clients (slow head, slow body, slow read)',
    bar: "other clients' p99 under 1 s; slow sockets closed within 20 s, those that read nothing within 90 s",
    parts: long('attack-slow-clients'),
  },
  {
    what: 'Pictures: truncated, 60,000 x 60,000, 20,000 frames, CMYK, 16-bit, all eight orientations, polyglots, SVG, HTML, HEIC',
    bar: '0 x 500, at most 5 s each, upright, sRGB, readable error if rejected',
    parts: {
      ...long('bad-input'),
      pictures: tests({ files: ['platform/images/'], projects: ['unit'] }),
    },
  },
  {
    what: 'Any served file',
    bar: '0 locations, serial numbers, maker notes, embedded previews, comment blocks or trailing data; always image/*, nosniff',
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
    what: 'During 50 pipelining connections, 1,005 slow bodies, 150 hostile headers, 220 damaged uploads, 64 stalled ZIP readers or 4 pictures with false dimensions',
    bar: "a visitor's gallery and thumbnail and another user's upload succeed, p99 at most 3 x idle; memory grows by less than 400 MB",
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
    what: 'One link with 100,000 favorites, comments, followers and events, and 1,000 guests from 1,000 networks',
    bar: "every list is paginated, each page under 300 ms; other clients' p99 at most 2 x that of the same calls on a link with 100 of each, and no wait over 100 ms, even while exporting all favorites; 500 guests an hour are accepted",
    parts: long('crowded-link-sqlite', 'crowded-link-postgres'),
  },
  {
    what: 'Restoring and sweeping 5,000 images',
    bar: 'other clients wait at most 50 ms longer than when idle',
    parts: long('large-trash-sqlite', 'large-trash-postgres'),
  },
  {
    what: '120 imports of 0.5 MB by one account, 8 at a time, then 4 HEADs and 4 GETs of its export at once, with 100,000 favorites and 100,000 comments from guests',
    bar: 'other clients wait at most 100 ms longer than when idle; memory grows by less than 400 MB',
    parts: long('imports-sqlite', 'imports-postgres'),
  },
  {
    what: 'A picture worker killed by SIGKILL, SIGSEGV, memory',
    bar: 'one upload is rejected with a readable error, the others return 201, the server survives',
    parts: long('worker-kills'),
  },
  {
    what: 'A slow but steady reader (50 kB/s) of a 40 MB ZIP, direct and through nginx and Caddy',
    bar: 'arrives complete',
    parts: long('slow-reader'),
  },
  {
    what: '100,000 requests fuzzed from the schemas, over all routes',
    bar: '0 x 500, 0 hangs over 2 s',
    parts: long('fuzz'),
  },
  {
    what: 'Multipart floods, 10,000 fields, `__proto__`, 1 MB names',
    bar: '4xx, no temporary file left',
    parts: { forms: tests({ files: ['images/upload-forms'], projects: [...engines] }) },
  },
]

const accessRows: Row[] = [
  {
    what: 'Authorization matrix: every route x caller x state of the link',
    bar: 'all as in the table; a route without a row fails',
    parts: { authorization: tests({ files: ['api/authorization.test'], projects: [...engines] }) },
  },
  {
    what: 'Authorization matrix of API keys: every route x 8 keys x every state of the link',
    bar: 'all as in the table; a route without a scope fails',
    parts: {
      'authorization-keys': tests({
        files: ['api/authorization-keys'],
        projects: [...engines],
        settings: () => ({ KEY_STATES: 'all' }),
      }),
    },
  },
  {
    what: "Revocation: saved URLs and tokens after making a link private, expiry, deletion, logout, password changes and the end of API keys, and after an image leaves an invitation's section",
    bar: 'rejected within 1 s',
    parts: {
      ...long('two-nodes'),
      'password-races': tests({ files: ['api/races'], projects: [...engines] }),
    },
  },
  {
    what: 'Single sign-on: 28 false answers of a provider, replayed and swapped callbacks, and 100 logins through a certified provider',
    bar: '0 false answers let anyone in; 100 of 100 logins succeed',
    parts: {
      oidc: tests({ files: ['features/oidc/'], projects: [...engines], settings: () => ({ OIDC_LOGINS: '100' }) }),
    },
  },
  {
    what: 'Guessing 1,000 passwords, 100,000 slugs, 100,000 reset tokens',
    bar: "0 succeed, 429 returned, the owner isn't locked out",
    parts: long('guessing-sqlite', 'guessing-postgres', 'guessing-slugs', 'guessing-tokens'),
  },
  {
    what: 'Known and unknown email addresses at login and forgot password',
    bar: 'the same status, body and time (medians within 5 %)',
    parts: { 'login-timing': (_amount, seed) => proveLoginTiming(seed) },
  },
  {
    what: 'Headers on every route and status',
    bar: "CSP whose script-src is 'self' without unsafe-inline and unsafe-eval, nosniff, Referrer-Policy, frame-ancestors; `fuzz` also checks its 100,000 responses",
    parts: {
      headers: tests({ files: ['http/security', 'api/edges', 'api/hot-reads'], projects: ['unit', ...engines] }),
    },
  },
  {
    what: 'Secrets in logs, bundle, errors, URLs',
    bar: "none; the token in an upload's query never reaches a log",
    missing: 'secrets in the bundle',
    parts: {
      secrets: tests({
        files: ['api/edges', 'http/errors', 'http/logging', 'images/upload-limits'],
        projects: ['unit', ...engines],
      }),
    },
  },
  {
    what: '20,000 random walks of actions of owners, visitors and API keys of every scope, half of them on each engine, compared with a small access model',
    bar: '0 disagreements about pages, files, ZIP, card, comments and what each key can do',
    parts: {
      'access-walks': tests({
        files: ['api/access-walks'],
        projects: [...engines],
        settings: () => ({ ACCESS_WALKS: '10000' }),
      }),
    },
  },
  {
    what: 'Mass assignment, CSV formula injection, email header injection, markup in the titles of preview tags',
    bar: '0',
    missing: 'a dedicated test of mass assignment; `fuzz` sends such fields',
    parts: {
      injections: tests({
        files: ['analytics-csv', 'platform/email/', 'pages/page-tags', 'contact/contact'],
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
  { title: "Access control: no one sees what they shouldn't", rows: accessRows },
]

export const parts: Record<string, Part> = Object.assign(
  {},
  ...tables.flatMap(({ rows }) => rows.map((row) => row.parts)),
)
