import sharp from 'sharp'
import { beforeAll, describe, expect, test } from 'vitest'
import { aPicture } from '#test/support/pictures.ts'
import { hasGoodProfile, isColorProfile } from './color-profile.ts'
import { withProfile } from './jpeg.ts'

const profiles: Record<string, Buffer> = {}

beforeAll(async () => {
  for (const name of ['srgb', 'p3', 'cmyk']) {
    const { icc } = await sharp(await aPicture().withIccProfile(name).jpeg().toBuffer()).metadata()
    if (icc) profiles[name] = icc
  }
})

const page = Buffer.from('<html><script>alert(1)</script></html>')

function changed(change: (icc: Buffer) => Buffer | undefined) {
  const icc = Buffer.from(profiles.p3 ?? '')
  return change(icc) ?? icc
}

const withLength = (icc: Buffer) => {
  icc.writeUInt32BE(icc.length, 0)
  return icc
}

test('common profiles are valid', () => {
  expect(Object.keys(profiles)).toEqual(expect.arrayContaining(['srgb', 'p3']))
  for (const icc of Object.values(profiles)) expect(isColorProfile(icc)).toBe(true)
})

describe('isColorProfile rejects', () => {
  test.each<[string, () => Buffer]>([
    ['an empty file', () => Buffer.alloc(0)],
    ['a web page', () => page],
    ['a web page as long as a profile', () => Buffer.concat([page, Buffer.alloc(500)])],
    ['a truncated profile', () => changed((icc) => icc.subarray(0, icc.length - 10))],
    ['a profile followed by a web page', () => changed((icc) => Buffer.concat([icc, page]))],
    ['a profile whose length includes a web page', () => changed((icc) => withLength(Buffer.concat([icc, page])))],
    ['a profile without the signature', () => changed((icc) => void icc.write('acsq', 36, 'latin1'))],
    ['a profile of an unknown kind', () => changed((icc) => void icc.write('html', 12, 'latin1'))],
    ['a profile without tags', () => changed((icc) => void icc.writeUInt32BE(0, 128))],
    ['a profile with more tags than fit', () => changed((icc) => void icc.writeUInt32BE(0xffff_ffff, 128))],
    ['a profile with a tag out of bounds', () => changed((icc) => void icc.writeUInt32BE(icc.length + 1, 136))],
    ['a profile with a web page in a tag', () => changed((icc) => void page.copy(icc, icc.length - page.length))],
  ])('%s', (_what, make) => {
    expect(isColorProfile(make())).toBe(false)
  })
})

test('hasGoodProfile rejects a fake profile', async () => {
  const plain = await aPicture().jpeg().toBuffer()
  const segment = Buffer.concat([Buffer.from('ICC_PROFILE\0\x01\x01', 'latin1'), page])
  const head = Buffer.from([0xff, 0xe2, 0, segment.length + 2])
  const hidden = Buffer.concat([plain.subarray(0, 2), head, segment, plain.subarray(2)])
  expect(hasGoodProfile(plain, 'jpeg', undefined)).toBe(true)
  expect(hasGoodProfile(hidden, 'jpeg', undefined)).toBe(false)
  expect(hasGoodProfile(plain, 'jpeg', page)).toBe(false)
})

test.each(['jpeg', 'png', 'webp', 'avif'] as const)('hasGoodProfile accepts a valid profile in %s', async (format) => {
  const bytes = await aPicture().withIccProfile('p3').toFormat(format).toBuffer()
  const { icc } = await sharp(bytes).metadata()
  expect(icc).toBeDefined()
  expect(hasGoodProfile(bytes, format, icc)).toBe(true)
})

test('hasGoodProfile rejects a valid profile next to markup', async () => {
  const bytes = await aPicture().withIccProfile('p3').jpeg().toBuffer()
  const { icc } = await sharp(bytes).metadata()
  expect(hasGoodProfile(withProfile(bytes, page), 'jpeg', icc)).toBe(false)
})
