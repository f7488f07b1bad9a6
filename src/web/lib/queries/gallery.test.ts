import { expect, test } from 'vitest'
import { foreignHost } from './gallery.ts'

test.each([
  ['https://chat.example/t/42?secret=1', 'chat.example'],
  ['https://photos.example/links/abc', undefined],
  ['', undefined],
  ['not a URL', undefined],
])('the referrer %j is recorded as %s', (referrer, host) => {
  expect(foreignHost(referrer, 'photos.example')).toBe(host)
})
