import { resolve } from 'node:path'
import Fastify from 'fastify'
import { describe, expect, test } from 'vitest'
import { readConfig } from './config.ts'
import { StartupProblem } from './platform/startup-problem.ts'

const secret = 'a-secret-of-16-or-more'

function problemOf(env: Record<string, string>) {
  try {
    readConfig(env)
  } catch (error) {
    expect(error).toBeInstanceOf(StartupProblem)
    return (error as Error).message
  }
  return undefined
}

test('without any variable everything is embedded, on port 5000', () => {
  expect(readConfig({})).toEqual({
    host: '0.0.0.0',
    port: 5000,
    publicUrl: 'http://localhost:5000',
    dataDir: resolve('data'),
    tempDir: resolve('data', 'tmp'),
    database: { kind: 'sqlite', file: resolve('data/framelight.db') },
    storage: { kind: 'disk', dir: resolve('data/pictures') },
    appSecrets: undefined,
    payments: 'test',
    stripe: undefined,
    defaultPlan: 'free',
    smtpUrl: undefined,
    mailFrom: 'Framelight <support@framelight.example>',
    supportEmail: 'support@framelight.example',
    trustProxy: false,
    logLevel: 'info',
    isDevelopment: false,
  })
})

test('a variable that is empty or blank counts as not set', () => {
  const names = ['PORT', 'PUBLIC_URL', 'DATA_DIR', 'DATABASE_URL', 'STORAGE_URL', 'APP_SECRET', 'PAYMENTS']
  const others = ['DEFAULT_PLAN', 'SMTP_URL', 'MAIL_FROM', 'SUPPORT_EMAIL', 'TRUST_PROXY', 'LOG_LEVEL', 'HOST']
  const all = [...names, ...others]
  expect(readConfig(Object.fromEntries(all.map((name) => [name, ''])))).toEqual(readConfig({}))
  expect(readConfig(Object.fromEntries(all.map((name) => [name, ' \t'])))).toEqual(readConfig({}))
})

