import type { ImageService } from '#server/features/images/images.service.ts'
import type { LinkService } from '#server/features/links/links.service.ts'
import type { Base } from '#server/ports.ts'
import { createLiveWallRepository } from './live-walls.repository.ts'
import { createLiveWallService } from './live-walls.service.ts'

type Dependencies = Base & { links: LinkService; images: ImageService }

export function composeLiveWalls({ config, db, ports, links, images }: Dependencies) {
  const { signer, invalidation, clock } = ports
  const walls = createLiveWallRepository(db)
  return createLiveWallService({ walls, links, images, signer, publicUrl: config.publicUrl, invalidation, clock })
}
