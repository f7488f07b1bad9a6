import { expect, test } from 'vitest'
import { foreignHost } from './gallery.ts'

test.each([
  ['https://chat.example/t/42?secret=1', 'chat.example'],
  ['https://photos.example/links/abc', undefined],
  ['', undefined],
  ['not an address', undefined],
])('a visitor from %j came from %s', (referrer, host) => {
  expect(foreignHost(referrer, 'photos.example')).toBe(host)
})
