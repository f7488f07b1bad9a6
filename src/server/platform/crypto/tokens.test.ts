import { expect, test } from 'vitest'
import { createSigner, hashToken, newToken } from './tokens.ts'

const newer = 'the-newer-secret-of-two'
const older = 'the-older-secret-of-two'

test('tokens are unique and URL-safe and have 256 bits', () => {
  const tokens = Array.from({ length: 1000 }, newToken)
  for (const token of tokens) expect(token).toMatch(/^[\w-]{43}$/)
  expect(new Set(tokens).size).toBe(1000)
})

test('hashing a token is deterministic and hides the token', () => {
  const token = newToken()
  expect(hashToken(token)).toBe(hashToken(token))
  expect(hashToken(token)).toMatch(/^[\da-f]{64}$/)
  expect(hashToken(token)).not.toContain(token)
  expect(hashToken('abc')).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad')
})

test('only signed values are accepted', () => {
  const signer = createSigner([newer])
  const signature = signer.sign('picture-1')

  expect(signature).toMatch(/^[\w-]{43}$/)
  expect(signer.verify('picture-1', signature)).toBe(true)
  expect(signer.verify('picture-2', signature)).toBe(false)
  expect(signer.verify('', signature)).toBe(false)
})

test('an altered signature is rejected', () => {
  const signer = createSigner([newer])
  const signature = signer.sign('picture-1')
  for (let index = 0; index < 42; index++) {
    const other = signature[index] === 'A' ? 'B' : 'A'
    const altered = signature.slice(0, index) + other + signature.slice(index + 1)
    expect(signer.verify('picture-1', altered)).toBe(false)
  }
})

test('a signature of the wrong length or format is rejected', () => {
  const signer = createSigner([newer])
  const signature = signer.sign('picture-1')
  const wrong = [
    '',
    signature.slice(0, -1),
    signature.slice(0, 22),
    signature + signature,
    `${signature}AAAA`,
    'é',
    '\0',
  ]
  for (const each of wrong) expect(signer.verify('picture-1', each)).toBe(false)
})

test("the first secret signs, every listed secret verifies, and a removed one doesn't", () => {
  const before = createSigner([older])
  const during = createSigner([newer, older])
  const after = createSigner([newer])

  expect(during.sign('picture-1')).toBe(after.sign('picture-1'))
  expect(during.sign('picture-1')).not.toBe(before.sign('picture-1'))
  expect(during.verify('picture-1', before.sign('picture-1'))).toBe(true)
  expect(during.verify('picture-1', after.sign('picture-1'))).toBe(true)
  expect(after.verify('picture-1', before.sign('picture-1'))).toBe(false)
})
