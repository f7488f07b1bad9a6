import * as z from 'zod/mini'
import { paymentMode, registrationMode } from '#shared/config.ts'
import { defaultFileLimitMb } from '#shared/limits.ts'
import { planIds, plans } from '#shared/plans.ts'
import {
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
  trustedProxies,
  webUrl,
  wholeNumber,
  yesOrNo,
} from './values.ts'

/**
 * `default` is text, parsed like a value; without one, `unset` says what happens. `npm run format` generates
 * `.env.example` and the tables in docs/self-hosting.md from this. Texts may use Markdown.
 */
export type Setting = { value: z.ZodMiniType; meaning: string; example?: string } & (
  | { default: string }
  | { unset: string }
)

const listening = {
  PORT: { value: port, default: '5000', meaning: 'the port to listen on; 0 for any that is free' },
  HOST: { value: text, default: '0.0.0.0', meaning: 'the network address to listen on' },
  PUBLIC_URL: {
    value: z.optional(origin('https://photos.example')),
    unset: '`http://localhost:$PORT`',
    meaning: 'the origin people use, in mails and links; without a path',
    example: 'https://photos.example',
  },
  TRUST_PROXY: {
    value: trustedProxies,
    default: 'false',
    meaning:
      'whose `X-Forwarded-For` to believe: `false` (nobody), a number of hops (`true` is read as 1), or addresses separated by commas; see [Behind a proxy](#behind-a-proxy)',
  },
  LOG_LEVEL: {
    value: oneOf(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']),
    default: 'info',
    meaning: '`fatal`, `error`, `warn`, `info`, `debug`, `trace` or `silent`; `debug` adds a line for each request',
  },
} satisfies Record<string, Setting>

const watching = {
  NODE_NAME: {
    value: z.optional(text),
    unset: "the machine's name",
    meaning: 'what this node is called in its log lines, where there are several',
    example: 'photos-1',
  },
  ACCESS_LOG: {
    value: yesOrNo,
    default: 'false',
    meaning:
      '`true`: a log line for each request, with its route, status and time; never its address, which may hold a secret',
  },
  LOG_CLIENT_IP: {
    value: yesOrNo,
    default: 'false',
    meaning:
      "`true`: log lines about requests name the client's IP address, and each failed login and wrong link password has a line, for fail2ban; see [monitoring.md](monitoring.md#fail2ban)",
  },
  RELEASES_URL: {
    value: z.optional(webUrl),
    unset: 'nobody is asked',
    meaning: 'JSON that names the latest release (`tag_name` or `version`), asked for once a day',
  },
  METRICS_PORT: {
    value: z.optional(port),
    unset: 'no metrics',
    meaning: 'where Prometheus finds `/metrics`; see [monitoring.md](monitoring.md)',
    example: '9464',
  },
  METRICS_HOST: {
    value: text,
    default: '127.0.0.1',
    meaning: 'the network address to listen on for that; they are not for strangers',
  },
} satisfies Record<string, Setting>

const data = {
  DATA_DIR: {
    value: folder,
    default: './data',
    meaning: 'everything the embedded default keeps; see [What is kept](#what-is-kept)',
  },
  DATABASE_URL: {
    value: z.optional(postgresUrl),
    unset: 'SQLite in `DATA_DIR`',
    meaning: 'a PostgreSQL, for many nodes',
    example: 'postgres://framelight:password@127.0.0.1:5432/framelight',
  },
  DATABASE_DIRECT_URL: {
    value: z.optional(postgresUrl),
    unset: '`DATABASE_URL`',
    meaning:
      'the same PostgreSQL past a PgBouncer in transaction mode, where `DATABASE_URL` leads to one; see [scaling.md](scaling.md)',
    example: 'postgres://framelight:password@127.0.0.1:5432/framelight',
  },
  DATABASE_REPLICA_URL: {
    value: z.optional(postgresUrl),
    unset: '`DATABASE_URL`',
    meaning: 'a replica of the same PostgreSQL, for reads that may be a moment old; see [scaling.md](scaling.md)',
    example: 'postgres://framelight:password@127.0.0.1:5433/framelight',
  },
  DATABASE_CONNECTIONS: {
    value: wholeNumber,
    default: '10',
    meaning:
      'how many connections to PostgreSQL this node opens at the most, and to its replica; one for notifications comes on top',
  },
  STORAGE_URL: {
    value: z.optional(storageUrl),
    unset: 'files in `DATA_DIR`',
    meaning: 'a bucket of S3, or of a server that speaks it',
    example: 's3://bucket?endpoint=http://127.0.0.1:9000&region=us-east-1&forcePathStyle=true',
  },
  // The AWS client reads these two itself.
  AWS_ACCESS_KEY_ID: { value: z.optional(text), unset: 'a role of the machine', meaning: 'the key for `STORAGE_URL`' },
  AWS_SECRET_ACCESS_KEY: { value: z.optional(text), unset: 'a role of the machine', meaning: 'the secret of that key' },
  DISK_RESERVE_MB: {
    value: z.optional(megabytes),
    unset: '1000, or 5 % of the disk where that is less',
    meaning:
      'room on the disk of `DATA_DIR` that stays free: below it uploads are refused with a sentence, while everything else goes on',
  },
  BACKUP_DAILY: {
    value: z.optional(folder),
    unset: 'none is taken by itself',
    meaning:
      'a folder, better on another disk, to which a backup is taken every day; see [Backups](#backups). Set it on one node',
    example: '/backups',
  },
  BACKUP_KEEP: { value: wholeNumber, default: '7', meaning: 'how many backups stay in that folder' },
  APP_SECRET: {
    value: z.optional(secrets),
    unset: 'made once and kept in `DATA_DIR`',
    meaning:
      'signs the addresses of private pictures. Required with `DATABASE_URL` and the same on every node; 16 characters or more. A comma list changes it gently: the first signs, all are accepted',
  },
} satisfies Record<string, Setting>

/** "`free` (2 links, 50 images)" and so on, from the plan catalog. */
const planFigures = planIds
  .map((id) => `\`${id}\` (${plans[id].linkLimit} links, ${plans[id].imageLimit} images)`)
  .join(', ')

const joining = {
  REGISTRATION: {
    value: oneOf(registrationMode.options),
    default: 'open',
    meaning:
      'who may make an account: `open` (anybody), `invited` (whoever has an address that an administrator made for them) or `closed` (nobody); see [Administration](#administration)',
  },
  CONFIRM_EMAIL: {
    value: yesOrNo,
    default: 'false',
    meaning:
      '`true`: until people have opened the address in a mail to them, nothing of their account is open to visitors. It counts for accounts that are made from then on',
  },
  LINK_LIMIT: {
    value: z.optional(limit),
    unset: "the plan's",
    meaning:
      'how many links everyone without a subscription may have: a number, or `unlimited`. An administrator can set another limit for one account, as of the next two',
  },
  IMAGE_LIMIT: { value: z.optional(limit), unset: "the plan's", meaning: 'the same for images' },
  STORAGE_LIMIT_GB: {
    value: z.optional(limit),
    unset: '`unlimited`',
    meaning: 'the same for the room that their images take with all their sizes, in gigabytes',
  },
  FILE_LIMIT_MB: {
    value: fileLimit,
    default: String(defaultFileLimitMb),
    meaning: 'how large an image may be, in megabytes (of 1,048,576 bytes), up to 200; for everybody',
  },
} satisfies Record<string, Setting>

const selling = {
  DEFAULT_PLAN: {
    value: oneOf(planIds),
    default: 'free',
    meaning: `the plan of everyone without a subscription: ${planFigures}`,
  },
  PAYMENTS: {
    value: z.optional(oneOf(paymentMode.options)),
    unset: '`stripe` where `STRIPE_SECRET_KEY` is set, else `test` where `PUBLIC_URL` is on this machine, else `off`',
    meaning:
      'how plans are sold: `stripe` (by card), `test` (a checkout page where nothing is charged) or `off` (nothing is sold); see [Payments](#payments)',
  },
  STRIPE_SECRET_KEY: {
    value: z.optional(text),
    unset: 'no card payments',
    meaning: 'the key to your account at Stripe. Card payments need this and the next three',
  },
  STRIPE_WEBHOOK_SECRET: { value: z.optional(text), unset: 'none', meaning: 'the signing secret of the webhook' },
  STRIPE_PRICE_PLUS: { value: z.optional(text), unset: 'none', meaning: 'the id of the monthly price of Plus' },
  STRIPE_PRICE_GOLD: { value: z.optional(text), unset: 'none', meaning: 'the id of the monthly price of Gold' },
  STRIPE_API_BASE: {
    value: z.optional(origin('http://127.0.0.1:12111')),
    unset: "Stripe's own",
    meaning: 'another address of the same API, for tests',
  },
} satisfies Record<string, Setting>

const mail = {
  SMTP_URL: {
    value: z.optional(smtpUrl),
    unset: '`.eml` files in `DATA_DIR/outbox`',
    meaning: 'the server for outgoing mail, `smtp://` or `smtps://`',
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
    meaning: "shown in the footer; contact messages go there. Set it: the default is nobody's",
  },
} satisfies Record<string, Setting>

export const settingGroups = {
  'Where it listens': listening,
  'How it is watched': watching,
  'What it keeps': data,
  'Who may join, and how much they may have': joining,
  'What it sells': selling,
  'How it writes mail': mail,
} satisfies Record<string, Record<string, Setting>>

export const settings = { ...listening, ...watching, ...data, ...joining, ...selling, ...mail }
