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
  ])('at %s defaults to %s without a Stripe key', (publicUrl, mode) => {
    expect(readConfig({ PUBLIC_URL: publicUrl }).payments).toBe(mode)
  })

  test('defaults to stripe with a Stripe key', () => {
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

  test('overrides the default', () => {
    expect(readConfig({ ...stripe, PAYMENTS: 'off' })).toMatchObject({ payments: 'off', stripe: undefined })
    expect(readConfig({ ...stripe, PAYMENTS: 'test' }).payments).toBe('test')
    expect(readConfig({ PUBLIC_URL: 'https://photos.example', PAYMENTS: 'test' }).payments).toBe('test')
  })
})

describe('the Stripe settings', () => {
  const stripe = {
    PAYMENTS: 'stripe',
    STRIPE_SECRET_KEY: 'sk_test_1',
    STRIPE_WEBHOOK_SECRET: 'whsec_1',
    STRIPE_PRICE_PLUS: 'price_plus',
    STRIPE_PRICE_GOLD: 'price_gold',
  }

  test.each(Object.keys(stripe).filter((name) => name !== 'PAYMENTS'))(
    'include %s, which PAYMENTS=stripe requires',
    (name) => {
      const sentence = problemOf({ ...stripe, [name]: '' })
      expect(sentence).toBe(`${name} must be set when payments go through Stripe (or set PAYMENTS=off).`)
    },
  )

  test("aren't required with PAYMENTS=off or PAYMENTS=test", () => {
    expect(problemOf({ PAYMENTS: 'off', STRIPE_SECRET_KEY: 'sk_test_1' })).toBeUndefined()
    expect(problemOf({ PAYMENTS: 'test' })).toBeUndefined()
  })

  test("can't have the same price for both plans", () => {
    expect(problemOf({ ...stripe, STRIPE_PRICE_GOLD: 'price_plus' })).toMatch(/^STRIPE_PRICE_GOLD /)
  })

  test.each(['api.stripe.example', 'ftp://127.0.0.1', 'http://127.0.0.1:1/v1', 'http://127.0.0.1/?a=b'])(
    'reject STRIPE_API_BASE=%s',
    (base) => {
      expect(problemOf({ ...stripe, STRIPE_API_BASE: base })).toMatch(/^STRIPE_API_BASE /)
    },
  )

  test('reduce STRIPE_API_BASE to its origin', () => {
    const { stripe: read } = readConfig({ ...stripe, STRIPE_API_BASE: 'http://127.0.0.1:12111/' })
    expect(read?.apiBase).toBe('http://127.0.0.1:12111')
  })
})
