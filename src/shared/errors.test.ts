import { expect, test } from 'vitest'
import { AppError, type ErrorCode, failure, invalidField, statusOf } from './errors.ts'

test('every code has its documented status', () => {
  const promised: Record<number, ErrorCode[]> = {
    400: ['VALIDATION_FAILED'],
    401: ['UNAUTHENTICATED'],
    403: [
      ...(['FORBIDDEN', 'LINK_LIMIT_REACHED', 'IMAGE_LIMIT_REACHED', 'PLAN_FEATURE', 'LINK_PRIVATE'] as const),
      ...(['PASSWORD_REQUIRED', 'WRONG_PASSWORD', 'DOWNLOADS_OFF', 'COMMENTS_OFF'] as const),
      ...(['CHOOSING_OFF', 'CHOICE_LIMIT', 'CHOICE_SENT'] as const),
      ...(['UPLOADS_OFF', 'UPLOAD_LIMIT', 'GALLERY_FULL', 'SECTION_LIMIT'] as const),
      'COLLABORATOR_LIMIT',
      ...(['KEY_SCOPE', 'REAUTHENTICATION_REQUIRED', 'SECOND_FACTOR_REQUIRED', 'WRONG_CODE'] as const),
      ...(['PASSWORD_LOGIN_OFF', 'ACCOUNT_EXISTS', 'PASSKEYS_UNAVAILABLE'] as const),
      ...(['STORAGE_LIMIT_REACHED', 'REGISTRATION_CLOSED', 'EMAIL_UNCONFIRMED', 'ACCOUNT_DISABLED'] as const),
    ],
    404: ['NOT_FOUND'],
    409: [
      'EMAIL_TAKEN',
      'SLUG_TAKEN',
      'UPLOAD_OFFSET',
      'LAST_WAY_IN',
      'IDENTITY_TAKEN',
      'DOMAIN_TAKEN',
      'COLLABORATOR_EXISTS',
    ],
    410: ['LINK_EXPIRED'],
    412: ['TUS_VERSION'],
    413: ['FILE_TOO_LARGE'],
    415: ['UNSUPPORTED_IMAGE'],
    429: ['RATE_LIMITED'],
    500: ['INTERNAL'],
    502: ['EMAIL_FAILED', 'PAYMENT_PROVIDER'],
    503: ['UNAVAILABLE'],
  }
  const table = Object.entries(promised).flatMap(([status, codes]) => codes.map((code) => [code, Number(status)]))
  expect(statusOf).toEqual(Object.fromEntries(table))
})

test('an error has a code, a message and details', () => {
  const error = new AppError('LINK_EXPIRED', 'It may be private or expired.', { data: { _id: '1' } })
  expect(error).toBeInstanceOf(Error)
  expect(error).toMatchObject({
    name: 'AppError',
    code: 'LINK_EXPIRED',
    message: 'It may be private or expired.',
    details: { data: { _id: '1' } },
  })
  expect(new AppError('NOT_FOUND', 'Not found').details).toEqual({})
})

test('an invalid field has the same message as the error itself', () => {
  expect(invalidField('title', 'Title is required')).toMatchObject({
    code: 'VALIDATION_FAILED',
    message: 'Title is required',
    details: { fields: { title: 'Title is required' } },
  })
})

test('the failure schema accepts only known codes', () => {
  const answer = { success: false, error: 'No.', message: 'No.' }
  for (const code of Object.keys(statusOf)) expect(failure.safeParse({ ...answer, code }).success).toBe(true)
  for (const code of ['TEAPOT', 'toString', '', undefined]) {
    expect(failure.safeParse({ ...answer, code }).success).toBe(false)
  }
})
