import { expect, test } from 'vitest'
import { createUserAgentReader, describeDevice } from './user-agent.ts'

const webkit = 'AppleWebKit/537.36 (KHTML, like Gecko)'

test.each([
  ['Chrome on Windows', `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${webkit} Chrome/138.0.0.0 Safari/537.36`],
  [
    'Edge on Windows',
    `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${webkit} Chrome/138.0.0.0 Safari/537.36 Edg/138.0.0.0`,
  ],
  ['Opera on Mac', `Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) ${webkit} Chrome/130.0 Safari/537.36 OPR/115.0`],
  [
    'Safari on Mac',
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Safari/605.1.15',
  ],
  [
    'Safari on iPhone',
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1',
  ],
  [
    'Chrome on iPhone',
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) CriOS/138.0 Mobile/15E148 Safari/604.1',
  ],
  [
    'Firefox on iPad',
    'Mozilla/5.0 (iPad; CPU OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) FxiOS/140.0 Mobile/15E148 Safari/604.1',
  ],
  ['Chrome on Android', `Mozilla/5.0 (Linux; Android 10; K) ${webkit} Chrome/138.0.0.0 Mobile Safari/537.36`],
  [
    'Samsung Internet on Android',
    `Mozilla/5.0 (Linux; Android 10; K) ${webkit} SamsungBrowser/28.0 Chrome/130.0 Mobile Safari/537.36`,
  ],
  ['Firefox on Linux', 'Mozilla/5.0 (X11; Ubuntu; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'],
  ['Chrome on ChromeOS', `Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) ${webkit} Chrome/138.0.0.0 Safari/537.36`],
])('%s is recognized by its user agent', (device, userAgent) => {
  expect(describeDevice(userAgent)).toBe(device)
})

test('a device name can be just the browser or the system', () => {
  expect(describeDevice('Firefox/140.0')).toBe('Firefox')
  expect(describeDevice('SomeApp/1.0 (iPhone)')).toBe('iPhone')
})

test.each(['', 'curl/8.5.0', '<script>alert(1)</script>', 'x'.repeat(16_000), '\0'])(
  'an unknown user agent becomes "Unknown device"',
  (userAgent) => {
    expect(describeDevice(userAgent)).toBe('Unknown device')
  },
)

test('a long, repetitive user agent is parsed in seconds', () => {
  const read = createUserAgentReader()
  const startedAt = performance.now()
  for (let n = 0; n < 200; n++) read(`${n} ${'Android '.repeat(1800)}Silk/ Mobile`)
  expect(performance.now() - startedAt).toBeLessThan(30_000)
})
