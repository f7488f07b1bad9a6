import { hostname } from 'node:os'
import { resolve } from 'node:path'
import type * as z from 'zod/mini'
import type { PasswordLogin, PaymentMode, RegistrationMode } from '#shared/config.ts'
import type { Limits, PlanId } from '#shared/plans.ts'
import { type Setting, settings } from './config/settings.ts'
import { isThisMachine } from './config/values.ts'
import type { DatabaseOptions } from './platform/database/database.ts'
import type { OidcConfig } from './platform/oidc/oidc-client.ts'
import type { StripeOptions } from './platform/payments/stripe.ts'
import { StartupProblem } from './platform/startup-problem.ts'
import type { StorageOptions } from './platform/storage/storage.ts'

export type Config = {
  host: string
  port: number
  publicUrl: string
  dataDir: string
  /** The server empties this folder at startup. */
  tempDir: string
  database: DatabaseOptions
  storage: StorageOptions
  diskReserveMb: number | undefined
  dailyBackup: { folder: string; keep: number } | undefined
  /** If undefined, a secret is generated once and stored in the data folder. */
  appSecrets: [string, ...string[]] | undefined
  payments: PaymentMode
  stripe: StripeOptions | undefined
  defaultPlan: PlanId
  /** Whether every plan includes branding, an own domain and collaborators. */
  studioForAll: boolean
  /** If undefined, the system's resolvers look up the records of domains. */
  dnsServers: string[] | undefined
  domainGraceDays: number
  /** If undefined, administrators choose who can register. */
  registration: RegistrationMode | undefined
  confirmEmail: boolean
  reauthenticateMinutes: number
  passwordLogin: PasswordLogin
  oidc: OidcConfig | undefined
  /** Whether webhooks can call private networks. */
  webhooksLocal: boolean
  limits: Partial<Limits>
  fileLimitMb: number
  /** 0 if there's no trash. */
  trashDays: number
  smtpUrl: string | undefined
  mailFrom: string
  supportEmail: string
  trustProxy: ValueOf<'TRUST_PROXY'>
  logLevel: string
  nodeName: string
  accessLog: boolean
  /** Also turns on log lines for failed logins and wrong link passwords. */
  logClientIp: boolean
  releasesUrl: string | undefined
  metrics: { host: string; port: number } | undefined
  isDevelopment: boolean
}

type Environment = Record<string, string | undefined>
type SettingName = keyof typeof settings
type ValueOf<Name extends SettingName> = z.output<(typeof settings)[Name]['value']>
type Read = <Name extends SettingName>(name: Name) => ValueOf<Name>

export function readConfig(env: Environment): Config {
  const read = createReader(env)

  const port = read('PORT')
  const publicUrl = read('PUBLIC_URL') ?? new URL(`http://localhost:${port}`).origin
  const dataDir = read('DATA_DIR')
  const databaseUrl = read('DATABASE_URL')
  const [directUrl, replicaUrl] = [read('DATABASE_DIRECT_URL'), read('DATABASE_REPLICA_URL')]
  const maxConnections = read('DATABASE_CONNECTIONS')
  const appSecrets = read('APP_SECRET')
  const supportEmail = read('SUPPORT_EMAIL')
  const backup = { folder: read('BACKUP_DAILY'), keep: read('BACKUP_KEEP') }
  const metrics = { host: read('METRICS_HOST'), port: read('METRICS_PORT') }
  if (databaseUrl && !appSecrets) {
    throw new StartupProblem('APP_SECRET must be set when DATABASE_URL is, so that all nodes share it.')
  }

  if (directUrl && !databaseUrl) {
    throw new StartupProblem('DATABASE_DIRECT_URL bypasses the PgBouncer in DATABASE_URL. Set DATABASE_URL too.')
  }
  if (replicaUrl && !databaseUrl) {
    throw new StartupProblem('DATABASE_REPLICA_URL is a replica of DATABASE_URL. Set DATABASE_URL too.')
  }

  const paying = readPayments(read, publicUrl)
  return {
    host: read('HOST'),
    port,
    publicUrl,
    dataDir,
    tempDir: resolve(dataDir, 'tmp'),
    database: databaseUrl
      ? { kind: 'postgres', url: databaseUrl, directUrl, replicaUrl, maxConnections }
      : { kind: 'sqlite', file: resolve(dataDir, 'framelight.db') },
    storage: read('STORAGE_URL') ?? { kind: 'disk', dir: resolve(dataDir, 'pictures') },
    diskReserveMb: read('DISK_RESERVE_MB'),
    dailyBackup: backup.folder === undefined ? undefined : { ...backup, folder: backup.folder },
    appSecrets,
    ...paying,
    studioForAll: (read('STUDIO') ?? (paying.payments === 'off' ? 'all' : 'plans')) === 'all',
    dnsServers: read('DNS_SERVER'),
    domainGraceDays: read('DOMAIN_GRACE_DAYS'),
    defaultPlan: read('DEFAULT_PLAN'),
    registration: read('REGISTRATION'),
    confirmEmail: read('CONFIRM_EMAIL'),
    reauthenticateMinutes: read('REAUTHENTICATE_MINUTES'),
    ...readSignIn(read),
    webhooksLocal: read('WEBHOOKS_LOCAL'),
    limits: readLimits(read),
    fileLimitMb: read('FILE_LIMIT_MB'),
    trashDays: read('TRASH_DAYS'),
    smtpUrl: read('SMTP_URL'),
    mailFrom: read('MAIL_FROM') ?? `Framelight <${supportEmail}>`,
    supportEmail,
    trustProxy: read('TRUST_PROXY'),
    logLevel: read('LOG_LEVEL'),
    nodeName: read('NODE_NAME') ?? hostname(),
    accessLog: read('ACCESS_LOG'),
    logClientIp: read('LOG_CLIENT_IP'),
    releasesUrl: read('RELEASES_URL'),
    metrics: metrics.port === undefined ? undefined : { ...metrics, port: metrics.port },
    isDevelopment: env.NODE_ENV === 'development',
  }
}

