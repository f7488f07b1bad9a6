import { describe, expect, test } from 'vitest'
import type { Image } from '#shared/images.ts'
import type { Link } from '#shared/links.ts'
import type { GalleryState, PageData } from '#shared/page-data.ts'
import { aConfig, anImage as sampleImage, aLink as sampleLink } from '#test/support/api-samples.ts'
import { render } from './entry-server.tsx'

const anImage = (n: number, title = '') =>
  sampleImage({
    _id: `image-${n}`,
    thumbnailUrl: `/media/image-${n}/480.webp`,
    imageUrl: `/media/image-${n}/960.jpg`,
    url: `/media/image-${n}/full.jpg`,
    renditions: [
      { url: `/media/image-${n}/480.webp`, width: 480, height: 320 },
      { url: `/media/image-${n}/960.jpg`, width: 960, height: 640 },
    ],
    width: 1200,
    height: 800,
    placeholder: 'data:image/webp;base64,AAAA',
    title,
    isCoverImage: n === 0,
    link: { _id: 'link', slug: 'summer', title: 'Summer' },
    user: { _id: 'ann', name: 'Ann' },
  })

const aLink = (images: Image[], fields: Partial<Link> = {}) =>
  sampleLink({
    slug: 'summer',
    title: 'Summer',
    description: 'By the sea',
    imageCount: images.length,
    coverImage: images[0] ?? null,
    images,
    owner: { name: 'Ann' },
    ...fields,
  })

const config = aConfig({ supportEmail: 'help@example.com' })
const aPage = (gallery: GalleryState): PageData => ({
  config,
  url: 'http://photos.test/links/summer',
  page: 'gallery',
  slug: 'summer',
  gallery,
})
const images = Array.from({ length: 12 }, (_, n) => anImage(n))
const open = (link: Link, branded = true) => aPage({ state: 'open', link, branded })

