import { isIP } from 'node:net'
import { resolve } from 'node:path'
import { type PlanId, plans } from '#shared/plans.ts'
import { type PaymentsConfig, readPayments } from './payments-config.ts'
import type { DatabaseOptions } from './platform/database/database.ts'
import { StartupProblem } from './platform/startup-problem.ts'
import { parseStorageUrl } from './platform/storage/parse-storage-url.ts'
import type { StorageOptions } from './platform/storage/storage.ts'

export type Config = PaymentsConfig & {
  host: string
  port: number
  publicUrl: string
  dataDir: string
  /** Where uploads arrive; emptied at every start. */
  tempDir: string
  database: DatabaseOptions
  storage: StorageOptions
  /** undefined: generated once and kept in the data folder. */
  appSecrets: [string, ...string[]] | undefined
  defaultPlan: PlanId
  smtpUrl: string | undefined
  mailFrom: string
  supportEmail: string
  trustProxy: boolean | string | TrustHop
  logLevel: string
  isDevelopment: boolean
}

/** Whether the proxy at this address, so many hops away, is believed. */
type TrustHop = (address: string, hop: number) => boolean

type Environment = Record<string, string | undefined>

const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']

/** The environment, read once. What is wrong with it is said in a sentence that names the variable. */
export function readConfig(env: Environment): Config {
  const value = (name: string) => env[name]?.trim() || undefined
  const oneOf = <T extends string>(name: string, choices: readonly T[], fallback: T): T => {
    const given = value(name) ?? fallback
    if (!choices.includes(given as T)) throw new StartupProblem(`${name} must be one of ${choices.join(', ')}.`)
    return given as T
  }

  const port = readPort(value('PORT') ?? '5000')
  const publicUrl = readOrigin(value('PUBLIC_URL') ?? `http://localhost:${port}`)
  const dataDir = resolve(value('DATA_DIR') ?? 'data')
  const databaseUrl = value('DATABASE_URL')
  const secrets = value('APP_SECRET')
    ?.split(',')
    .map((secret) => secret.trim())
  const storageUrl = value('STORAGE_URL')
  const supportEmail = value('SUPPORT_EMAIL') ?? 'support@framelight.example'

  if (databaseUrl && !/^postgres(ql)?:\/\//.test(databaseUrl)) {
    throw new StartupProblem('DATABASE_URL must begin with postgres:// (leave it out for the embedded database).')
  }
  if (databaseUrl && !secrets)
    throw new StartupProblem('APP_SECRET must be set when DATABASE_URL is: all nodes share it.')
  if (secrets?.some((secret) => secret.length < 16)) {
    throw new StartupProblem('APP_SECRET must be at least 16 characters long (each, where it is a list).')
  }
  if (!/^[^\s@]+@[^\s@]+$/.test(supportEmail)) throw new StartupProblem('SUPPORT_EMAIL must be an e-mail address.')
  const mailFrom = value('MAIL_FROM') ?? `Framelight <${supportEmail}>`
  if (!/^([^<>]*<[^\s@<>]+@[^\s@<>]+>|[^\s@<>]+@[^\s@<>]+)$/.test(mailFrom)) {
    throw new StartupProblem('MAIL_FROM must be an e-mail address, or a name with one in angle brackets.')
  }

  return {
    host: value('HOST') ?? '0.0.0.0',
    port,
    publicUrl,
    dataDir,
    tempDir: resolve(dataDir, 'tmp'),
    database: databaseUrl
      ? { kind: 'postgres', url: databaseUrl }
      : { kind: 'sqlite', file: resolve(dataDir, 'framelight.db') },
    storage: storageUrl ? readStorageUrl(storageUrl) : { kind: 'disk', dir: resolve(dataDir, 'pictures') },
    appSecrets: secrets as Config['appSecrets'],
    ...readPayments(value, publicUrl),
    defaultPlan: oneOf('DEFAULT_PLAN', Object.keys(plans) as PlanId[], 'free'),
    smtpUrl: readSmtpUrl(value('SMTP_URL')),
    mailFrom,
    supportEmail,
    trustProxy: readTrustProxy(value('TRUST_PROXY') ?? 'false'),
    logLevel: oneOf('LOG_LEVEL', logLevels, 'info'),
    isDevelopment: env.NODE_ENV === 'development',
  }
}

function readPort(text: string) {
  const port = Number(text)
  if (!Number.isInteger(port) || port < 0 || port > 65_535)
    throw new StartupProblem('PORT must be a number from 0 to 65535.')
  return port
}

function readOrigin(text: string) {
  const url = URL.parse(text)
  if (!url || !/^https?:$/.test(url.protocol))
    throw new StartupProblem('PUBLIC_URL must begin with http:// or https://.')
  if (url.pathname !== '/' || url.search || url.hash) {
    throw new StartupProblem('PUBLIC_URL must be an origin without a path, such as https://photos.example.')
  }
  return url.origin
}

function readStorageUrl(text: string) {
  try {
    return parseStorageUrl(text)
  } catch (error) {
    throw new StartupProblem(`${(error as Error).message}.`)
  }
}

function readSmtpUrl(text: string | undefined) {
  if (text && !/^smtps?:$/.test(URL.parse(text)?.protocol ?? '')) {
    throw new StartupProblem('SMTP_URL must begin with smtp:// or smtps://.')
  }
  return text
}

function readTrustProxy(text: string): Config['trustProxy'] {
  if (text === 'true' || text === 'false') return text === 'true'
  if (/^\d+$/.test(text)) return (_address, hop) => hop < Number(text)
  const proxies = text.split(',').map((proxy) => proxy.trim())
  if (proxies.every(isProxy)) return proxies.join(', ')
  throw new StartupProblem('TRUST_PROXY must be true, false, a number of hops, or addresses separated by commas.')
}

/** An address, a network such as 10.0.0.0/8, or one of the names that Fastify knows. */
function isProxy(text: string) {
  const [address = '', prefix, ...rest] = text.split('/')
  const version = isIP(address)
  if (version === 0) return ['loopback', 'linklocal', 'uniquelocal'].includes(text)
  if (prefix === undefined) return true
  return rest.length === 0 && /^\d{1,3}$/.test(prefix) && Number(prefix) <= (version === 4 ? 32 : 128)
}
