import { expect, test } from 'vitest'
import { settingsDocuments } from '#scripts/settings.mjs'
import { readConfig } from '#server/config.ts'
import { settings } from './settings.ts'

test.each(settingsDocuments())('$name matches what `npm run format` generates', (document) => {
  expect(document.present).toBe(document.wanted)
})

test.each(settingsDocuments())('$name contains every setting', ({ wanted }) => {
  for (const name of Object.keys(settings)) {
    expect(wanted).toMatch(new RegExp(`^(#${name}=|\\| \`${name}\` \\|)`, 'm'))
  }
})

test('every default is valid for its setting', () => {
  for (const setting of Object.values(settings)) {
    if ('default' in setting) expect(setting.value.safeParse(setting.default).success).toBe(true)
    else expect(setting.value.safeParse(undefined).success).toBe(true)
  }
})

const readByTheClient = ['AWS_ACCESS_KEY_ID', 'AWS_SECRET_ACCESS_KEY']
const setByScripts = ['NODE_ENV']

test('readConfig reads NODE_ENV and every setting except the AWS keys, and nothing else', () => {
  const given: Record<string, string> = {
    STRIPE_SECRET_KEY: 'sk_test_1',
    STRIPE_WEBHOOK_SECRET: 'whsec_1',
    STRIPE_PRICE_PLUS: 'price_plus',
    STRIPE_PRICE_GOLD: 'price_gold',
  }
  const asked = new Set<string>()
  readConfig(new Proxy(given, { get: (env, name: string) => asked.add(name) && env[name] }))
  expect([...asked, ...readByTheClient].sort()).toEqual([...Object.keys(settings), ...setByScripts].sort())
})
