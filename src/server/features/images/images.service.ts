import { requireAccess } from '#server/features/links/link-access.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Viewer } from '#server/viewer.ts'
import { AppError } from '#shared/errors.ts'
import type { ImageRepository } from './images.repository.ts'

export function createImageService({ images, clock }: { images: ImageRepository; clock: Clock }) {
  return {
    /** Who the viewer is to an image; throws when the link it belongs to is closed to them. */
    async requireAccess(viewer: Viewer | undefined, imageId: string) {
      const link = await images.findLinkOf(imageId)
      if (!link) throw new AppError('NOT_FOUND', 'Image not found')
      return requireAccess(link, { viewer, now: clock.now() }).role
    },
  }
}
export type ImageService = ReturnType<typeof createImageService>
