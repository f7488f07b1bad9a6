// @engine sqlite
import { beforeAll, describe, expect, test } from 'vitest'
import type { Image } from '#shared/images.ts'
import type { Person } from '../support/builders.ts'
import { createGuestUploads } from '../support/guest-uploads.ts'
import { createLinkAccess, withPass } from '../support/link-access.ts'
import type { Answer } from '../support/server.ts'
import { useServer } from '../support/use-server.ts'
import { useWebApp } from '../support/web-app.ts'

const { server, build } = useServer({ defaultPlan: 'gold' }, useWebApp())
const { add, aGuest } = createGuestUploads(server)
const { invite, enter } = createLinkAccess(server)

const viewers = [
  'nobody',
  'stranger',
  'another guest',
  'its guest',
  'blocked guest',
  'invitation with add',
  'invitation without add',
  'owner',
  'wall token',
] as const
type ViewerKind = (typeof viewers)[number]

type Call = (image: Pick<Image, '_id'> & { file: string }, options: object) => Promise<Answer>

/** Every route that can show or change an image by its ID. */
const routes: Record<string, Call> = {
  image: ({ _id }, options) => server.get(`/api/images/${_id}`, options),
  view: ({ _id }, options) => server.post(`/api/images/${_id}/view`, undefined, options),
  original: ({ _id }, options) => server.get(`/api/images/${_id}/original`, options),
  title: ({ _id }, options) => server.put(`/api/images/${_id}`, { title: 'Changed' }, options),
  cover: ({ _id }, options) => server.put(`/api/images/${_id}/set-cover`, undefined, options),
  move: ({ _id }, options) =>
    server.post('/api/images/bulk', { action: 'move', imageIds: [_id], linkId: scene.linkId }, options),
  comments: ({ _id }, options) => server.get(`/api/comments/image/${_id}`, options),
  comment: ({ _id }, options) =>
    server.post(
      `/api/comments/image/${_id}`,
      { content: 'Nice', name: 'Lena' },
      { from: build.anAddress(), ...options },
    ),
  favorite: ({ _id }, options) =>
    server.put(`/api/images/${_id}/choice`, { chosen: false }, { from: build.anAddress(), ...options }),
  zip: ({ _id }, options) => server.get(`/api/links/slug/${scene.slug}/download?images=${_id}`, options),
  file: ({ _id, file }, options) => server.get(`/media/${_id}/${file}`, options),
  card: ({ _id }, options) => server.get(`/media/${_id}/card.jpg`, options),
  page: ({ _id }, options) => server.get(`/images/${_id}`, options),
}
/** Every other route that can list, count or mention images. */
const listings = () => [
  `/api/links/slug/${scene.slug}`,
  `/api/links/${scene.linkId}`,
  `/api/links/${scene.linkId}/images`,
  '/api/links/public',
  '/api/links',
  '/api/links/shared',
  `/api/links/slug/${scene.slug}/choice`,
  `/api/links/${scene.linkId}/choices`,
  `/api/links/${scene.linkId}/choices.csv`,
  `/api/links/${scene.linkId}/analytics`,
  '/api/analytics',
  '/api/trash?kind=image',
  `/links/${scene.slug}`,
  `/links/${scene.slug}?image=${scene.image._id}`,
  `/links/${scene.slug}/add`,
  `/wall/${scene.wall}`,
  '/sitemap.xml',
]
const isPublic = (path: string) => /^\/links\/[^/]+$|public|slug\/[^/]+$|images$|sitemap/.test(path)

const unknown = { _id: 'never-given-out-000000', file: '60.webp' }

let scene: {
  linkId: string
  slug: string
  owner: Person
  options: Record<ViewerKind, object>
  wall: string
  image: Image
  other: Pick<Image, '_id' | 'thumbnailUrl'>
}

