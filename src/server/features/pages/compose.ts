import type { AccessService } from '#server/features/access/access.service.ts'
import type { MediaUrlService } from '#server/features/access/media-urls.service.ts'
import type { CommentService } from '#server/features/comments/comments.service.ts'
import type { OriginOf } from '#server/features/domains/served-domains.service.ts'
import type { GuestUploadService } from '#server/features/guest-uploads/guest-uploads.service.ts'
import type { ImageService } from '#server/features/images/images.service.ts'
import type { LinkService } from '#server/features/links/links.service.ts'
import type { UnlockingService } from '#server/features/links/unlocking.service.ts'
import type { LiveWallService } from '#server/features/live-walls/live-walls.service.ts'
import type { StudioService } from '#server/features/studios/studios.service.ts'
import type { SubscriptionService } from '#server/features/subscriptions/subscriptions.service.ts'
import type { Base } from '#server/ports.ts'
import type { Config } from '#shared/config.ts'
import { createPageService } from './pages.service.ts'

type Dependencies = Base & {
  publicConfig: () => Config
  access: AccessService
  mediaUrls: MediaUrlService
  subscriptions: SubscriptionService
  studios: StudioService
  images: ImageService
  links: LinkService
  unlocking: UnlockingService
  guestUploads: GuestUploadService
  liveWalls: LiveWallService
  comments: CommentService
  originOf: OriginOf
}

export function composePages(dependencies: Dependencies) {
  const { config, ports, publicConfig, subscriptions, links, images, comments } = dependencies
  const { access, unlocking, guestUploads, liveWalls, mediaUrls, studios } = dependencies
  return createPageService({
    links,
    images,
    comments,
    access,
    unlocking,
    guestUploads,
    liveWalls,
    mediaUrls,
    planOf: subscriptions.planOf,
    findStudio: studios.findShown,
    config: publicConfig,
    publicUrl: config.publicUrl,
    originOf: dependencies.originOf,
    invalidation: ports.invalidation,
    clock: ports.clock,
  })
}
