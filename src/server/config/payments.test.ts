import { describe, expect, test } from 'vitest'
import { readConfig } from '#server/config.ts'
import { problemOf } from '#test/support/config.ts'

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
  ])('at %s, the default without a Stripe key is %s', (publicUrl, mode) => {
    expect(readConfig({ PUBLIC_URL: publicUrl }).payments).toBe(mode)
  })

  test('a Stripe key turns on real payments', () => {
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

  test('an explicit mode overrides the default', () => {
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

  test.each(Object.keys(stripe).filter((name) => name !== 'PAYMENTS'))('Stripe payments need %s', (name) => {
    const sentence = problemOf({ ...stripe, [name]: '' })
    expect(sentence).toBe(`${name} must be set when payments go through Stripe (or set PAYMENTS=off).`)
  })

  test('PAYMENTS=off and PAYMENTS=test need no keys', () => {
    expect(problemOf({ PAYMENTS: 'off', STRIPE_SECRET_KEY: 'sk_test_1' })).toBeUndefined()
    expect(problemOf({ PAYMENTS: 'test' })).toBeUndefined()
  })

  test('the two prices must differ', () => {
    expect(problemOf({ ...stripe, STRIPE_PRICE_GOLD: 'price_plus' })).toMatch(/^STRIPE_PRICE_GOLD /)
  })

  test.each(['api.stripe.example', 'ftp://127.0.0.1', 'http://127.0.0.1:1/v1', 'http://127.0.0.1/?a=b'])(
    'STRIPE_API_BASE=%s is rejected',
    (base) => {
      expect(problemOf({ ...stripe, STRIPE_API_BASE: base })).toMatch(/^STRIPE_API_BASE /)
    },
  )

  test('STRIPE_API_BASE is normalized to an origin', () => {
    const { stripe: read } = readConfig({ ...stripe, STRIPE_API_BASE: 'http://127.0.0.1:12111/' })
    expect(read?.apiBase).toBe('http://127.0.0.1:12111')
  })
})