async function aScene(fields: object) {
  const link = await build.aLink({ guestUploads: 'everyone', comments: 'guests', choosing: 'on', ...fields })
  const other = await build.anImage({ link })
  const guest = await aGuest(link)
  const anotherGuest = await aGuest(link)
  const [withAdd, without] = [await invite(link), await invite(link, { rights: { add: false } })]
  const stranger = await build.aUser()
  const asOwner = { token: link.owner.token }
  const { url } = (await server.put(`/api/links/${link._id}/live-wall`, { isOn: true }, asOwner)).body.data
  const wall = new URL(url).pathname.slice('/wall/'.length)
  const options = {
    nobody: {},
    stranger: { token: stranger.token },
    'another guest': withPass(anotherGuest.pass),
    'its guest': withPass(guest.pass),
    'blocked guest': withPass(guest.pass),
    'invitation with add': withPass((await enter(withAdd)).pass),
    'invitation without add': withPass((await enter(without)).pass),
    owner: { token: link.owner.token },
    'wall token': withPass(wall),
  }
  const { body } = await server.get(`/api/links/${link._id}/guests`, asOwner)
  const { addedBy } = (await server.get(`/api/images/${guest.image._id}`, asOwner)).body.data
  const block = (isBlocked: boolean) => server.put(`/api/guests/${addedBy._id}`, { isBlocked }, asOwner)
  expect(body.data).toHaveLength(2)
  scene = { linkId: link._id, slug: link.slug, owner: link.owner, options, wall, image: guest.image, other }
  return { link, block }
}

const fileOf = ({ thumbnailUrl }: Pick<Image, 'thumbnailUrl'>) => /\/([^/?]+)(\?|$)/.exec(thumbnailUrl)?.[1] ?? ''
const onWall = async (): Promise<Image[]> => (await server.get(`/api/wall/${scene.wall}`)).body.data.images

const textIn = (body: unknown) => (typeof body === 'string' ? body : JSON.stringify(body ?? ''))

const textOf = ({ status, body }: Answer) => [status, body?.error ?? (status < 400 ? 'ok' : 'page')]

async function statusesOf(viewer: ViewerKind, image: Pick<Image, '_id' | 'thumbnailUrl'>) {
  const target = { _id: image._id, file: fileOf(image) }
  const entries = []
  for (const [name, call] of Object.entries(routes)) {
    entries.push([name, (await call(target, scene.options[viewer])).status])
  }
  return Object.fromEntries(entries)
}

describe('an image that needs approval', () => {
  let block: (isBlocked: boolean) => Promise<Answer>
  beforeAll(async () => {
    block = (await aScene({})).block
  })

  test.each(viewers)('answers like an unknown ID except to its owner and its guest (%s)', async (viewer) => {
    if (viewer === 'blocked guest') await block(true)
    const options = scene.options[viewer]
    const isGuest = viewer === 'its guest' || viewer === 'blocked guest'
    for (const [name, call] of Object.entries(routes)) {
      const answer = textOf(await call({ _id: scene.image._id, file: fileOf(scene.image) }, options))
      const asUnknown = textOf(await call(unknown, options))
      if (isGuest && name === 'image') expect(answer, name).toEqual([200, 'ok'])
      else if (viewer !== 'owner' || ['zip', 'file', 'card', 'page'].includes(name)) {
        expect(answer, name).toEqual(asUnknown)
      } else if (name === 'image' || name === 'original') expect(answer, name).toEqual([200, 'ok'])
      else expect(answer, name).toEqual([400, 'Approve this photo first'])
    }
    for (const path of listings()) {
      const { status, body } = await server.get(path, options)
      expect(status, path).toBeOneOf(isPublic(path) ? [200] : [200, 401, 403, 404])
      // The page's address repeats the ID that was asked for.
      expect(textIn(body).replaceAll(`?image=${scene.image._id}`, ''), path).not.toContain(scene.image._id)
    }
    if (viewer === 'wall token') {
      const [shown] = await onWall()
      expect(shown?._id).toBe(scene.other._id)
      const signed = shown?.thumbnailUrl.replace(scene.other._id, scene.image._id) ?? ''
      expect((await server.get(signed)).status).toBe(404)
    }
    const { body } = await server.get(`/api/links/slug/${scene.slug}/my-uploads`, options)
    expect(JSON.stringify(body).includes(scene.image._id)).toBe(isGuest)
    if (isGuest) {
      expect((await server.get(body.data.images[0].thumbnailUrl)).status).toBe(200)
      await block(false)
    }
  })
})

