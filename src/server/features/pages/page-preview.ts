import { cardSize } from '#server/platform/pictures/card.ts'
import type { Image } from '#shared/images.ts'
import type { Link } from '#shared/links.ts'

/** What chats, social networks and search engines are told of a page; addresses are of this site. */
export type PagePreview = {
  title: string
  description: string
  path: string
  isBranded: boolean
  /** Links are shared by address: only those shown on the public page are for search engines. */
  isListed: boolean
  image: { path: string; alt: string; width: number; height: number } | undefined
}

type CardAddress = (imageId: string) => string

const cardOf = (image: Image, alt: string, addressOf: CardAddress) => ({
  path: addressOf(image._id),
  alt,
  ...cardSize,
})

export function previewOfGallery(link: Link, addressOf: CardAddress): PagePreview {
  const { title, description, slug, isListed, imageCount, coverImage, branded = true } = link
  const sentence = `${imageCount === 1 ? 'One picture' : `${imageCount} pictures`} to look at.`
  return {
    title,
    description: description || sentence,
    path: `/links/${slug}`,
    isBranded: branded,
    isListed,
    image: coverImage ? cardOf(coverImage, coverImage.title || title, addressOf) : undefined,
  }
}

type ImagePreview = { image: Image; isListed: boolean; isBranded: boolean }

export function previewOfImage({ image, isListed, isBranded }: ImagePreview, addressOf: CardAddress): PagePreview {
  const title = image.title || image.link.title
  return {
    title,
    description: image.description || `A picture from ${image.link.title}.`,
    path: `/images/${image._id}`,
    isBranded,
    isListed,
    image: cardOf(image, title, addressOf),
  }
}
