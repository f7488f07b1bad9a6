import * as z from 'zod/mini'

/** Every error code with its HTTP status. Codes must not change, because API clients rely on them. */
export const statusOf = {
  VALIDATION_FAILED: 400,
  UNAUTHENTICATED: 401,
  FORBIDDEN: 403,
  LINK_LIMIT_REACHED: 403,
  IMAGE_LIMIT_REACHED: 403,
  STORAGE_LIMIT_REACHED: 403,
  PLAN_FEATURE: 403,
  LINK_PRIVATE: 403,
  PASSWORD_REQUIRED: 403,
  WRONG_PASSWORD: 403,
  DOWNLOADS_OFF: 403,
  COMMENTS_OFF: 403,
  CHOOSING_OFF: 403,
  CHOICE_LIMIT: 403,
  CHOICE_SENT: 403,
  UPLOADS_OFF: 403,
  UPLOAD_LIMIT: 403,
  GALLERY_FULL: 403,
  SECTION_LIMIT: 403,
  COLLABORATOR_LIMIT: 403,
  REGISTRATION_CLOSED: 403,
  EMAIL_UNCONFIRMED: 403,
  ACCOUNT_DISABLED: 403,
  KEY_SCOPE: 403,
  REAUTHENTICATION_REQUIRED: 403,
  SECOND_FACTOR_REQUIRED: 403,
  WRONG_CODE: 403,
  PASSWORD_LOGIN_OFF: 403,
  ACCOUNT_EXISTS: 403,
  PASSKEYS_UNAVAILABLE: 403,
  NOT_FOUND: 404,
  EMAIL_TAKEN: 409,
  SLUG_TAKEN: 409,
  UPLOAD_OFFSET: 409,
  LAST_WAY_IN: 409,
  IDENTITY_TAKEN: 409,
  DOMAIN_TAKEN: 409,
  COLLABORATOR_EXISTS: 409,
  LINK_EXPIRED: 410,
  TUS_VERSION: 412,
  FILE_TOO_LARGE: 413,
  UNSUPPORTED_IMAGE: 415,
  RATE_LIMITED: 429,
  INTERNAL: 500,
  EMAIL_FAILED: 502,
  PAYMENT_PROVIDER: 502,
  UNAVAILABLE: 503,
} as const

export type ErrorCode = keyof typeof statusOf

/** `error` and `message` contain the same user-facing sentence. */
export const failure = z.object({
  success: z.literal(false),
  error: z.string(),
  message: z.string(),
  code: z.enum(Object.keys(statusOf) as [ErrorCode, ...ErrorCode[]]),
  fields: z.optional(z.record(z.string(), z.string())),
  data: z.optional(z.unknown()),
})
export type Failure = z.infer<typeof failure>

type Details = { fields?: Record<string, string>; data?: unknown; retryAfterSeconds?: number }

/** An expected error. Users see its message verbatim. */
export class AppError extends Error {
  readonly code: ErrorCode
  readonly details: Details

  constructor(code: ErrorCode, sentence: string, details: Details = {}) {
    super(sentence)
    this.name = 'AppError'
    this.code = code
    this.details = details
  }
}

export const invalidField = (field: string, sentence: string) =>
  new AppError('VALIDATION_FAILED', sentence, { fields: { [field]: sentence } })
