import * as z from 'zod/mini'
import { paymentMode, registrationMode } from '#shared/config.ts'
import { defaultFileLimitMb } from '#shared/limits.ts'
import { planIds, plans } from '#shared/plans.ts'
import { signingIn } from './sign-in-settings.ts'
import {
  dnsServers,
  domainGraceDays,
  email,
  fileLimit,
  folder,
  limit,
  megabytes,
  oneOf,
  origin,
  port,
  postgresUrl,
  secrets,
  sender,
  smtpUrl,
  storageUrl,
  text,
  trashDays,
  trustedProxies,
  webUrl,
  wholeNumber,
  yesOrNo,
} from './values.ts'

/**
 * `default` is parsed like a value from the environment. For a setting without a default, `unset` describes what
 * applies if it isn't set. `npm run format` generates `.env.example` and the tables in docs/self-hosting.md from these
 * settings. `meaning` and `unset` can contain Markdown.
 */
export type Setting = { value: z.ZodMiniType; meaning: string; example?: string } & (
  | { default: string }
  | { unset: string }
)

const listening = {
  PORT: { value: port, default: '5000', meaning: 'the port to listen on; 0 picks any free port' },
  HOST: { value: text, default: '0.0.0.0', meaning: 'the network address to listen on' },
  PUBLIC_URL: {
    value: z.optional(origin('https://photos.example')),
    unset: '`http://localhost:$PORT`',
    meaning: "the site's URL for emails and links; without a path",
    example: 'https://photos.example',
  },
  TRUST_PROXY: {
    value: trustedProxies,
    default: 'false',
    meaning:
      'which proxies to trust for `X-Forwarded-For`: `false` (none), a number of hops (`true` means 1), or a comma-separated list of IP addresses, ranges such as `10.0.0.0/8`, and the names `loopback`, `linklocal` and `uniquelocal`; see [Behind a proxy](#behind-a-proxy)',
  },
  WEBHOOKS_LOCAL: {
    value: yesOrNo,
    default: 'false',
    meaning:
      '`true`: webhooks can call `http` URLs and private networks, such as a service on the same machine. Anyone with an account could then reach your network, so only set it if you trust them all',
  },
  LOG_LEVEL: {
    value: oneOf(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']),
    default: 'info',
    meaning: '`fatal`, `error`, `warn`, `info`, `debug`, `trace` or `silent`; `debug` adds a line per request',
  },
} satisfies Record<string, Setting>

const watching = {
  NODE_NAME: {
    value: z.optional(text),
    unset: 'the host name',
    meaning: "this node's name in its log lines, if you run several nodes",
    example: 'photos-1',
  },
  ACCESS_LOG: {
    value: yesOrNo,
    default: 'false',
    meaning:
      '`true`: logs a line per request, with its route, status and time; never its URL, which may contain a secret',
  },
  LOG_CLIENT_IP: {
    value: yesOrNo,
    default: 'false',
    meaning:
      "`true`: log lines about requests include the client's IP address, and each login with a wrong password or refused passkey and each wrong link password gets a line, for fail2ban; see [monitoring.md](monitoring.md#fail2ban)",
  },
  RELEASES_URL: {
    value: z.optional(webUrl),
    unset: 'no update check',
    meaning: 'a URL with JSON about the latest release (`tag_name` or `version`), fetched once a day',
  },
  METRICS_PORT: {
    value: z.optional(port),
    unset: 'no metrics',
    meaning: 'the port for Prometheus, at `/metrics`; see [monitoring.md](monitoring.md)',
    example: '9464',
  },
  METRICS_HOST: {
    value: text,
    default: '127.0.0.1',
    meaning: 'the network address for metrics; keep them private',
  },
} satisfies Record<string, Setting>

const data = {
  DATA_DIR: {
    value: folder,
    default: './data',
    meaning:
      "the folder for the database, images and emails, unless they're stored elsewhere; see [The data folder](#the-data-folder)",
  },
  DATABASE_URL: {
    value: z.optional(postgresUrl),
    unset: 'SQLite in `DATA_DIR`',
    meaning: 'a PostgreSQL server, for several nodes',
    example: 'postgres://framelight:password@127.0.0.1:5432/framelight',
  },
  DATABASE_DIRECT_URL: {
    value: z.optional(postgresUrl),
    unset: '`DATABASE_URL`',
    meaning:
      'the PostgreSQL server itself, if `DATABASE_URL` points to a PgBouncer in transaction mode; see [scaling.md](scaling.md)',
    example: 'postgres://framelight:password@127.0.0.1:5432/framelight',
  },
  DATABASE_REPLICA_URL: {
    value: z.optional(postgresUrl),
    unset: '`DATABASE_URL`',
    meaning: 'a replica of that server, for reads that may be slightly stale; see [scaling.md](scaling.md)',
    example: 'postgres://framelight:password@127.0.0.1:5433/framelight',
  },
  DATABASE_CONNECTIONS: {
    value: wholeNumber,
    default: '10',
    meaning:
      'the maximum number of connections from this node to PostgreSQL, and to its replica; plus one for notifications',
  },
  STORAGE_URL: {
    value: z.optional(storageUrl),
    unset: 'files in `DATA_DIR`',
    meaning: 'a bucket on S3, or on a compatible server',
    example: 's3://bucket?endpoint=http://127.0.0.1:9000&region=us-east-1&forcePathStyle=true',
  },
  // The AWS client reads these two from the environment itself.
  AWS_ACCESS_KEY_ID: {
    value: z.optional(text),
    unset: 'an instance role',
    meaning: 'the access key for `STORAGE_URL`',
  },
  AWS_SECRET_ACCESS_KEY: { value: z.optional(text), unset: 'an instance role', meaning: 'the secret for that key' },
  DISK_RESERVE_MB: {
    value: z.optional(megabytes),
    unset: "1000, or 5% of the disk if that's less",
    meaning:
      'disk space to keep free in `DATA_DIR`: below that, uploads are rejected, but everything else keeps working',
  },
  BACKUP_DAILY: {
    value: z.optional(folder),
    unset: 'no automatic backups',
    meaning: 'a folder for daily backups, preferably on another disk; see [Backups](#backups). Set it on one node only',
    example: '/backups',
  },
  BACKUP_KEEP: { value: wholeNumber, default: '7', meaning: 'how many backups to keep in that folder' },
  APP_SECRET: {
    value: z.optional(secrets),
    unset: 'generated once and stored in `DATA_DIR`',
    meaning:
      'signs invitations, the URLs of private images and links in emails, and encrypts the secrets of authenticator apps and webhooks. Required with `DATABASE_URL`, and the same on every node; at least 16 characters. Can be a comma-separated list: the first one signs and encrypts, and all are accepted; see [Rotating APP_SECRET](#rotating-app_secret)',
  },
} satisfies Record<string, Setting>

const planFigures = planIds
  .map((id) => `\`${id}\` (${plans[id].linkLimit} links, ${plans[id].imageLimit} images)`)
  .join(', ')

const joining = {
  REGISTRATION: {
    value: z.optional(oneOf(registrationMode.options)),
    unset: '`open`, or what was chosen in Administration',
    example: 'invited',
    meaning:
      "who can sign up: `open` (anyone), `invited` (people with an invitation from an administrator) or `closed` (no one). If set, it can't be changed in [Administration](#administration)",
  },
  CONFIRM_EMAIL: {
    value: yesOrNo,
    default: 'false',
    meaning:
      "`true`: new users have to confirm their email address before visitors can open their links. Existing accounts aren't affected",
  },
  LINK_LIMIT: {
    value: z.optional(limit),
    unset: "the plan's",
    meaning:
      'how many links a user without a subscription can have: a number, or `unlimited`. Administrators can override this and the next two limits for individual accounts',
  },
  IMAGE_LIMIT: { value: z.optional(limit), unset: "the plan's", meaning: 'the same for images' },
  STORAGE_LIMIT_GB: {
    value: z.optional(limit),
    unset: '`unlimited`',
    meaning: 'the same for the storage used by all sizes of their images, in gigabytes',
  },
  FILE_LIMIT_MB: {
    value: fileLimit,
    default: String(defaultFileLimitMb),
    meaning: 'the maximum size of an image in megabytes (of 1,048,576 bytes), up to 200; for everyone',
  },
  TRASH_DAYS: {
    value: trashDays,
    default: '30',
    meaning:
      'how many days deleted links and images stay in the trash, up to 365; with 0, there is no trash, and deleting is final',
  },
} satisfies Record<string, Setting>

const selling = {
  DEFAULT_PLAN: {
    value: oneOf(planIds),
    default: 'free',
    meaning: `the plan of users without a subscription: ${planFigures}`,
  },
  PAYMENTS: {
    value: z.optional(oneOf(paymentMode.options)),
    unset:
      '`stripe` if `STRIPE_SECRET_KEY` is set, otherwise `test` if `PUBLIC_URL` is on this machine, otherwise `off`',
    meaning:
      'how plans are sold: `stripe` (by card), `test` (a test checkout that charges nothing) or `off` (not for sale); see [Payments](#payments)',
  },
  STUDIO: {
    value: z.optional(oneOf(['plans', 'all'])),
    unset: '`all` if plans are not for sale, otherwise `plans`',
    meaning:
      'who gets branding, an own domain and collaborators: users whose plan includes them (`plans`), or everyone (`all`)',
  },
  DNS_SERVER: {
    value: z.optional(dnsServers),
    unset: 'the resolvers of the system',
    meaning:
      'the DNS servers that look up the records of own domains: IP addresses, with a port if it is not 53, separated by commas',
  },
  DOMAIN_GRACE_DAYS: {
    value: domainGraceDays,
    default: '7',
    meaning:
      'how many days an own domain keeps working after its DNS record disappears, such as 7 or 0.5; after that, others can claim it',
  },
  STRIPE_SECRET_KEY: {
    value: z.optional(text),
    unset: 'no card payments',
    meaning: 'your Stripe secret key. Card payments need this and the next three settings',
  },
  STRIPE_WEBHOOK_SECRET: { value: z.optional(text), unset: 'none', meaning: "the webhook's signing secret" },
  STRIPE_PRICE_PLUS: { value: z.optional(text), unset: 'none', meaning: 'the id of the monthly Plus price' },
  STRIPE_PRICE_GOLD: { value: z.optional(text), unset: 'none', meaning: 'the id of the monthly Gold price' },
  STRIPE_API_BASE: {
    value: z.optional(origin('http://127.0.0.1:12111')),
    unset: "Stripe's own",
    meaning: 'a different URL for the Stripe API, for tests',
  },
} satisfies Record<string, Setting>

const mail = {
  SMTP_URL: {
    value: z.optional(smtpUrl),
    unset: '`.eml` files in `DATA_DIR/outbox`',
    meaning: 'the server for outgoing email, `smtp://` or `smtps://`',
    example: 'smtp://user:password@mail.example:587',
  },
  MAIL_FROM: {
    value: z.optional(sender),
    unset: '`Framelight <SUPPORT_EMAIL>`',
    meaning: 'the sender',
    example: '"Framelight <photos@photos.example>"',
  },
  SUPPORT_EMAIL: {
    value: email,
    default: 'support@framelight.example',
    meaning: "shown in the footer, and receives contact messages. Set it: the default address doesn't exist",
  },
} satisfies Record<string, Setting>

export const settingGroups = {
  Network: listening,
  'Logs and monitoring': watching,
  'Data and storage': data,
  'Sign-up and limits': joining,
  'Passwords and single sign-on': signingIn,
  'Plans and payments': selling,
  'Outgoing email': mail,
} satisfies Record<string, Record<string, Setting>>

export const settings = { ...listening, ...watching, ...data, ...joining, ...signingIn, ...selling, ...mail }
