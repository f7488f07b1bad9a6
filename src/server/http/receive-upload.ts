import { createWriteStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { Multipart, MultipartFile } from '@fastify/multipart'
import type { FastifyRequest } from 'fastify'
import { safeParse } from 'zod/mini'
import { newId } from '#server/platform/ids.ts'
import { StorageUnavailable } from '#server/platform/storage/storage.ts'
import { AppError, invalidField } from '#shared/errors.ts'
import { guestUploadFields } from '#shared/guest-upload-forms.ts'
import { bytesOfMb, fileNameMaxLength, uploadKeyMaxLength } from '#shared/limits.ts'
import { takeUploadTurn } from './upload-turns.ts'

export type ReceivedUpload = { path: string; fileName: string; fields: Record<string, string> }

/** Our own forms have one file and a few short fields, so they don't exceed these limits. */
const uploadLimits = {
  files: 1,
  fields: 10,
  parts: 11,
  fieldSize: 16_384,
  fieldNameSize: 100,
  headerPairs: 20,
}

/** `field` is the name of the file in the form. */
export type Reception = { tempDir: string; fileLimitMb: number; field?: string }

/**
 * Streams a form's image to a temporary file, passes it to `use` and always removes it afterwards. `signal` aborts if
 * the client disconnects before the request has arrived completely.
 */
export async function receiveUpload<T>(
  request: FastifyRequest,
  { tempDir, fileLimitMb, field = 'image' }: Reception,
  use: (upload: ReceivedUpload, signal: AbortSignal) => Promise<T>,
): Promise<T> {
  if (!request.isMultipart()) throw invalidField(field, 'Send the image as multipart/form-data')
  const path = join(tempDir, `upload-${newId()}`)
  const gone = new AbortController()
  const onClose = () => {
    if (!request.raw.complete) gone.abort(new AppError('VALIDATION_FAILED', 'The upload was interrupted'))
  }
  request.raw.once('close', onClose)
  try {
    const fields: Record<string, string> = {}
    let fileName: string | undefined
    for await (const part of request.parts({ limits: { ...uploadLimits, fileSize: bytesOfMb(fileLimitMb) } })) {
      if (isNameTooLong(part)) throw invalidField(field, 'A name in the upload is too long')
      if (part.type === 'field') fields[part.fieldname] = String(part.value ?? '')
      else if (part.fieldname !== field || fileName !== undefined)
        throw invalidField(field, `Send one file, named ${field}`)
      else {
        fileName = cleanFileName(part.filename)
        await save(part, path, gone.signal)
        if (part.file.truncated) throw tooLarge(`"${fileName}"`, fileLimitMb)
      }
    }
    if (fileName === undefined) throw invalidField(field, 'Choose an image to upload')
    return await use({ path, fileName, fields }, gone.signal)
  } catch (error) {
    throw explained(error, fileLimitMb, field)
  } finally {
    request.raw.off('close', onClose)
    // Drain the rest of a form that we stopped reading, so the client gets the response.
    request.raw.unpipe()
    request.raw.resume()
    await rm(path, { force: true })
  }
}

/** Room for the other parts of a form. Our own forms need far less. */
const formBytes = 64 * 1024

/** Rejects a file that's too large before any of it is read. */
export function requireAnnouncedSize({ headers }: FastifyRequest, { fileLimitMb }: Reception) {
  if (Number(headers['content-length'] ?? 0) > bytesOfMb(fileLimitMb) + formBytes)
    throw tooLarge('The file', fileLimitMb)
}

/** Reads the header that makes uploads idempotent. */
export function readUploadKey({ headers }: FastifyRequest) {
  const header = headers['idempotency-key']
  const key = Array.isArray(header) ? header[0] : header
  if (key === undefined || key === '') return undefined
  if (!/^[\x21-\x7e]+$/.test(key) || key.length > uploadKeyMaxLength) {
    throw invalidField('Idempotency-Key', `The key must be 1 to ${uploadKeyMaxLength} printable characters`)
  }
  return key
}

/** Reads the name that a guest gives with a photo. */
export function readGuestName(given: Record<string, string>) {
  const { data, error } = safeParse(guestUploadFields, given)
  if (!data) throw invalidField('name', error.issues[0]?.message ?? "The name isn't valid")
  return data.name
}

/** The multipart parser doesn't limit name lengths. */
const isNameTooLong = (part: Multipart) =>
  part.fieldname.length > 100 || (part.type === 'file' && (part.filename?.length ?? 0) > 1000)

const writeBufferBytes = 1024 * 1024

const save = (part: MultipartFile, path: string, signal: AbortSignal) =>
  pipeline(part.file, inTurns, createWriteStream(path, { flags: 'wx', highWaterMark: writeBufferBytes }), { signal })

async function* inTurns(source: AsyncIterable<Buffer>) {
  for await (const chunk of source) {
    yield chunk
    await takeUploadTurn(chunk.length)
  }
}

export function cleanFileName(name: string | undefined) {
  const last = (name ?? '').toWellFormed().split(/[\\/]/).at(-1) ?? ''
  const clean = last.replace(/[\p{Cc}\p{Bidi_Control}"]/gu, '').trim()
  return [...clean].slice(-fileNameMaxLength).join('') || 'image'
}

const tooLarge = (file: string, limitMb: number) =>
  new AppError('FILE_TOO_LARGE', `${file} is too large. The limit is ${limitMb} MB.`)

const diskTrouble = new Set(['ENOSPC', 'EDQUOT', 'EFBIG', 'EROFS', 'EIO', 'EMFILE', 'ENFILE'])

function explained(error: unknown, fileLimitMb: number, field: string) {
  const { code } = error as { code?: string }
  if (code && diskTrouble.has(code)) return new StorageUnavailable(error)
  if (code === 'FST_REQ_FILE_TOO_LARGE') return tooLarge('The file', fileLimitMb)
  if (code === 'FST_FILES_LIMIT') return invalidField(field, `Send one file, named ${field}`)
  if (code?.startsWith('FST_') || code === 'ERR_STREAM_PREMATURE_CLOSE' || (error as Error).name === 'AbortError') {
    return invalidField(field, "The upload couldn't be read")
  }
  if (error instanceof Error && /Unexpected end|Malformed|Boundary/i.test(error.message)) {
    return invalidField(field, "The upload couldn't be read")
  }
  return error
}