function createReader(env: Environment): Read {
  return (name) => {
    const setting: Setting = settings[name]
    const given = env[name]?.trim() || ('default' in setting ? setting.default : undefined)
    const { data, error } = setting.value.safeParse(given)
    if (error) throw new StartupProblem(`${name} ${error.issues[0]?.message}.`)
    return data as ValueOf<typeof name>
  }
}

function readLimits(read: Read): Partial<Limits> {
  const [linkLimit, imageLimit, storageLimitGb] = [read('LINK_LIMIT'), read('IMAGE_LIMIT'), read('STORAGE_LIMIT_GB')]
  return {
    ...(linkLimit !== undefined && { linkLimit }),
    ...(imageLimit !== undefined && { imageLimit }),
    ...(storageLimitGb !== undefined && { storageLimitGb }),
  }
}

function readSignIn(read: Read): Pick<Config, 'passwordLogin' | 'oidc'> {
  const passwordLogin = read('PASSWORD_LOGIN')
  const issuer = read('OIDC_ISSUER')
  const clientId = read('OIDC_CLIENT_ID')
  const options = {
    clientSecret: read('OIDC_CLIENT_SECRET'),
    name: read('OIDC_NAME'),
    scopes: read('OIDC_SCOPES'),
    isRegistrationOpen: read('OIDC_REGISTRATION'),
    adminGroup: read('OIDC_ADMIN_GROUP'),
    groupsClaim: read('OIDC_GROUPS_CLAIM'),
  }
  if (passwordLogin !== 'on' && !issuer) {
    throw new StartupProblem(
      `PASSWORD_LOGIN can only be ${passwordLogin} with another way to log in. Set OIDC_ISSUER too.`,
    )
  }
  if (!issuer) return { passwordLogin, oidc: undefined }
  if (!clientId) throw new StartupProblem('OIDC_CLIENT_ID must be set when OIDC_ISSUER is.')
  return { passwordLogin, oidc: { issuer, clientId, ...options } }
}

function readPayments(read: Read, publicUrl: string): Pick<Config, 'payments' | 'stripe'> {
  const payments = read('PAYMENTS') ?? defaultPayments(read('STRIPE_SECRET_KEY'), publicUrl)
  return { payments, stripe: payments === 'stripe' ? readStripe(read) : undefined }
}

function defaultPayments(stripeKey: string | undefined, publicUrl: string): PaymentMode {
  if (stripeKey) return 'stripe'
  return isThisMachine(new URL(publicUrl)) ? 'test' : 'off'
}

function readStripe(read: Read): StripeOptions {
  const required = (
    name: 'STRIPE_SECRET_KEY' | 'STRIPE_WEBHOOK_SECRET' | 'STRIPE_PRICE_PLUS' | 'STRIPE_PRICE_GOLD',
  ) => {
    const text = read(name)
    if (!text) throw new StartupProblem(`${name} must be set when payments go through Stripe (or set PAYMENTS=off).`)
    return text
  }
  const secretKey = required('STRIPE_SECRET_KEY')
  const webhookSecret = required('STRIPE_WEBHOOK_SECRET')
  const prices = { plus: required('STRIPE_PRICE_PLUS'), gold: required('STRIPE_PRICE_GOLD') }
  if (prices.plus === prices.gold)
    throw new StartupProblem("STRIPE_PRICE_GOLD can't be the same price as STRIPE_PRICE_PLUS.")
  return { secretKey, webhookSecret, prices, apiBase: read('STRIPE_API_BASE') }
}
