import type { InvitationService } from '#server/features/access/invitations.service.ts'
import type { MediaUrlService } from '#server/features/access/media-urls.service.ts'
import type { PassService } from '#server/features/access/passes.service.ts'
import type { ViewerService } from '#server/features/accounts/api-keys.service.ts'
import type { ReceivedChoiceService } from '#server/features/choices/received-choices.service.ts'
import type { ImageService } from '#server/features/images/images.service.ts'
import type { MarkedImageService } from '#server/features/images/marked-images.service.ts'
import type { LinkService } from '#server/features/links/links.service.ts'
import type { LiveWallService } from '#server/features/live-walls/live-walls.service.ts'
import type { Base } from '#server/ports.ts'
import { createDownloadService } from './downloads.service.ts'
import { createMediaService } from './media.service.ts'

type Dependencies = Base & {
  links: LinkService
  images: ImageService
  markedImages: MarkedImageService
  viewers: ViewerService
  passes: PassService
  invitations: InvitationService
  liveWalls: LiveWallService
  mediaUrls: MediaUrlService
  receivedChoices: ReceivedChoiceService
}

export function composeMedia(dependencies: Dependencies) {
  const { ports, links, images, markedImages, viewers, passes, invitations, liveWalls, mediaUrls, receivedChoices } =
    dependencies
  const { storage, imageProcessor, invalidation, clock } = ports
  const media = createMediaService({
    images,
    markedImages,
    findViewerById: viewers.findById,
    passes,
    invitations,
    liveWalls,
    mediaUrls,
    storage,
    imageProcessor,
    invalidation,
    clock,
  })
  const downloads = createDownloadService({
    links,
    images,
    markedImages,
    media,
    mediaUrls,
    findViewerById: viewers.findById,
    listChosen: receivedChoices.listImageIds,
    clock,
  })
  return { media, downloads }
}
