import { escapeHtml } from '#server/platform/html.ts'
import { cardSize } from '#server/platform/images/image-header.ts'
import { pages } from '#shared/pages.ts'
import { previewTags } from './preview-tags.ts'

type SitePage = {
  path: string
  title: string
  description: string
  /** Replaces the description if nothing is sold on this site (PAYMENTS=off). */
  descriptionIfFree?: string
}

/** Metadata of public pages for search engines and chats. The titles must match those in the web app. */
export const sitePages: readonly SitePage[] = [
  {
    path: pages.home,
    title: 'Share Your Images Beautifully · Framelight',
    description: 'Share your photos with a link: public or private, for as long as you like.',
  },
  {
    path: pages.pricing,
    title: 'Pricing · Framelight',
    description: 'Compare Free, Plus and Gold: links, images, analytics and support. Billed monthly, no contract.',
    descriptionIfFree: 'Nothing to pay here: the person who runs this site covers it.',
  },
  {
    path: pages.faq,
    title: 'FAQ · Framelight',
    description: 'Answers about links, images, privacy, plans and payment.',
    descriptionIfFree: 'Answers about links, images and privacy.',
  },
  {
    path: pages.contact,
    title: 'Contact · Framelight',
    description: 'Get in touch with the people behind Framelight.',
  },
  {
    path: pages.terms,
    title: 'Terms & Conditions · Framelight',
    description: 'What you can expect from Framelight, and what it expects from you.',
  },
  {
    path: pages.privacy,
    title: 'Privacy Policy · Framelight',
    description: 'What Framelight stores about you and your visitors, why, and for how long.',
  },
  {
    path: pages.cookiePolicy,
    title: 'Cookie Policy · Framelight',
    description:
      'What Framelight stores in your browser: your login, your theme and which galleries you can open. No tracking.',
  },
  {
    path: pages.login,
    title: 'Login · Framelight',
    description: 'Log in to your galleries.',
  },
  {
    path: pages.register,
    title: 'Register · Framelight',
    description: "Create an account and share your first gallery in a minute. It's free.",
  },
  {
    path: pages.forgotPassword,
    title: 'Forgot password? · Framelight',
    description: 'Get an email with a link to reset your password.',
  },
]

const previewImage = { path: '/preview.jpg', alt: 'Framelight', ...cardSize }

type Surroundings = { publicUrl: string; head: string }

export function withHeadOf({ path, title, description }: SitePage, html: string, { publicUrl, head }: Surroundings) {
  const preview = { title, description, path, siteName: 'Framelight', isListed: true, image: previewImage }
  return html
    .replace(/<title>[^<]*<\/title>/, () => `<title>${escapeHtml(title)}</title>`)
    .replace(/<meta name="description"[^>]*>\s*/, '')
    .replace('</head>', () => `${previewTags(preview, publicUrl)}${head}</head>`)
}

export const robotsText = (publicUrl: string) =>
  ['User-agent: *', 'Disallow: /api/', 'Disallow: /checkout/', '', `Sitemap: ${publicUrl}/sitemap.xml`, ''].join('\n')

export function sitemapOf(links: { slug: string; updatedAt: string }[], publicUrl: string) {
  const entries = [
    ...sitePages.map(({ path }) => `<url><loc>${escapeHtml(publicUrl + path)}</loc></url>`),
    ...links.map(
      ({ slug, updatedAt }) =>
        `<url><loc>${escapeHtml(`${publicUrl}/links/${slug}`)}</loc><lastmod>${updatedAt}</lastmod></url>`,
    ),
  ]
  return `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${entries.join('\n')}\n</urlset>\n`
}
