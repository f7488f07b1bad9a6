import { safeParse } from 'zod/mini'
import { type App, success } from '#server/http/app-types.ts'
import { type Reception, readUploadKey, receiveUpload } from '#server/http/receive-upload.ts'
import { requireViewer } from '#server/http/session.ts'
import { AppError } from '#shared/errors.ts'
import { uploadFields } from '#shared/image-forms.ts'
import { listKnownImages, uploadImage } from '#shared/images.ts'
import type { ImageService } from './images.service.ts'
import type { UploadService } from './uploads.service.ts'

/** Enough for the longest keys. */
const knownKeysMaxBytes = 256 * 1024

export function uploadRoutes(
  app: App,
  services: { images: ImageService; uploads: UploadService; reception: Reception },
) {
  const { images, uploads, reception } = services

  app.route({
    ...uploadImage,
    handler: async (request, reply) => {
      const viewer = requireViewer(request)
      const { linkId } = request.params
      const key = readUploadKey(request)
      const first = key && (await uploads.findUpload(viewer, linkId, key))
      if (first) return success(await images.getOwn(viewer, first))

      await uploads.requireRoom(viewer, linkId)
      const id = await receiveUpload(request, reception, async (upload, signal) => {
        const fields = readFields(upload.fields)
        await images.requireSection(linkId, fields.sectionId)
        return uploads.store(viewer, linkId, upload, { fields, key, signal })
      })
      return reply.code(201).send(success(await images.getOwn(viewer, id)))
    },
  })

  app.route({
    ...listKnownImages,
    bodyLimit: knownKeysMaxBytes,
    handler: async (request) => {
      const { link, known } = await uploads.listKnown(requireViewer(request), request.params.linkId, request.body.keys)
      return { ...success(known), link }
    },
  })
}

function readFields(given: Record<string, string>) {
  const { data, error } = safeParse(uploadFields, given)
  if (data) return data
  const fields = Object.fromEntries(error.issues.map((issue) => [String(issue.path[0]), issue.message]).reverse())
  throw new AppError('VALIDATION_FAILED', error.issues[0]?.message ?? "The form isn't valid", { fields })
}
