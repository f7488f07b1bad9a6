import { hostname } from 'node:os'
import { resolve } from 'node:path'
import { describe, expect, test } from 'vitest'
import { problemOf } from '#test/support/config.ts'
import { readConfig } from './config.ts'

const secret = 'a-secret-of-16-or-more'

test('an empty environment results in the defaults', () => {
  expect(readConfig({})).toEqual({
    host: '0.0.0.0',
    port: 5000,
    publicUrl: 'http://localhost:5000',
    dataDir: resolve('data'),
    tempDir: resolve('data', 'tmp'),
    database: { kind: 'sqlite', file: resolve('data/framelight.db') },
    storage: { kind: 'disk', dir: resolve('data/pictures') },
    diskReserveMb: undefined,
    dailyBackup: undefined,
    appSecrets: undefined,
    payments: 'test',
    stripe: undefined,
    studioForAll: false,
    defaultPlan: 'free',
    registration: undefined,
    confirmEmail: false,
    reauthenticateMinutes: 10,
    oidc: undefined,
    webhooksLocal: false,
    dnsServers: undefined,
    domainGraceDays: 7,
    passwordLogin: 'on',
    limits: {},
    fileLimitMb: 10,
    trashDays: 30,
    smtpUrl: undefined,
    mailFrom: 'Framelight <support@framelight.example>',
    supportEmail: 'support@framelight.example',
    trustProxy: false,
    logLevel: 'info',
    nodeName: hostname(),
    accessLog: false,
    logClientIp: false,
    releasesUrl: undefined,
    metrics: undefined,
    isDevelopment: false,
  })
})

test('empty and blank variables count as unset', () => {
  const names = ['PORT', 'PUBLIC_URL', 'DATA_DIR', 'DATABASE_URL', 'STORAGE_URL', 'APP_SECRET', 'PAYMENTS']
  const others = ['DEFAULT_PLAN', 'SMTP_URL', 'MAIL_FROM', 'SUPPORT_EMAIL', 'TRUST_PROXY', 'LOG_LEVEL', 'HOST']
  const all = [...names, ...others]
  expect(readConfig(Object.fromEntries(all.map((name) => [name, ''])))).toEqual(readConfig({}))
  expect(readConfig(Object.fromEntries(all.map((name) => [name, ' \t'])))).toEqual(readConfig({}))
})

test.each([
  [{}, false],
  [{ STUDIO: 'all' }, true],
  [{ PAYMENTS: 'off' }, true],
  [{ PAYMENTS: 'off', STUDIO: 'plans' }, false],
])('with %o, everyone getting the features for studios is %s', (env, isForAll) => {
  expect(readConfig(env).studioForAll).toBe(isForAll)
})

test('environment variables override the defaults', () => {
  const config = readConfig({
    HOST: '127.0.0.1',
    PORT: '8080',
    PUBLIC_URL: 'https://photos.example',
    DATA_DIR: '/var/lib/framelight',
    DATABASE_URL: 'postgres://me@pool/photos',
    DATABASE_DIRECT_URL: 'postgres://me@db/photos',
    DATABASE_REPLICA_URL: 'postgres://me@copy/photos',
    DATABASE_CONNECTIONS: '4',
    STORAGE_URL: 's3://pictures',
    BACKUP_DAILY: '/backups',
    BACKUP_KEEP: '3',
    APP_SECRET: secret,
    PAYMENTS: 'off',
    DEFAULT_PLAN: 'gold',
    REGISTRATION: 'invited',
    CONFIRM_EMAIL: 'true',
    LINK_LIMIT: '5',
    FILE_LIMIT_MB: '25',
    SMTP_URL: 'smtps://me:pass@mail.example:465',
    MAIL_FROM: 'Photos <photos@example.com>',
    SUPPORT_EMAIL: 'help@example.com',
    TRUST_PROXY: 'true',
    LOG_LEVEL: 'warn',
    NODE_NAME: 'photos-1',
    ACCESS_LOG: 'true',
    LOG_CLIENT_IP: 'true',
    RELEASES_URL: 'https://git.example/latest',
    METRICS_PORT: '9464',
    NODE_ENV: 'development',
  })
  expect(config).toEqual({
    host: '127.0.0.1',
    port: 8080,
    publicUrl: 'https://photos.example',
    dataDir: '/var/lib/framelight',
    tempDir: '/var/lib/framelight/tmp',
    database: {
      kind: 'postgres',
      url: 'postgres://me@pool/photos',
      directUrl: 'postgres://me@db/photos',
      replicaUrl: 'postgres://me@copy/photos',
      maxConnections: 4,
    },
    storage: { kind: 's3', bucket: 'pictures', region: 'us-east-1', forcePathStyle: false },
    dailyBackup: { folder: '/backups', keep: 3 },
    appSecrets: [secret],
    payments: 'off',
    stripe: undefined,
    studioForAll: true,
    defaultPlan: 'gold',
    registration: 'invited',
    confirmEmail: true,
    reauthenticateMinutes: 10,
    oidc: undefined,
    webhooksLocal: false,
    dnsServers: undefined,
    domainGraceDays: 7,
    passwordLogin: 'on',
    limits: { linkLimit: 5 },
    fileLimitMb: 25,
    trashDays: 30,
    smtpUrl: 'smtps://me:pass@mail.example:465',
    mailFrom: 'Photos <photos@example.com>',
    supportEmail: 'help@example.com',
    trustProxy: expect.any(Function),
    logLevel: 'warn',
    nodeName: 'photos-1',
    accessLog: true,
    logClientIp: true,
    releasesUrl: 'https://git.example/latest',
    metrics: { host: '127.0.0.1', port: 9464 },
    isDevelopment: true,
  })
})