describe('a server-rendered gallery', () => {
  test('contains its text and every image with its size, files and name', () => {
    const { head, body } = render(open(aLink([anImage(0, 'Sea'), ...images.slice(1)])), [])

    expect(head).toContain('<title>Summer · Framelight</title>')
    expect(body).toContain('By the sea')
    expect(body).toContain('help@example.com')
    const pictures = body.match(/<img [^>]*>/g) ?? []
    expect(pictures).toHaveLength(12)
    for (const [n, picture] of pictures.entries()) {
      for (const part of [
        `src="/media/image-${n}/480.webp"`,
        '960.jpg 960w',
        'sizes="',
        'width="1200"',
        'height="800"',
      ])
        expect(picture).toContain(part)
    }
    expect(pictures[0]).toMatch(/alt="Sea"/)
    expect(pictures[1]).toMatch(/alt="Photo 2 of 12"/)
  })

  test('loads only the first images eagerly, and all of them at low priority', () => {
    const { head, body } = render(open(aLink(images)), [])
    const pictures = body.match(/<img [^>]*>/g) ?? []
    const eager = pictures.filter((picture) => picture.includes('loading="eager"'))

    expect(eager.length).toBeGreaterThan(0)
    expect(eager).toEqual(pictures.slice(0, eager.length))
    expect(pictures.filter((picture) => /fetchpriority="low"/i.test(picture))).toEqual(pictures)
    expect(head).not.toContain('as="image"')
  })

  test('links to its image pages, for use without JavaScript', () => {
    expect(render(open(aLink(images)), []).body).toContain('href="/images/image-3"')
  })

  test('puts images beyond the first batch into noscript', () => {
    const rest = [anImage(12), anImage(13)]
    const { body } = render(open(aLink(images, { imageCount: 14 })), rest)
    const [, inNoScript = ''] = /<noscript>(.*?)<\/noscript>/s.exec(body) ?? []

    expect(inNoScript.match(/<img [^>]*>/g)).toHaveLength(2)
    expect(inNoScript).toContain('href="/images/image-13"')
    expect(inNoScript).toContain('alt="Photo 13 of 14"')
    expect(body).toContain('14 photos')
    expect(render(open(aLink(images)), []).body).not.toContain('<noscript>')
  })

  describe('with sections', () => {
    const sections = [
      { _id: 'coast', title: 'The coast', text: 'Three days of wind.', anchor: 'the-coast', imageCount: 2 },
      { _id: 'south', title: 'South', text: '', anchor: 'south', imageCount: 2 },
      { _id: 'empty', title: 'Empty', text: '', anchor: 'empty', imageCount: 0 },
    ]
    const inSection = (n: number, sectionId: string | null) => ({ ...anImage(n), sectionId })
    const link = aLink([inSection(0, null), inSection(1, 'coast'), inSection(2, 'coast'), inSection(3, 'south')], {
      imageCount: 5,
      sections,
    })

    test('has headings that URLs can point to, and leaves out empty sections', () => {
      const { body } = render(open(link), [inSection(4, 'south')])
      const names = [...body.matchAll(/<section id="([^"]*)"/g)].map(([, anchor]) => anchor)
      expect(names).toEqual(['the-coast', 'south'])
      expect(body).toMatch(/<a href="#the-coast">.*<a href="#south">/s)
      expect(body).toContain('Three days of wind.')
      expect(body).not.toContain('Empty')
    })

    test('counts its images across all sections, and puts the rest of a section below it', () => {
      const { body } = render(open(link), [inSection(4, 'south')])
      expect(body.match(/alt="Photo \d of 5"/g)).toEqual([1, 2, 3, 4, 5].map((n) => `alt="Photo ${n} of 5"`))
      expect(body).toMatch(/<section id="south".*<noscript>.*image-4.*<\/noscript>.*<\/section>/s)
      expect(body.match(/<noscript>/g)).toHaveLength(1)
    })

    test('reserves room for images whose shape is unknown, hidden from screen readers', () => {
      const { body } = render(open(link), [])
      expect(body.match(/<li [^>]*><\/li>/g)).toEqual(['<li aria-hidden="true" style="--r:1.5"></li>'])
    })

    test('tells the browser how much room a wall needs whose images have no data', () => {
      const short = aLink([inSection(0, null), inSection(1, 'coast')], {
        imageCount: 4,
        sections: sections.slice(0, 2),
      })
      const { body } = render(open(short), [inSection(2, 'south'), inSection(3, 'south')])
      expect(body.match(/<ul class="wall [^>]*>/g)).toEqual([
        '<ul class="wall ">',
        '<ul class="wall ">',
        '<ul class="wall wall-reserved" style="--ratios:3">',
      ])
    })
  })

  test('shows the owner in the header and footer, and the slug in the footer', () => {
    const { body } = render(open(aLink(images, { owner: { name: 'Studio <Ann>' } })), [])
    expect(body).toMatch(/<header class="slim [^>]*>.*Studio &lt;Ann&gt;.*<\/header>.*<main/s)
    expect(body).toContain('by <bdi>Studio &lt;Ann&gt;</bdi>')
    expect(body).toMatch(/<\/ul>.*Link <!-- -->summer/s)
    expect(body).toMatch(/<nav aria-label="Main".*>Pricing<.*<header/s)

    const nameless = render(open(aLink(images, { owner: { name: '' } })), []).body
    expect(nameless).toContain('12 photos</p>')
  })

  test('shows our branding if the plan requires it', () => {
    expect(render(open(aLink(images)), []).body).toContain('Shared with')
    expect(render(open(aLink(images), false), []).body).not.toContain('Shared with')
  })

  describe('set to open with a cover', () => {
    const covered = (fields: Partial<Link> = {}) => open(aLink(images, { opening: 'cover', ...fields }))

    test('loads the cover first, at high priority, and crops it around its focal point', () => {
      const coverImage = { ...anImage(3, 'Sea'), coverFocus: { x: 0.25, y: 1 } }
      const { body } = render(covered({ coverImage }), [])
      const [cover = '', first = ''] = body.match(/<img [^>]*>/g) ?? []
      for (const part of [
        'alt="Sea"',
        'loading="eager"',
        'fetchPriority="high"',
        '960.jpg 960w',
        'object-position:25% 100%',
      ])
        expect(cover).toContain(part)
      expect(cover).toContain('url(&quot;data:image/webp;base64,AAAA&quot;)')
      expect(first).toMatch(/fetchpriority="low"/i)
    })

    test('shows the title and owner on the cover, and the details and menu in the bar below', () => {
      const { body } = render(covered({ expiresAt: '2026-11-30T10:00:00.000Z' }), [])
      expect(body).toMatch(
        /<main.*<h1[^>]*>Summer<\/h1>.*by <bdi>Ann<\/bdi>.*<section aria-label="Gallery" class="slim/s,
      )
      expect(body).toMatch(/12 photos.*Open until.*Nov 30, 2026.*aria-label="Menu".*<ul class="wall/s)
      expect(render(covered({ owner: { name: '' } }), []).body).not.toContain('by <bdi>')
    })

    test('opens without a cover if it has no images', () => {
      const { body } = render(open(aLink([], { opening: 'cover' })), [])
      expect(body).toMatch(/<header class="slim .*<main.*<h1[^>]*>Summer<\/h1>.*No photos yet/s)
      expect(body).not.toContain('class="cover')
    })

    test('shortens a long description, which can be expanded without JavaScript', () => {
      const description = 'One sentence after the other. '.repeat(10).trim()
      const { body } = render(covered({ description }), [])
      expect(body).toMatch(/popoverTarget="whole-description"[^>]*>Read more/i)
      expect(body).toMatch(/id="whole-description" popover="auto"/)
      expect(render(covered(), []).body).not.toContain('Read more')
    })
  })

  test.each([
    ['private', 'Private Link'],
    ['expired', 'Link Expired'],
    ['missing', 'Link Not Found'],
  ] as const)('shows the %s state', (state, title) => {
    const { head, body } = render(aPage({ state, message: 'It cannot be opened.' }), [])
    expect(head).toContain(`<title>${title} · Framelight</title>`)
    expect(body).toContain(title)
    // A closed gallery doesn't reveal its owner, so it shows our own header.
    expect(body).toContain('aria-label="Main"')
  })

  test('escapes markup in user text', () => {
    const title = '"><script>alert(1)</script>'
    const { head, body } = render(open(aLink([anImage(0, title)], { title, description: title })), [])
    expect(head + body).not.toContain('<script')
  })
})

test('an image page contains the image, its comments and links to its neighbors', () => {
  const comment = {
    _id: 'c',
    content: 'Lovely light',
    createdAt: '2026-01-01T00:00:00.000Z',
    updatedAt: '2026-01-01T00:00:00.000Z',
    user: { _id: 'bob', name: 'Bob' },
    state: 'shown' as const,
  }
  const neighbors = { position: 2, count: 3, previousId: 'image-0', nextId: 'image-2' }
  const ofAnn = { ...anImage(1, 'Sea'), owner: { name: 'Ann' } }
  const image = { state: 'open' as const, image: ofAnn, comments: [comment], neighbors }
  const { head, body } = render(
    { config, url: 'http://photos.test/images/image-1', page: 'image', imageId: 'image-1', image },
    [],
  )

  expect(head).toContain('<title>Sea · Framelight</title>')
  expect(body).toMatch(/<img [^>]*src="\/media\/image-1\/480.webp"/)
  expect(body).toContain('Lovely light')
  expect(body).toMatch(/<a (?=[^>]*rel="prev")[^>]*href="\/images\/image-0"/)
  expect(body).toMatch(/<a (?=[^>]*rel="next")[^>]*href="\/images\/image-2"/)
  expect(body.replaceAll('<!-- -->', '')).toContain('2 of 3')
  expect(body).toMatch(/<header class="slim [^>]*>.*href="\/links\/summer".*Summer.*Ann.*<\/header>.*<main/s)
})

describe("a gallery with its owner's branding", () => {
  const studio = {
    name: 'Halden <b>',
    line: 'Quiet weddings',
    website: 'https://halden.example/',
    accent: { light: '#2f6f5e', dark: '#429b83' },
    logoUrl: '/logos/light.png',
    logoDarkUrl: '/logos/dark.png',
    poweredBy: true,
  }

  test('shows the logo, line, website and color instead of our navigation', () => {
    const { head, body } = render(open(aLink(images, { studio, branded: false }), false), [])
    expect(head).toContain('<title>Summer · Halden &lt;b&gt;</title>')
    expect(body).toMatch(/<img class="on-light" src="\/logos\/light.png" alt="Halden &lt;b&gt;"/)
    expect(body).toContain('<img class="on-dark" src="/logos/dark.png"')
    expect(body).toContain('--color-accent:light-dark(#2f6f5e,#429b83)')
    expect(body).toContain('href="https://halden.example/" rel="noopener nofollow"')
    expect(body).toContain('Quiet weddings')
    expect(body).toContain('Powered by')
    expect(body).not.toContain('Shared with')
    expect(body).not.toContain('Register')
    // The style of a studio hides our pages and our support.
    expect(body).toContain('.site-pages{display:none}')
    expect(body).toMatch(/<p class="site-pages"><a [^>]*href="mailto:help@example.com"/)
    expect(render(open(aLink(images)), []).body).not.toContain('--color-accent')
  })

  test("isn't covered by our startup spinner on the owner's domain", () => {
    const page = open(aLink(images, { studio, branded: false }), false)
    const { body } = render({ ...page, url: 'http://photos.halden.example/summer', isOnDomain: true }, [])
    expect(body).toContain('Quiet weddings')
    expect(body).not.toContain('Starting')
  })

  test('shows the name on light pages if there is only a logo for dark ones', () => {
    const { body } = render(open(aLink(images, { studio: { ...studio, logoUrl: null }, branded: false }), false), [])
    expect(body).toContain('<span class="on-light"><bdi>Halden &lt;b&gt;</bdi></span><img class="on-dark"')
  })

  test('adds at most 3 kB to the page and its data, and what plain galleries have of it is at most 150 bytes', () => {
    const sizeOf = (link: Link) => {
      const data = open(link, link.studio === null)
      const { head, body } = render(data, [])
      return Buffer.byteLength(head + body + JSON.stringify(data))
    }
    const longest = {
      ...studio,
      name: 'N'.repeat(60),
      line: 'L'.repeat(100),
      website: `https://${'w'.repeat(180)}.example`,
    }
    expect(sizeOf(aLink(images, { studio: longest, branded: false })) - sizeOf(aLink(images))).toBeLessThanOrEqual(3000)
    const { studio: none, shareUrl, ...rest } = aLink(images)
    expect([none, typeof shareUrl]).toEqual([null, 'string'])
    const marks = render(open(aLink(images)), []).body.match(/ class="site-pages"|site-pages/g) ?? []
    expect(marks.length).toBeGreaterThan(0)
    const fields = JSON.stringify(aLink(images)).length - JSON.stringify(rest).length
    expect(fields + marks.join(' ').length).toBeLessThanOrEqual(150)
  })

  test('shows it on the password form and when it has expired', () => {
    for (const state of ['password', 'expired'] as const) {
      const { head, body } = render(aPage({ state, message: '', studio }), [])
      expect(head).toContain('· Halden &lt;b&gt;</title>')
      expect(body).toContain('/logos/light.png')
      expect(body).toContain('Quiet weddings')
    }
  })
})
