// @engine sqlite
import { describe, expect, test } from 'vitest'
import { createBuilders } from '#test/support/builders.ts'
import { dataIn, tag } from '#test/support/page-reader.ts'
import { createOwnServer } from '#test/support/server.ts'
import { useServer } from '#test/support/use-server.ts'
import { useWebApp } from '#test/support/web-app.ts'

const webApp = useWebApp()
const { server, build } = useServer({ defaultPlan: 'gold' }, webApp)

const galleryOf = ({ slug }: { slug: string }) => `/links/${slug}`
const pageOf = ({ _id }: { _id: string }) => `/images/${_id}`

describe('preview tags', () => {
  test('contain the title, description and cover of an open link', async () => {
    const link = await build.aLink({ title: 'Summer', description: 'By the\n sea' })
    await build.anImage({ link })
    const cover = await build.anImage({ link, fields: { title: 'Waves', isCoverImage: 'true' } })
    const { body } = await server.get(galleryOf(link), { headers: { host: 'evil.test' } })

    const expected = {
      description: 'By the sea',
      'og:type': 'website',
      'og:title': 'Summer',
      'og:description': 'By the sea',
      'og:url': `http://photos.test/links/${link.slug}`,
      'og:image': `http://photos.test/media/${cover._id}/card.jpg`,
      'og:image:width': '1200',
      'og:image:height': '630',
      'og:image:alt': 'Waves',
      'twitter:card': 'summary_large_image',
      'twitter:title': 'Summer',
      'twitter:image': `http://photos.test/media/${cover._id}/card.jpg`,
    }
    for (const [name, content] of Object.entries(expected)) expect(tag(body, name), name).toBe(content)
    expect(body).toContain(`<link rel="canonical" href="http://photos.test/links/${link.slug}">`)
    expect(body).toContain('<title>Summer</title>')
    expect(body.match(/<title>/g)).toHaveLength(1)
    expect(body.match(/name="description"/g)).toHaveLength(1)
    expect((await server.get(`/media/${cover._id}/card.jpg`)).status).toBe(200)
    expect(body).not.toContain('evil.test')
  })

  test('contain the number of photos if there is no description', async () => {
    const [none, one] = [await build.aLink(), await build.aLink()]
    await build.anImage({ link: one })

    const empty = (await server.get(galleryOf(none))).body
    expect([tag(empty, 'og:description'), tag(empty, 'twitter:card')]).toEqual([
      'No photos yet. Check back soon.',
      'summary',
    ])
    expect(empty).not.toContain('og:image')
    expect(tag((await server.get(galleryOf(one))).body, 'og:description')).toBe('1 photo')
  })

  test('contain the title of an image, or of its gallery if it has none', async () => {
    const link = await build.aLink({ title: 'Summer' })
    const [titled, untitled] = [
      await build.anImage({ link, fields: { title: 'Sea', description: 'Cold' } }),
      await build.anImage({ link }),
    ]
    const read = async (image: { _id: string }) => {
      const { body } = await server.get(pageOf(image))
      return ['og:title', 'og:description', 'og:url', 'og:image'].map((name) => tag(body, name))
    }
    const at = ({ _id }: { _id: string }) => [
      `http://photos.test/images/${_id}`,
      `http://photos.test/media/${_id}/card.jpg`,
    ]
    expect(await read(titled)).toEqual(['Sea', 'Cold', ...at(titled)])
    expect(await read(untitled)).toEqual(['Summer', 'A photo from Summer.', ...at(untitled)])
  })

  test('describe the image in a shared gallery URL', async () => {
    const link = await build.aLink({ title: 'Summer', description: 'By the sea' })
    await build.anImage({ link })
    const image = await build.anImage({ link, fields: { title: 'Waves', description: 'Cold' } })
    const foreign = await build.anImage()
    const read = async (query: string) => {
      const { status, body } = await server.get(`${galleryOf(link)}${query}`)
      const tags = ['og:title', 'og:description', 'og:url', 'og:image'].map((name) => tag(body, name))
      expect([status, body.includes(`<link rel="canonical" href="http://photos.test${galleryOf(link)}">`)]).toEqual([
        200,
        true,
      ])
      return tags
    }
    const shared = [
      'Waves',
      'Cold',
      `http://photos.test${galleryOf(link)}?image=${image._id}`,
      `http://photos.test/media/${image._id}/card.jpg`,
    ]
    const plain = await read('')
    expect(plain.slice(0, 2)).toEqual(['Summer', 'By the sea'])
    expect(await read(`?image=${image._id}`)).toEqual(shared)
    for (const query of [`?image=${foreign._id}`, '?image=', '?image=%22%3E', `?image=${image._id}&image=x`])
      expect(await read(query), query).toEqual(plain)
    expect(await read(`?image=${image._id}`)).toEqual(shared)

    await server.put(`/api/images/${image._id}`, { title: 'Surf' }, { token: link.owner.token })
    expect((await read(`?image=${image._id}`))[0]).toBe('Surf')
    await server.put(`/api/links/${link._id}`, { isPrivate: true }, { token: link.owner.token })
    const closed = await server.get(`${galleryOf(link)}?image=${image._id}`)
    expect([closed.status, closed.body.includes('og:'), closed.body.includes('Surf')]).toEqual([403, false, false])
  })

  test('contain the Framelight brand unless the plan removes it', async () => {
    const own = await createOwnServer({ defaultPlan: 'plus' }, webApp)
    const link = await createBuilders(own).aLink()
    const branded = (await own.get(galleryOf(link))).body
    expect([tag(branded, 'og:site_name'), branded.includes('rendered">gallery open true')]).toEqual([
      'Framelight',
      true,
    ])
    expect(tag((await server.get(galleryOf(await build.aLink()))).body, 'og:site_name')).toBeUndefined()
  })

  test('keep search engines from indexing unlisted pages', async () => {
    const [listed, unlisted] = [await build.aLink({ isListed: true }), await build.aLink({ isListed: false })]
    const [shown, hidden] = [await build.anImage({ link: listed }), await build.anImage({ link: unlisted })]
    const robots = async (address: string) => tag((await server.get(address)).body, 'robots')

    expect(await Promise.all([galleryOf(listed), pageOf(shown)].map(robots))).toEqual([undefined, undefined])
    expect(await Promise.all([galleryOf(unlisted), pageOf(hidden)].map(robots))).toEqual(['noindex', 'noindex'])
  })

  test.each(['"><script>alert(1)</script>', "'><img src=x onerror=alert(1)>", '</title></head>$&$1', '<!--<script>'])(
    'escape the title and description %s',
    async (title) => {
      const link = await build.aLink({ title, description: title })
      const image = await build.anImage({ link, fields: { title, description: title } })
      for (const address of [galleryOf(link), pageOf(image)]) {
        const { body } = await server.get(address)
        expect(tag(body, 'og:title')).toBe(title)
        expect(tag(body, 'og:description')).toBe(title)
        expect(body.match(/<script\b/g)).toHaveLength(3)
        expect(body).not.toMatch(/<img|<!--/)
        expect(body.match(/<\/head>/g)).toHaveLength(1)
        expect(JSON.stringify(dataIn(body))).toContain(JSON.stringify(title))
      }
    },
  )
})
