import { escapeHtml } from '#server/platform/html.ts'
import { cardSize } from '#server/platform/images/image-header.ts'
import type { Image } from '#shared/images.ts'
import type { Link } from '#shared/links.ts'

/** Metadata for chats, social networks and search engines. Paths are relative to the origin of the gallery. */
export type PagePreview = {
  title: string
  description: string
  path: string
  /** Set if search engines should index a different URL. */
  canonicalPath?: string
  /** Undefined if the plan removes our name and there's no studio. */
  siteName: string | undefined
  /** Search engines index only listed links, because the others are shared privately. */
  isListed: boolean
  image: { path: string; alt: string; width: number; height: number } | undefined
}

export const noIndex = '<meta name="robots" content="noindex">'

/** The owner's domain, or our own host. */
export const originIn = (shareUrl: string) => new URL(shareUrl).origin
const pathIn = (shareUrl: string) => new URL(shareUrl).pathname

type CardPath = (image: Image) => string

const cardOf = (image: Image, alt: string, cardPath: CardPath) => ({ path: cardPath(image), alt, ...cardSize })

export function previewOfGallery(link: Link, cardPath: CardPath): PagePreview {
  const { title, description, shareUrl, isListed, imageCount, coverImage, visitorsSee } = link
  return {
    title,
    description: description || sentenceOf(imageCount),
    path: pathIn(shareUrl),
    siteName: siteNameOf(link),
    isListed: isListed && visitorsSee === 'all',
    image: coverImage ? cardOf(coverImage, coverImage.title || title, cardPath) : undefined,
  }
}

export const siteNameOf = ({ branded, studio }: Pick<Link, 'branded' | 'studio'>) =>
  studio ? studio.name || undefined : branded ? 'Framelight' : undefined

function sentenceOf(imageCount: number) {
  if (imageCount === 0) return 'No photos yet. Check back soon.'
  return imageCount === 1 ? '1 photo' : `${imageCount} photos`
}

export function previewInGallery(link: Link, image: Image, cardPath: CardPath): PagePreview {
  const { isListed, shareUrl } = link
  const canonicalPath = pathIn(shareUrl)
  const path = `${canonicalPath}?image=${image._id}`
  return { ...previewOfImage({ image, isListed, siteName: siteNameOf(link) }, cardPath), path, canonicalPath }
}

type ImagePreview = { image: Image; isListed: boolean; siteName: string | undefined }

export function previewOfImage({ image, isListed, siteName }: ImagePreview, cardPath: CardPath): PagePreview {
  const title = image.title || image.link.title
  return {
    title,
    description: image.description || `A photo from ${image.link.title}.`,
    path: `/images/${image._id}`,
    siteName,
    isListed,
    image: cardOf(image, title, cardPath),
  }
}

/** Uses the configured origin, because the `Host` header can be forged. */
export function previewTags(preview: PagePreview, publicUrl: string): string {
  const { title, description, path, canonicalPath = path, siteName, isListed, image } = preview
  const url = publicUrl + path
  const properties = {
    'og:type': 'website',
    'og:url': url,
    'og:title': title,
    'og:description': description,
    ...(siteName && { 'og:site_name': siteName }),
    ...(image && {
      'og:image': publicUrl + image.path,
      'og:image:type': 'image/jpeg',
      'og:image:width': String(image.width),
      'og:image:height': String(image.height),
      'og:image:alt': image.alt,
    }),
  }
  const names = {
    description,
    'twitter:card': image ? 'summary_large_image' : 'summary',
    'twitter:title': title,
    'twitter:description': description,
    ...(image && { 'twitter:image': publicUrl + image.path, 'twitter:image:alt': image.alt }),
  }
  return [
    ...Object.entries(names).map(([name, content]) => `<meta name="${name}" content="${oneLine(content)}">`),
    ...Object.entries(properties).map(([name, content]) => `<meta property="${name}" content="${oneLine(content)}">`),
    `<link rel="canonical" href="${escapeHtml(publicUrl + canonicalPath)}">`,
    ...(isListed ? [] : [noIndex]),
  ].join('')
}

const oneLine = (text: string) => escapeHtml(text.replace(/\s+/g, ' '))
