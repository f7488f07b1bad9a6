import { expect, test } from 'vitest'
import { createEncryption } from './encryption.ts'

const newer = 'the-newer-secret-of-two'
const older = 'the-older-secret-of-two'

test('encrypted text can be decrypted, and never looks the same twice', () => {
  const encryption = createEncryption([newer])
  const [one, two] = [encryption.encrypt('ärger', 'row/1'), encryption.encrypt('ärger', 'row/1')]

  expect(one).not.toBe(two)
  expect(one).toMatch(/^[\w-]+$/)
  expect([one, two].map((text) => encryption.decrypt(text, 'row/1'))).toEqual(['ärger', 'ärger'])
})

test('altered text, and text of another context, returns undefined', () => {
  const encryption = createEncryption([newer])
  const text = encryption.encrypt('open sesame', 'row/1')
  for (const index of [0, 15, 30, text.length - 3]) {
    const altered = text.slice(0, index) + (text[index] === 'A' ? 'B' : 'A') + text.slice(index + 1)
    expect(encryption.decrypt(altered, 'row/1')).toBeUndefined()
  }
  expect(encryption.decrypt(text, 'row/2')).toBeUndefined()
  for (const garbage of ['', 'x', text.slice(0, 20)]) expect(encryption.decrypt(garbage, 'row/1')).toBeUndefined()
})

test("the first secret encrypts, every listed secret decrypts, and a removed one doesn't", () => {
  const before = createEncryption([older])
  const during = createEncryption([newer, older])
  const after = createEncryption([newer])

  expect(during.decrypt(before.encrypt('x', ''), '')).toBe('x')
  expect(after.decrypt(during.encrypt('x', ''), '')).toBe('x')
  expect(after.decrypt(before.encrypt('x', ''), '')).toBeUndefined()
})

test('says which texts need an older secret', () => {
  const during = createEncryption([newer, older])
  const text = createEncryption([older]).encrypt('x', '')
  expect([during.stateOf(during.encrypt('x', ''), ''), during.stateOf(text, '')]).toEqual(['current', 'old'])
  expect(createEncryption([newer]).stateOf(text, '')).toBe('unreadable')
  expect([during.hasOlderSecrets, createEncryption([newer]).hasOlderSecrets]).toEqual([true, false])
})
