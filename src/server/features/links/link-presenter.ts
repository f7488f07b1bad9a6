import { type Access, isExpired } from '#server/features/access/link-access.ts'
import type { Image } from '#shared/images.ts'
import type { Link } from '#shared/links.ts'
import type { LinkRecord } from './links.repository.ts'

type Shown = { images: Image[]; branded: boolean; now: Date }

export const presentLink = (link: LinkRecord, { role, may }: Access, { images, branded, now }: Shown): Link => ({
  _id: link.id,
  slug: link.slug,
  title: link.title,
  description: link.description,
  isPrivate: link.isPrivate,
  ...(role === 'owner' && { hasPassword: link.hasPassword }),
  isListed: link.isListed,
  allowDownloads: role === 'owner' ? link.allowDownloads : may.download,
  cameraDetails: link.cameraDetails,
  expiresAt: link.expiresAt,
  isExpired: isExpired(link, now),
  // The API has called visits `views` from the beginning.
  views: link.visits,
  imageCount: link.imageCount,
  coverImage: images.find((image) => image.isCoverImage) ?? null,
  images,
  createdAt: link.createdAt,
  updatedAt: link.updatedAt,
  user: link.userId,
  owner: { name: link.ownerName },
  opening: link.opening,
  branded,
})
