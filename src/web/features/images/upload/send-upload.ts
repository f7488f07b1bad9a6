import { uploadImage } from '#shared/images.ts'
import { getUpload } from '#shared/resumable-uploads.ts'
import { ApiError, call, expireSession, toApiError, tokenKey, urlOf } from '#web/lib/api.ts'
import { readStored } from '#web/lib/storage.ts'
import { sendByTus } from './send-by-tus.ts'
import type { SendUpload } from './upload.ts'
import { UploadError } from './upload-verdict.ts'

/** A connection without progress is aborted after this time, because the browser might never notice that it's dead. */
const stallMs = 30_000
const answerMs = 120_000

/** Smaller files are sent in one request, because tus needs two more and there's little to send again. */
const resumableBytes = 2 ** 20

export const sendUpload: SendUpload = (upload, events, signal) => {
  const send = upload.file.size < resumableBytes ? sendAtOnce : sendInPieces
  return send(upload, events, signal).catch((error) => {
    const isSectionGone = error instanceof UploadError && error.fields.sectionId !== undefined
    if (!isSectionGone || !upload.sectionId) throw error
    // The section was removed after the file was chosen, and the file matters more.
    return send({ ...upload, sectionId: undefined }, events, signal)
  })
}

const sendInPieces: SendUpload = async (upload, events, signal) => {
  const { linkId, details, sectionId } = upload
  const { title, description, isCoverImage } = details
  const fields = { linkId, title, description, isCoverImage: String(isCoverImage), ...(sectionId && { sectionId }) }
  const url = await sendByTus(upload, fields, events, signal)
  const id = url.slice(url.lastIndexOf('/') + 1)
  const { data } = await call(getUpload, { params: { id }, signal }).catch((error) => {
    throw new UploadError(error)
  })
  return data.image ?? undefined
}

/** Uses XMLHttpRequest, because fetch doesn't report upload progress. */
const sendAtOnce: SendUpload = (upload, { onProgress }, signal) =>
  new Promise((resolve, reject) => {
    const { id, linkId, file, details, sectionId } = upload
    const token = readStored(tokenKey)
    if (token === null) {
      expireSession(null)
      return reject(new UploadError(new ApiError(401, { code: 'UNAUTHENTICATED', message: uploadImage.config.signIn })))
    }
    const request = new XMLHttpRequest()
    const form = new FormData()
    form.append('title', details.title)
    form.append('description', details.description)
    form.append('isCoverImage', String(details.isCoverImage))
    if (sectionId) form.append('sectionId', sectionId)
    form.append('image', file, file.name)

    let stall: ReturnType<typeof setTimeout> | undefined
    const watch = (ms: number) => {
      clearTimeout(stall)
      stall = setTimeout(() => request.abort(), ms)
    }
    const abort = () => request.abort()

    request.upload.onprogress = ({ loaded, total }) => {
      watch(stallMs)
      onProgress(Math.min(file.size - 1, Math.floor((loaded / total) * file.size)))
    }
    request.upload.onload = () => {
      watch(answerMs)
      onProgress(file.size)
    }
    request.onloadend = () => {
      clearTimeout(stall)
      signal.removeEventListener('abort', abort)
      const { status } = request
      if ((status === 200 || status === 201) && request.response?.data) return resolve(request.response.data)
      if (status === 401) expireSession(token)
      const seconds = Number(request.getResponseHeader('retry-after'))
      reject(new UploadError(toApiError(status, request.response), seconds > 0 ? seconds * 1000 : undefined))
    }

    signal.addEventListener('abort', abort)
    request.open(uploadImage.method, urlOf(uploadImage.url, { params: { linkId } }))
    request.responseType = 'json'
    request.setRequestHeader('authorization', `Bearer ${token}`)
    request.setRequestHeader('idempotency-key', id)
    watch(stallMs)
    request.send(form)
  })
