import { expect, test } from 'vitest'
import { clientOf } from './session.ts'

const request = { ip: '192.0.2.1', method: 'GET', viewer: undefined }

test('an overlong user agent or purpose is truncated', () => {
  const long = 'x'.repeat(15_000)
  const client = clientOf({ ...request, headers: { 'user-agent': `Firefox/140.0 ${long}`, 'sec-purpose': long } })
  expect(client.userAgent).toMatch(/^Firefox\/140\.0 x{498}$/)
  expect(client.purpose).toHaveLength(64)
})

test('the purpose is read from the x-moz header, and a HEAD request is a preview', () => {
  expect(clientOf({ ...request, headers: {} }).purpose).toBeUndefined()
  expect(clientOf({ ...request, headers: { 'x-moz': 'prefetch' } }).purpose).toBe('prefetch')
  expect(clientOf({ ...request, method: 'HEAD', headers: {} }).purpose).toBe('preview')
})