test.each([
  ['PORT', 'http'],
  ['PORT', '-1'],
  ['PORT', '65536'],
  ['PORT', '80.5'],
  ['PUBLIC_URL', 'photos.example'],
  ['PUBLIC_URL', 'ftp://photos.example'],
  ['PUBLIC_URL', 'https://'],
  ['PUBLIC_URL', 'https://photos.example/app'],
  ['PUBLIC_URL', 'https://photos.example/?a=b'],
  ['PUBLIC_URL', 'https://photos.example/#top'],
  ['DATABASE_URL', 'mysql://db/photos'],
  ['DATABASE_URL', './photos.db'],
  ['DATABASE_DIRECT_URL', 'pgbouncer://db/photos'],
  ['DATABASE_REPLICA_URL', 'db/photos'],
  ['DATABASE_CONNECTIONS', '0'],
  ['STORAGE_URL', 'https://pictures.example'],
  ['STORAGE_URL', 's3://pictures?colour=blue'],
  ['STORAGE_URL', 's3://pictures/folder'],
  ['STORAGE_URL', 's3://pictures?endpoint='],
  ['STORAGE_URL', 's3://key:secret@pictures'],
  ['APP_SECRET', 'short'],
  ['APP_SECRET', `${secret},short`],
  ['APP_SECRET', `${secret},`],
  ['APP_SECRET', ','],
  ['PAYMENTS', 'paypal'],
  ['STUDIO', 'none'],
  ['PAYMENTS', 'Stripe'],
  ['REGISTRATION', 'maybe'],
  ['CONFIRM_EMAIL', 'yes'],
  ['LINK_LIMIT', '-1'],
  ['LINK_LIMIT', 'many'],
  ['IMAGE_LIMIT', '1.5'],
  ['STORAGE_LIMIT_GB', '10GB'],
  ['FILE_LIMIT_MB', '0'],
  ['FILE_LIMIT_MB', '201'],
  ['DEFAULT_PLAN', 'platinum'],
  ['DEFAULT_PLAN', 'toString'],
  ['SMTP_URL', 'mail.example'],
  ['SMTP_URL', 'http://mail.example'],
  ['SUPPORT_EMAIL', 'support'],
  ['SUPPORT_EMAIL', 'a@b\r\nBcc: c@d'],
  ['TRUST_PROXY', 'yes'],
  ['TRUST_PROXY', 'proxy.example'],
  ['TRUST_PROXY', '-1'],
  ['LOG_LEVEL', 'loud'],
  ['LOG_LEVEL', 'INFO'],
])('%s=%j is rejected with an error that names the variable', (name, value) => {
  expect(problemOf({ APP_SECRET: secret, [name]: value })).toMatch(new RegExp(`^${name} .+\\.$`, 's'))
})

