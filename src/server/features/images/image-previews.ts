import { uncheckedAccess } from '#server/features/access/link-access.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Viewer } from '#server/viewer.ts'
import type { Image } from '#shared/images.ts'
import type { createImagePresenter } from './image-presenter.ts'
import { type ImageLink, type ImageRecord, toImageOf } from './image-rows.ts'
import { type ImageRepository, previewCount } from './images.repository.ts'

type Dependencies = { images: ImageRepository; present: ReturnType<typeof createImagePresenter>; clock: Clock }
type ShownLink = ImageLink & Pick<ImageRecord, 'ownerName'>

export const createPreviews = ({ images, present, clock }: Dependencies) =>
  async function previewsOf(links: ShownLink[], viewer: Viewer | undefined): Promise<Map<string, Image[]>> {
    const now = clock.now()
    const rows = Map.groupBy(await images.listPreviews(links.map(({ id }) => id)), (row) => row.link_id)
    const previewOf = (link: ShownLink) => {
      const given = uncheckedAccess(link, viewer, now)
      const ofLink = rows.get(link.id) ?? []
      const isFirstOfImage = (row: (typeof ofLink)[number], at: number) =>
        ofLink.findIndex(({ id }) => id === row.id) === at
      return ofLink
        .filter(isFirstOfImage)
        .slice(0, previewCount)
        .map((row) => {
          const image = toImageOf(link, row, { ownerName: link.ownerName, isCover: row.place === 0, state: 'shown' })
          return present(image, { ...given, viewer, now })
        })
    }
    return new Map(links.map((link) => [link.id, previewOf(link)]))
  }
