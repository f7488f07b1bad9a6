import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { hasZodFastifySchemaValidationErrors } from 'fastify-type-provider-zod'
import { SemaphoreFull } from '#server/platform/concurrency/fair-semaphore.ts'
import { ShareRefused } from '#server/platform/concurrency/fair-share.ts'
import { isDatabaseUnavailable, isForeignKeyViolation } from '#server/platform/database/errors.ts'
import { StorageUnavailable } from '#server/platform/storage/storage.ts'
import { AppError, type ErrorCode, type Failure, invalidField, statusOf } from '#shared/errors.ts'
import { logUnavailable } from './logging.ts'

export class RequestTooSlow extends Error {}

export const tooSlowSentence = 'The request took too long to arrive'

export function handleError(error: unknown, request: FastifyRequest, reply: FastifyReply) {
  const failure = explain(error, request)
  // Close the connection, because the rest of the body would be parsed as the next request.
  if (error instanceof RequestTooSlow) return sendFailure(reply.header('connection', 'close'), failure, 408)
  return sendFailure(reply, failure)
}

/** Logs the error and returns the one for the client. */
export function explain(error: unknown, request: FastifyRequest): AppError {
  const known = toAppError(error)
  if (!known) request.log.error({ err: error, req: request }, 'request failed')
  else if (known.code === 'UNAVAILABLE') logUnavailable(error, request)
  else if (statusOf[known.code] >= 500) request.log.warn({ err: error, req: request }, 'request failed')
  // The message may repeat the URL, and with it a token, so log only the code.
  else request.log.debug({ code: known.code, req: request }, 'request rejected')
  return known ?? new AppError('INTERNAL', 'Something went wrong on our side. Please try again.')
}

export function sendFailure(
  reply: FastifyReply,
  { code, message, details }: AppError,
  status: number = statusOf[code],
) {
  if (details.retryAfterSeconds !== undefined) reply.header('retry-after', details.retryAfterSeconds)
  // Bypass the endpoint's serializer, which only supports successful responses.
  return reply
    .code(status)
    .type('application/json; charset=utf-8')
    .header('cache-control', 'no-store')
    .serializer(JSON.stringify)
    .send(toFailure(code, message, details))
}

export const toFailure = (code: ErrorCode, sentence: string, { fields, data }: AppError['details'] = {}): Failure => ({
  success: false,
  error: sentence,
  message: sentence,
  code,
  ...(fields && { fields }),
  ...(data !== undefined && { data }),
})

function toAppError(error: unknown): AppError | undefined {
  if (error instanceof AppError) return error
  if (error instanceof ShareRefused) {
    const { reason, message, retryAfterSeconds } = error
    return new AppError(reason === 'all taken' ? 'UNAVAILABLE' : 'RATE_LIMITED', message, { retryAfterSeconds })
  }
  if (error instanceof RequestTooSlow) return invalidField('request', tooSlowSentence)
  if (hasZodFastifySchemaValidationErrors(error)) return toInvalidInput(error.validation)
  if (error instanceof SemaphoreFull || error instanceof StorageUnavailable || isDatabaseUnavailable(error)) {
    return new AppError('UNAVAILABLE', 'The service is busy right now. Please try again in a moment.', {
      retryAfterSeconds: 2,
    })
  }
  if (isForeignKeyViolation(error)) return new AppError('NOT_FOUND', 'This was deleted')
  return toFastifyRefusal(error)
}

/** Maps each field to its first problem. The first field's problem is also the overall message. */
function toInvalidInput(issues: { instancePath: string; message?: string | undefined }[]) {
  const fields: Record<string, string> = Object.create(null)
  for (const { instancePath, message = "This isn't valid" } of issues) {
    const name = instancePath.split('/')[1]
    fields[name || 'body'] ??= name ? message : 'The data must be a JSON object'
  }
  return new AppError('VALIDATION_FAILED', Object.values(fields)[0] ?? "The data isn't valid", { fields })
}

function toFastifyRefusal(error: unknown) {
  const { statusCode = 500, code = '' } = (error ?? {}) as Partial<FastifyError>
  if (statusCode === 413) return new AppError('FILE_TOO_LARGE', 'The request is too large')
  if (statusCode === 404) return new AppError('NOT_FOUND', 'Not found')
  if (statusCode >= 400 && statusCode < 500) {
    const sentence =
      code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE' ? 'Send the data as JSON' : "The request couldn't be read"
    return new AppError('VALIDATION_FAILED', sentence, { fields: { body: sentence } })
  }
  return undefined
}
