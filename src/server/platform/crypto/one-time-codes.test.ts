import { Secret } from 'otpauth'
import { expect, test } from 'vitest'
import { codeUri, newCodeSecret, stepOfCode } from './one-time-codes.ts'

const secret = Secret.fromLatin1('12345678901234567890').base32

/** The last six digits of the SHA-1 test vectors in RFC 6238, appendix B. */
const vectors: [number, string][] = [
  [59, '287082'],
  [1_111_111_109, '081804'],
  [1_111_111_111, '050471'],
  [1_234_567_890, '005924'],
  [2_000_000_000, '279037'],
  [20_000_000_000, '353130'],
]

test.each(vectors)('at %s seconds the code is %s', (seconds, code) => {
  const step = Math.floor(seconds / 30)
  const at = (offset: number) => stepOfCode(code, secret, new Date((seconds + offset) * 1000))
  expect(at(0)).toBe(step)
  // One step early or late.
  expect([at(-30), at(30)]).toEqual([step, step])
  expect([at(-60), at(60)]).toEqual([undefined, undefined])
})

test('a secret has 20 random bytes, and its URI names the issuer', () => {
  const one = newCodeSecret()
  expect(one).toMatch(/^[A-Z2-7]{32}$/)
  expect(one).not.toBe(newCodeSecret())
  const uri = new URL(codeUri({ secret: one, issuer: 'Framelight', label: 'ada@example.com' }))
  expect([uri.protocol, uri.host]).toEqual(['otpauth:', 'totp'])
  expect(Object.fromEntries(uri.searchParams)).toMatchObject({ secret: one, issuer: 'Framelight' })
})

test.each(['', '12345', '1234567', 'abcdef', '287 82'])('%j is not a code', (code) => {
  expect(stepOfCode(code, secret, new Date(59_000))).toBeUndefined()
})
