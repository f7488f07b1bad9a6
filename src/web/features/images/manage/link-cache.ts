import type { QueryClient } from '@tanstack/react-query'
import type { Image } from '#shared/images.ts'
import type { Link } from '#shared/links.ts'
import { queryKeys } from '#web/lib/queries/keys.ts'

const onlyCover = (images: Image[], coverId: string) =>
  images.map((image) => {
    const isCoverImage = image._id === coverId
    return image.isCoverImage === isCoverImage ? image : { ...image, isCoverImage }
  })

export const withImage = (link: Link, image: Image): Link => {
  const others = link.images.filter(({ _id }) => _id !== image._id)
  const images = [...others, image]
  return { ...link, imageCount: images.length, images: image.isCoverImage ? onlyCover(images, image._id) : images }
}

export const withChanged = (link: Link, image: Image): Link => ({
  ...link,
  images: link.images.map((other) => (other._id === image._id ? image : other)),
  coverImage: link.coverImage?._id === image._id ? image : link.coverImage,
})

export const withCover = (link: Link, imageId: string): Link => ({ ...link, images: onlyCover(link.images, imageId) })

export const withoutImages = (link: Link, ids: ReadonlySet<string>): Link => {
  const images = link.images.filter(({ _id }) => !ids.has(_id))
  return { ...link, imageCount: images.length, images }
}

/** Sorts images in the order of these IDs. Unlisted images follow in their current order. */
export const withIds = (images: readonly Image[], ids: readonly string[]) => {
  const positions = new Map(ids.map((id, index) => [id, index]))
  const positionOf = ({ _id }: Image) => positions.get(_id) ?? positions.size
  return images.toSorted((one, other) => positionOf(one) - positionOf(other))
}

export const withOrder = (link: Link, ids: readonly string[]): Link => ({ ...link, images: withIds(link.images, ids) })

/** Without an `order`, the images follow those that are already in the section. */
export function withSection(link: Link, ids: readonly string[], sectionId: string | null, order?: readonly string[]) {
  const moved = new Set(ids)
  const [stay = [], move = []] = [false, true].map((isMoved) =>
    link.images.filter(({ _id }) => moved.has(_id) === isMoved),
  )
  const images = [...stay, ...move.map((image) => ({ ...image, sectionId }))]
  return { ...link, images: order ? withIds(images, order) : images }
}

export function changeLink(client: QueryClient, linkId: string, change: (link: Link) => Link) {
  const queryKey = queryKeys.link(linkId)
  const link = client.getQueryData(queryKey)
  if (!link) return
  // Cancel fetches in flight, because their responses would undo the change.
  void client.cancelQueries({ queryKey, exact: true })
  client.setQueryData(queryKey, change(link))
}

export const changeUsage = (client: QueryClient, by: number) =>
  client.setQueryData(
    queryKeys.subscription,
    (known) => known && { ...known, usage: { ...known.usage, images: known.usage.images + by } },
  )

export const refresh = (client: QueryClient, ...linkIds: string[]) =>
  Promise.all([
    ...linkIds.map((linkId) => client.invalidateQueries({ queryKey: queryKeys.link(linkId), exact: true })),
    client.invalidateQueries({ queryKey: queryKeys.links, exact: true }),
    client.invalidateQueries({ queryKey: queryKeys.subscription }),
    client.invalidateQueries({ queryKey: queryKeys.galleries }),
    client.invalidateQueries({ queryKey: queryKeys.images }),
    client.invalidateQueries({ queryKey: queryKeys.trash }),
    client.invalidateQueries({ queryKey: queryKeys.sharedLinks, exact: true }),
  ])
