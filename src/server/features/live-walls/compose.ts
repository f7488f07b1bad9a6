import type { OriginOf } from '#server/features/domains/served-domains.service.ts'
import type { ImageService } from '#server/features/images/images.service.ts'
import type { LinkService } from '#server/features/links/links.service.ts'
import type { Base } from '#server/ports.ts'
import { createLiveWallRepository } from './live-walls.repository.ts'
import { createLiveWallService } from './live-walls.service.ts'

type Dependencies = Base & { links: LinkService; images: ImageService; originOf: OriginOf }

export function composeLiveWalls({ db, ports, links, images, originOf }: Dependencies) {
  const { signer, invalidation, clock } = ports
  const walls = createLiveWallRepository(db)
  return createLiveWallService({ walls, links, images, signer, originOf, invalidation, clock })
}
