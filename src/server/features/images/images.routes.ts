import { type App, success, successMessage } from '#server/http/app-types.ts'
import { callerOf } from '#server/http/passes.ts'
import { clientOf, requireViewer } from '#server/http/session.ts'
import type { Client } from '#server/viewer.ts'
import { changeImages, countImageView, deleteImage, getImage, setCover, updateImage } from '#shared/images.ts'
import type { ImageService } from './images.service.ts'

type Services = {
  images: ImageService
  /** Returns immediately and counts the view in the background. */
  countView: (
    target: { imageId: string; linkId: string; ownerId: string; invitationId: string | undefined },
    client: Client,
  ) => void
}

export function imageRoutes(app: App, { images, countView }: Services) {
  app.route({
    ...getImage,
    handler: async (request) => {
      const { image, pass } = await images.open(callerOf(request), request.params.id)
      const invitationId = pass?.invitation?.id
      if (image.state === 'shown') {
        countView(
          { imageId: image._id, linkId: image.link._id, ownerId: image.user._id, invitationId },
          clientOf(request),
        )
      }
      return success(image)
    },
  })

  app.route({
    ...countImageView,
    handler: async (request) => {
      const { image, pass } = await images.requireAccess(callerOf(request), request.params.id)
      const invitationId = pass?.invitation?.id
      countView({ imageId: image.id, linkId: image.link.id, ownerId: image.userId, invitationId }, clientOf(request))
      return successMessage('Counted')
    },
  })

  app.route({
    ...updateImage,
    handler: async (request) => success(await images.update(requireViewer(request), request.params.id, request.body)),
  })

  app.route({
    ...setCover,
    handler: async (request) => success(await images.setCover(requireViewer(request), request.params.id)),
  })

  app.route({
    ...deleteImage,
    handler: async (request) => {
      await images.remove(callerOf(request), request.params.id, request.query)
      return successMessage('Image deleted')
    },
  })

  app.route({
    ...changeImages,
    handler: async (request) => success(await images.change(requireViewer(request), request.body)),
  })
}