describe('a gallery whose visitors only see their own images', () => {
  let link: Awaited<ReturnType<typeof aScene>>['link']
  let block: (isBlocked: boolean) => Promise<Answer>
  beforeAll(async () => {
    const made = await aScene({ approveUploads: false, visitorsSee: 'own' })
    link = made.link
    block = made.block
  })

  const hidden = {
    image: 404,
    view: 404,
    comments: 404,
    comment: 404,
    favorite: 404,
    zip: 403,
    file: 404,
    card: 404,
    page: 404,
  }
  const anonymous = { original: 401, title: 401, cover: 401, move: 401 }
  const stranger = { original: 403, title: 403, cover: 403, move: 403 }
  const own = { ...hidden, image: 200, view: 200, comments: 200, comment: 201, favorite: 403, page: 200 }
  const all = Object.fromEntries(Object.keys(routes).map((name) => [name, name === 'comment' ? 201 : 200]))
  // Files need a signed URL, and pages don't know the owner.
  const owners = { ...all, file: 404, card: 404, page: 404 }

  test.each(viewers)("hides everyone else's, the owner's too (%s)", async (viewer) => {
    if (viewer === 'blocked guest') await block(true)
    const isGuest = viewer === 'its guest' || viewer === 'blocked guest'
    const expected =
      viewer === 'owner' ? owners : { ...(isGuest ? own : hidden), ...(viewer === 'stranger' ? stranger : anonymous) }
    expect(await statusesOf(viewer, scene.image)).toEqual(expected)
    const ofOwner = viewer === 'owner' ? owners : { ...hidden, ...(viewer === 'stranger' ? stranger : anonymous) }
    expect(await statusesOf(viewer, scene.other)).toEqual(ofOwner)

    const options = scene.options[viewer]
    const { body } = await server.get(`/api/links/slug/${scene.slug}`, options)
    if (viewer === 'owner') expect(body.data).toMatchObject({ imageCount: 3, visitorsSee: 'own' })
    else {
      expect(body.data).toMatchObject({
        images: [],
        imageCount: 0,
        coverImage: null,
        allowDownloads: false,
        choosing: 'off',
        visitorsSee: 'own',
      })
      expect((await server.get(`/api/links/${scene.linkId}/images`, options)).body.data).toEqual([])
      expect((await server.get(`/api/links/${scene.linkId}`, options)).body.data.images).toEqual([])
    }
    // The owner's lists have all images.
    for (const path of viewer === 'owner'
      ? ['/api/links/public', '/sitemap.xml', `/links/${scene.slug}`]
      : listings()) {
      const text = textIn((await server.get(path, options)).body).replaceAll(`?image=${scene.image._id}`, '')
      for (const { _id } of [scene.image, scene.other]) expect(text, path).not.toContain(_id)
      if (/public|sitemap/.test(path)) expect(text, path).not.toContain(scene.slug)
    }
    if (viewer === 'wall token') {
      const shown = await onWall()
      expect(shown.map(({ _id }) => _id)).toEqual(expect.arrayContaining([scene.image._id, scene.other._id]))
      for (const { thumbnailUrl, url } of shown) {
        expect([url, (await server.get(thumbnailUrl)).status]).toEqual([null, 200])
        expect((await server.get(thumbnailUrl.replace(/[^/]+\?/, 'card.jpg?'))).status).toBe(404)
      }
    }
    const mine = (await server.get(`/api/links/slug/${scene.slug}/my-uploads`, options)).body.data.images
    expect(mine.some(({ _id }: Image) => _id === scene.image._id)).toBe(isGuest)
    if (isGuest) {
      expect(mine[0]).toMatchObject({ state: 'shown', isOwn: true, url: null })
      expect((await server.get(mine[0].thumbnailUrl)).status).toBe(200)
      await block(false)
    }
  })

  test('opens by itself when the reveal date comes', async () => {
    const asOwner = { token: scene.owner.token }
    const at = new Date(server.clock.now().getTime() + 60_000).toISOString()
    const past = await server.put(`/api/links/${link._id}`, { revealAt: '2020-01-01T00:00:00Z' }, asOwner)
    expect([past.status, past.body.fields]).toEqual([400, { revealAt: 'Opening date must be in the future' }])
    await server.put(`/api/links/${link._id}`, { revealAt: at }, asOwner)
    const seen = async () => (await server.get(`/api/links/slug/${link.slug}`)).body.data
    expect(await seen()).toMatchObject({ images: [], revealAt: at })
    const plain = `/media/${scene.image._id}/${fileOf(scene.image)}`
    expect((await server.get(plain)).status).toBe(404)
    server.clock.advance(61_000)
    expect(await seen()).toMatchObject({ imageCount: 3, visitorsSee: 'all', revealAt: null, allowDownloads: true })
    expect((await server.get(plain)).status).toBe(200)
    expect((await server.get(`/api/links/slug/${link.slug}/download`)).status).toBe(200)
    expect((await add(link)).body.data.state).toBe('shown')
  })
})
