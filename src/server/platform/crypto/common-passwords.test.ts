import { expect, test } from 'vitest'
import { requireUncommon } from './common-passwords.ts'

test.each(['123456', 'password', 'Qwerty123', 'iloveyou', 'FOOTBALL', 'letmein'])('%s is too common', (password) => {
  expect(() => requireUncommon(password, 'newPassword')).toThrow(
    expect.objectContaining({
      code: 'VALIDATION_FAILED',
      details: { fields: { newPassword: 'This password is too common. Choose another one.' } },
    }),
  )
  expect(() => requireUncommon(`${password}-by-the-sea`, 'newPassword')).not.toThrow()
})