test('everything can be set', () => {
  const config = readConfig({
    HOST: '127.0.0.1',
    PORT: '8080',
    PUBLIC_URL: 'https://photos.example',
    DATA_DIR: '/var/lib/framelight',
    DATABASE_URL: 'postgres://me@db/photos',
    STORAGE_URL: 's3://pictures',
    APP_SECRET: secret,
    PAYMENTS: 'off',
    DEFAULT_PLAN: 'gold',
    SMTP_URL: 'smtps://me:pass@mail.example:465',
    MAIL_FROM: 'Photos <photos@example.com>',
    SUPPORT_EMAIL: 'help@example.com',
    TRUST_PROXY: 'true',
    LOG_LEVEL: 'warn',
    NODE_ENV: 'development',
  })
  expect(config).toEqual({
    host: '127.0.0.1',
    port: 8080,
    publicUrl: 'https://photos.example',
    dataDir: '/var/lib/framelight',
    tempDir: '/var/lib/framelight/tmp',
    database: { kind: 'postgres', url: 'postgres://me@db/photos' },
    storage: { kind: 's3', bucket: 'pictures', region: 'us-east-1', forcePathStyle: false },
    appSecrets: [secret],
    payments: 'off',
    stripe: undefined,
    defaultPlan: 'gold',
    smtpUrl: 'smtps://me:pass@mail.example:465',
    mailFrom: 'Photos <photos@example.com>',
    supportEmail: 'help@example.com',
    trustProxy: true,
    logLevel: 'warn',
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
  ['STORAGE_URL', 'https://pictures.example'],
  ['STORAGE_URL', 's3://pictures?colour=blue'],
  ['APP_SECRET', 'short'],
  ['APP_SECRET', `${secret},short`],
  ['APP_SECRET', `${secret},`],
  ['APP_SECRET', ','],
  ['PAYMENTS', 'paypal'],
  ['PAYMENTS', 'Stripe'],
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
])('%s=%j is refused in a sentence that names the variable', (name, value) => {
  expect(problemOf({ APP_SECRET: secret, [name]: value })).toMatch(new RegExp(`^${name} .+\\.$`, 's'))
})

test('a refusal does not repeat a secret', () => {
  expect(problemOf({ APP_SECRET: 'hunter2' })).not.toContain('hunter2')
  expect(problemOf({ DATABASE_URL: 'mysql://me:hunter2@db', APP_SECRET: secret })).not.toContain('hunter2')
  expect(problemOf({ SMTP_URL: 'http://me:hunter2@mail' })).not.toContain('hunter2')
})

describe('PORT', () => {
  test('is part of the public address unless that is set', () => {
    expect(readConfig({ PORT: '8080' }).publicUrl).toBe('http://localhost:8080')
    expect(readConfig({ PORT: '80' }).publicUrl).toBe('http://localhost')
    expect(readConfig({ PORT: '8080', PUBLIC_URL: 'https://photos.example' }).publicUrl).toBe('https://photos.example')
  })

  test('may be 0, for any that is free, and 65535 at most', () => {
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
  test('holds database and pictures, and is taken from where the server is started', () => {
    expect(readConfig({ DATA_DIR: 'elsewhere' })).toMatchObject({
      dataDir: resolve('elsewhere'),
      database: { file: resolve('elsewhere/framelight.db') },
      storage: { dir: resolve('elsewhere/pictures') },
    })
  })
})

describe('APP_SECRET', () => {
  test('must be set with DATABASE_URL, since all nodes share it', () => {
    expect(problemOf({ DATABASE_URL: 'postgres://db/photos' })).toMatch(/^APP_SECRET must be set when DATABASE_URL is/)
    expect(problemOf({ DATABASE_URL: 'postgresql://db/photos', APP_SECRET: secret })).toBeUndefined()
  })

  test('is a list for rotation, in the order given', () => {
    const older = 'an-older-secret-of-16'
    expect(readConfig({ APP_SECRET: ` ${secret} , ${older} ` }).appSecrets).toEqual([secret, older])
  })

  test('has 16 characters or more', () => {
    expect(problemOf({ APP_SECRET: 'x'.repeat(15) })).toMatch(/at least 16 characters/)
    expect(readConfig({ APP_SECRET: 'x'.repeat(16) }).appSecrets).toEqual(['x'.repeat(16)])
  })
})

describe('PAYMENTS', () => {
  const stripe = {
    STRIPE_SECRET_KEY: 'sk_test_1',
    STRIPE_WEBHOOK_SECRET: 'whsec_1',
    STRIPE_PRICE_PLUS: 'price_plus',
    STRIPE_PRICE_GOLD: 'price_gold',
  }

  test.each([
    ['http://localhost:5000', 'test'],
    ['http://127.0.0.1:5000', 'test'],
    ['http://127.8.9.1', 'test'],
    ['http://[::1]:5000', 'test'],
    ['https://photos.example', 'off'],
    ['http://192.168.0.5', 'off'],
    ['https://localhost.evil.example', 'off'],
    ['https://127.0.0.1.evil.example', 'off'],
  ])('at %s without a key are %s', (publicUrl, mode) => {
    expect(readConfig({ PUBLIC_URL: publicUrl }).payments).toBe(mode)
  })

  test('are real as soon as there is a key', () => {
    expect(readConfig(stripe)).toMatchObject({
      payments: 'stripe',
      stripe: {
        secretKey: 'sk_test_1',
        webhookSecret: 'whsec_1',
        prices: { plus: 'price_plus', gold: 'price_gold' },
        apiBase: undefined,
      },
    })
    expect(readConfig({ ...stripe, PUBLIC_URL: 'https://photos.example' }).payments).toBe('stripe')
  })

  test('are what is asked for, whatever the default would be', () => {
    expect(readConfig({ ...stripe, PAYMENTS: 'off' })).toMatchObject({ payments: 'off', stripe: undefined })
    expect(readConfig({ ...stripe, PAYMENTS: 'test' }).payments).toBe('test')
    expect(readConfig({ PUBLIC_URL: 'https://photos.example', PAYMENTS: 'test' }).payments).toBe('test')
  })
})

describe('STRIPE_…', () => {
  const stripe = {
    PAYMENTS: 'stripe',
    STRIPE_SECRET_KEY: 'sk_test_1',
    STRIPE_WEBHOOK_SECRET: 'whsec_1',
    STRIPE_PRICE_PLUS: 'price_plus',
    STRIPE_PRICE_GOLD: 'price_gold',
  }

  test.each(Object.keys(stripe).filter((name) => name !== 'PAYMENTS'))(
    'without %s nothing is sold through Stripe',
    (name) => {
      const sentence = problemOf({ ...stripe, [name]: '' })
      expect(sentence).toBe(`${name} must be set when payments go through Stripe (or set PAYMENTS=off).`)
    },
  )

  test('are not needed where nothing is sold', () => {
    expect(problemOf({ PAYMENTS: 'off', STRIPE_SECRET_KEY: 'sk_test_1' })).toBeUndefined()
    expect(problemOf({ PAYMENTS: 'test' })).toBeUndefined()
  })

  test('must name two prices', () => {
    expect(problemOf({ ...stripe, STRIPE_PRICE_GOLD: 'price_plus' })).toMatch(/^STRIPE_PRICE_GOLD /)
  })

  test.each(['api.stripe.example', 'ftp://127.0.0.1', 'http://127.0.0.1:1/v1', 'http://127.0.0.1/?a=b'])(
    'STRIPE_API_BASE=%s is refused',
    (base) => {
      expect(problemOf({ ...stripe, STRIPE_API_BASE: base })).toMatch(/^STRIPE_API_BASE /)
    },
  )

  test('STRIPE_API_BASE is an origin', () => {
    const { stripe: read } = readConfig({ ...stripe, STRIPE_API_BASE: 'http://127.0.0.1:12111/' })
    expect(read?.apiBase).toBe('http://127.0.0.1:12111')
  })
})

describe('MAIL_FROM', () => {
  test('is the support address unless set', () => {
    expect(readConfig({ SUPPORT_EMAIL: 'help@example.com' }).mailFrom).toBe('Framelight <help@example.com>')
  })
})

describe('TRUST_PROXY', () => {
  /** The address a server with this setting takes a call to come from, through the proxies 10.0.0.2 and 127.0.0.1. */
  async function callerSeenBy(trustProxy: string) {
    const app = Fastify({ trustProxy: readConfig({ TRUST_PROXY: trustProxy }).trustProxy })
    app.get('/', async (request) => request.ip)
    const response = await app.inject({ url: '/', headers: { 'x-forwarded-for': '203.0.113.9, 10.0.0.2' } })
    return response.body
  }

  test.each([
    ['false', '127.0.0.1'],
    ['0', '127.0.0.1'],
    ['1', '10.0.0.2'],
    ['2', '203.0.113.9'],
    ['9', '203.0.113.9'],
    ['true', '203.0.113.9'],
    ['127.0.0.1', '10.0.0.2'],
    ['10.0.0.2', '127.0.0.1'],
    ['127.0.0.0/8, 10.0.0.0/8', '203.0.113.9'],
    ['loopback', '10.0.0.2'],
    ['loopback, 10.0.0.2', '203.0.113.9'],
    ['loopback,uniquelocal', '203.0.113.9'],
    ['::1', '127.0.0.1'],
  ])('%s: the call comes from %s', async (trustProxy, caller) => {
    expect(await callerSeenBy(trustProxy)).toBe(caller)
  })

  test.each(['10.0.0.256', '10.0.0.0/99', '10.0.0.1 10.0.0.2', '10.0.0.1,', 'dead', 'loopbacks'])(
    '%s is refused at once, not by a crash later on',
    (trustProxy) => {
      expect(problemOf({ TRUST_PROXY: trustProxy })).toMatch(/^TRUST_PROXY /)
    },
  )

  test('names of networks and addresses may come in any order', async () => {
    expect(await callerSeenBy('10.0.0.2, loopback')).toBe('203.0.113.9')
  })
})