test("errors about APP_SECRET, DATABASE_URL and SMTP_URL don't repeat their secrets", () => {
  expect(problemOf({ APP_SECRET: 'hunter2' })).not.toContain('hunter2')
  expect(problemOf({ DATABASE_URL: 'mysql://me:hunter2@db', APP_SECRET: secret })).not.toContain('hunter2')
  expect(problemOf({ SMTP_URL: 'http://me:hunter2@mail' })).not.toContain('hunter2')
})

describe('PORT', () => {
  test('sets the port of the default public URL', () => {
    expect(readConfig({ PORT: '8080' }).publicUrl).toBe('http://localhost:8080')
    expect(readConfig({ PORT: '80' }).publicUrl).toBe('http://localhost')
    expect(readConfig({ PORT: '8080', PUBLIC_URL: 'https://photos.example' }).publicUrl).toBe('https://photos.example')
  })

  test('can be 0 or 65535', () => {
    expect(readConfig({ PORT: '0' }).port).toBe(0)
    expect(readConfig({ PORT: '65535' }).port).toBe(65_535)
  })
})

describe('PUBLIC_URL', () => {
  test.each([
    ['https://photos.example/', 'https://photos.example'],
    ['HTTPS://Photos.Example:443', 'https://photos.example'],
    ['http://192.168.0.5:8080', 'http://192.168.0.5:8080'],
    ['http://[::1]:5000', 'http://[::1]:5000'],
  ])('%s becomes the origin %s', (value, origin) => {
    expect(readConfig({ PUBLIC_URL: value }).publicUrl).toBe(origin)
  })
})

describe('DATA_DIR', () => {
  test('is relative to the working directory and contains the database and images', () => {
    expect(readConfig({ DATA_DIR: 'elsewhere' })).toMatchObject({
      dataDir: resolve('elsewhere'),
      database: { file: resolve('elsewhere/framelight.db') },
      storage: { dir: resolve('elsewhere/pictures') },
    })
  })
})

test('DATABASE_DIRECT_URL and DATABASE_REPLICA_URL require DATABASE_URL', () => {
  expect(problemOf({ DATABASE_DIRECT_URL: 'postgres://db/photos' })).toMatch(/^DATABASE_DIRECT_URL bypasses/)
  expect(problemOf({ DATABASE_REPLICA_URL: 'postgres://db/photos' })).toMatch(/^DATABASE_REPLICA_URL is a replica/)
})

describe('APP_SECRET', () => {
  test('is required with DATABASE_URL', () => {
    expect(problemOf({ DATABASE_URL: 'postgres://db/photos' })).toMatch(/^APP_SECRET must be set when DATABASE_URL is/)
    expect(problemOf({ DATABASE_URL: 'postgresql://db/photos', APP_SECRET: secret })).toBeUndefined()
  })

  test('can list several secrets for rotation', () => {
    const older = 'an-older-secret-of-16'
    expect(readConfig({ APP_SECRET: ` ${secret} , ${older} ` }).appSecrets).toEqual([secret, older])
  })

  test('must have at least 16 characters', () => {
    expect(problemOf({ APP_SECRET: 'x'.repeat(15) })).toMatch(/at least 16 characters/)
    expect(readConfig({ APP_SECRET: 'x'.repeat(16) }).appSecrets).toEqual(['x'.repeat(16)])
  })
})

test('limits include only configured values', () => {
  expect(readConfig({ LINK_LIMIT: '0', STORAGE_LIMIT_GB: 'unlimited' }).limits).toEqual({
    linkLimit: 0,
    storageLimitGb: null,
  })
  expect(readConfig({ IMAGE_LIMIT: '1000' }).limits).toEqual({ imageLimit: 1000 })
})

test('FILE_LIMIT_MB=unlimited means 200 MB', () => {
  expect(readConfig({ FILE_LIMIT_MB: '25' }).fileLimitMb).toBe(25)
  expect(readConfig({ FILE_LIMIT_MB: 'unlimited' }).fileLimitMb).toBe(200)
})

describe('MAIL_FROM', () => {
  test('defaults to the support address', () => {
    expect(readConfig({ SUPPORT_EMAIL: 'help@example.com' }).mailFrom).toBe('Framelight <help@example.com>')
  })
})

test.each(['LINK_LIMIT', 'IMAGE_LIMIT', 'STORAGE_LIMIT_GB', 'FILE_LIMIT_MB', 'DISK_RESERVE_MB'])(
  '%s rejects a fraction',
  (name) => expect(problemOf({ [name]: '1.5' })).toContain(`${name} must be a whole number`),
)
