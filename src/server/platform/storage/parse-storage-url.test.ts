import { expect, test } from 'vitest'
import { parseStorageUrl } from './parse-storage-url.ts'

test('a URL can name a server other than Amazon S3', () => {
  const value = 's3://pictures?endpoint=http://127.0.0.1:9000&region=eu-central-1&forcePathStyle=true'

  expect(parseStorageUrl(value)).toEqual({
    kind: 's3',
    bucket: 'pictures',
    region: 'eu-central-1',
    endpoint: 'http://127.0.0.1:9000',
    forcePathStyle: true,
  })
})

test('a URL with only a bucket refers to Amazon', () => {
  expect(parseStorageUrl('s3://pictures')).toEqual({
    kind: 's3',
    bucket: 'pictures',
    region: 'us-east-1',
    forcePathStyle: false,
  })
})

test('with an endpoint, the bucket is part of the path by default', () => {
  expect(parseStorageUrl('s3://pictures?endpoint=https://s3.example').forcePathStyle).toBe(true)
  expect(parseStorageUrl('s3://pictures?endpoint=https://s3.example&forcePathStyle=false').forcePathStyle).toBe(false)
})

test.each([
  '',
  'pictures',
  'http://pictures',
  's3://',
  's3://?region=eu-central-1',
  's3://pictures/folder',
  's3://a b',
  's3://pictures?endpoint=127.0.0.1:9000',
  's3://pictures?endpoint=',
  's3://pictures?forcePathStyle=yes',
  's3://pictures?regoin=eu-central-1',
  's3://key:secret@pictures',
])('%j is rejected with an explanation', (value) => {
  expect(() => parseStorageUrl(value)).toThrow(/^(must|needs|has) /)
})

test("an error doesn't repeat a secret in the URL", () => {
  expect(() => parseStorageUrl('s3://key:hunter2@pictures')).toThrow(/^((?!hunter2).)*$/)
})
