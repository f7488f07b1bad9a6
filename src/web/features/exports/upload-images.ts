import type { ExportedImage } from '#shared/export-format.ts'
import { type Image, uploadImage } from '#shared/images.ts'
import { bytesOfMb, maxFileLimitMb } from '#shared/limits.ts'
import { ApiError, expireSession, toApiError, tokenKey, urlOf } from '#web/lib/api.ts'
import { readStored } from '#web/lib/storage.ts'
import { retryWhileBusy } from './retry.ts'
import { type ZipArchive, ZipEntryTooLarge } from './zip-archive.ts'

export type SkippedImage = { fileName: string; reason: string }

/** `sections` has the new ID of each exported section. */
type Options = { sections: ReadonlyMap<string, string>; signal: AbortSignal; onDone: () => void }

const concurrency = 2
/** These errors are caused by the image itself. Other images can still be uploaded. */
const imageErrors = new Set([400, 413, 415])
const isAboutThisImage = (error: unknown): error is Error =>
  error instanceof ZipEntryTooLarge || (error instanceof ApiError && imageErrors.has(error.status))

/** The returned `ids` are those of the uploaded images that don't need approval, in export order. */
export async function uploadImages(zip: ZipArchive, linkId: string, images: ExportedImage[], options: Options) {
  const sent = new Map<ExportedImage, string>()
  const skipped: SkippedImage[] = []
  const waiting = [...images]

  async function work() {
    for (let image = waiting.shift(); image; image = waiting.shift()) {
      options.signal.throwIfAborted()
      try {
        const file = await zip.read(image.file, bytesOfMb(maxFileLimitMb))
        if (!file) skipped.push({ fileName: image.fileName, reason: "It's missing from the ZIP." })
        else sent.set(image, (await retryWhileBusy(() => send(linkId, image, file, options), options.signal))._id)
      } catch (error) {
        if (!isAboutThisImage(error)) throw error
        skipped.push({ fileName: image.fileName, reason: error.message })
      }
      options.onDone()
    }
  }
  await Promise.all(Array.from({ length: concurrency }, work))
  const uploaded = images.flatMap((image) => {
    const id = sent.get(image)
    return id === undefined ? [] : [{ image, id }]
  })
  const shown = uploaded.filter(({ image }) => image.state === 'shown')
  return { images: uploaded, ids: shown.map(({ id }) => id), skipped }
}

async function send(linkId: string, image: ExportedImage, file: Blob, { sections, signal }: Options): Promise<Image> {
  const sectionId = sections.get(image.sectionId ?? '')
  const form = new FormData()
  form.append('title', image.title)
  form.append('description', image.description)
  form.append('isCoverImage', String(image.isCover))
  form.append('state', image.state)
  if (sectionId) form.append('sectionId', sectionId)
  // Visitors don't see the names of collaborators, so those images are imported as the owner's own.
  if (image.addedBy && !image.addedBy.isCollaborator) form.append('addedBy', image.addedBy.name)
  form.append('image', file, image.fileName)
  const token = readStored(tokenKey)
  const response = await fetch(urlOf(uploadImage.url, { params: { linkId } }), {
    method: uploadImage.method,
    headers: { accept: 'application/json', authorization: `Bearer ${token}`, 'idempotency-key': `import-${image._id}` },
    body: form,
    signal,
  }).catch(() => undefined)
  const answer = await response?.json().catch(() => undefined)
  if (response?.ok && answer?.data) return answer.data
  const status = response?.status ?? 0
  if (status === 401) expireSession(token)
  const seconds = Number(response?.headers.get('retry-after'))
  throw Object.assign(toApiError(status, answer), seconds > 0 && { retryAfterMs: seconds * 1000 })
}
