import { escapeHtml } from '#server/platform/html.ts'

type Preview = {
  title: string
  description: string
  path: string
  isBranded: boolean
  isListed: boolean
  image: { path: string; alt: string; width: number; height: number } | undefined
}

/** For pages that nobody is to find but by their address. */
export const noIndex = '<meta name="robots" content="noindex">'

/** What chats, social networks and search engines read; the origin is the configured one, never what a request names. */
export function previewTags(preview: Preview, publicUrl: string): string {
  const { title, description, path, isBranded, isListed, image } = preview
  const url = publicUrl + path
  const properties = {
    'og:type': 'website',
    'og:url': url,
    'og:title': title,
    'og:description': description,
    ...(isBranded && { 'og:site_name': 'Framelight' }),
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
    `<link rel="canonical" href="${escapeHtml(url)}">`,
    ...(isListed ? [] : [noIndex]),
  ].join('')
}

const oneLine = (text: string) => escapeHtml(text.replace(/\s+/g, ' '))
