// @engine sqlite
import sharp from 'sharp'
import { beforeAll, expect, test } from 'vitest'
import type { Image } from '#shared/images.ts'
import { previewAsHeader } from '#shared/passes.ts'
import { createLinkAccess, withPass } from '#test/support/link-access.ts'
import { useServer } from '#test/support/use-server.ts'
import { useWebApp } from '#test/support/web-app.ts'
import { readZip } from '#test/support/zip-reader.ts'

const { server, build } = useServer({ defaultPlan: 'gold' }, useWebApp())
const access = createLinkAccess(server)

type Credentials = { token?: string; headers?: Record<string, string> }
type Shown = Pick<Image, 'url' | 'imageUrl' | 'thumbnailUrl' | 'renditions'>

/** These only get marked files. */
const visitors = [
  'anonymous',
  'another account',
  'invited',
  'uploader',
  'removed collaborator',
  'collaborator of another link',
  'API key of an editor',
  'owner previewing as a guest',
] as const
const team = ['owner', 'editor'] as const
type Viewer = (typeof visitors)[number] | (typeof team)[number]

let link: Awaited<ReturnType<typeof build.aLink>>
let image: Shown & Pick<Image, '_id'>
let callers: Record<Viewer, Credentials>
let coverUrl: string
let wallUrl: string

beforeAll(async () => {
  const bytes = await sharp({ create: { width: 600, height: 400, channels: 3, background: '#808080' } })
    .jpeg()
    .toBuffer()
  link = await build.aLink({ isListed: true, allowDownloads: true })
  const { owner } = link
  image = await build.anImage({ link, bytes })
  const invitation = await access.invite(link, { mayDownload: true })
  const { pass } = await access.enter(invitation)
  coverUrl = `${new URL(invitation.url).pathname}/cover.jpg`
  const editor = await build.aCollaborator({ owner, role: 'editor', link })
  const removed = await build.aCollaborator({ owner, role: 'editor', link })
  const elsewhere = await build.aLink({ owner })
  const wall = await server.put(`/api/links/${link._id}/live-wall`, { isOn: true }, { token: owner.token })
  wallUrl = new URL(wall.body.data.url).pathname.replace('/wall/', '/api/wall/')
  await server.put(`/api/links/${link._id}`, { watermark: { mode: 'corner' } }, { token: owner.token })
  await server.del(`/api/collaborators/${removed.collaboratorId}`, undefined, { token: owner.token })
  callers = {
    anonymous: {},
    'another account': await build.aUser(),
    invited: withPass(pass),
    uploader: await build.aCollaborator({ owner, role: 'uploader', link }),
    'removed collaborator': removed,
    'collaborator of another link': await build.aCollaborator({ owner, role: 'editor', link: elsewhere }),
    'API key of an editor': await build.aKey(editor),
    'owner previewing as a guest': { token: owner.token, headers: { [previewAsHeader]: invitation._id } },
    owner: { token: owner.token },
    editor,
  }
})

async function read(url: string, { token, headers }: Credentials) {
  const authorization = token === undefined ? {} : { authorization: `Bearer ${token}` }
  const { statusCode, rawPayload } = await server.app.inject({ url, headers: { ...headers, ...authorization } })
  return { status: statusCode, bytes: rawPayload }
}

async function lookAt(bytes: Buffer) {
  const { channels } = await sharp(bytes).removeAlpha().stats()
  return channels.every(({ min, max }) => min > 112 && max < 144) ? 'clean' : 'marked'
}

/** Media URLs are opened without the caller's token, as by an `<img>`. */
async function open(urls: string[]) {
  expect(urls.length).toBeGreaterThan(0)
  const looks = urls.map(async (url) => {
    const { status, bytes } = await read(url, {})
    return status === 200 ? lookAt(bytes) : status
  })
  return new Set(await Promise.all(looks))
}

const urlsOf = ({ url, imageUrl, thumbnailUrl, renditions }: Shown) => [
  ...(url === null ? [] : [url]),
  imageUrl,
  thumbnailUrl,
  ...renditions.map((rendition) => rendition.url),
]

async function openListed<Data>(path: string, caller: Credentials, imagesIn: (data: Data) => Shown[]) {
  const { status, bytes } = await read(path, caller)
  if (status !== 200) return new Set([status])
  const { data }: { data: Data } = JSON.parse(String(bytes))
  return open(imagesIn(data).flatMap(urlsOf))
}

/** Browsers open pages without a token. */
async function openPage(path: string, { headers = {} }: Credentials) {
  const paths = new Set(String((await read(path, { headers })).bytes).match(/\/media\/[\w/.-]+/g))
  return open([...paths])
}

async function openZip(size: string, caller: Credentials) {
  const { status, bytes } = await read(`/api/links/slug/${link.slug}/download?size=${size}`, caller)
  if (status !== 200) return new Set([status])
  return new Set(await Promise.all(readZip(bytes).map(({ body }) => lookAt(body))))
}

type Gallery = { coverImage: Shown; images: Shown[] }
const ofGallery = ({ coverImage, images }: Gallery) => [coverImage, ...images]

const routes = {
  'gallery by slug': (caller: Credentials) => openListed(`/api/links/slug/${link.slug}`, caller, ofGallery),
  'gallery by ID': (caller: Credentials) => openListed(`/api/links/${link._id}`, caller, ofGallery),
  'images of the gallery': (caller: Credentials) =>
    openListed(`/api/links/${link._id}/images`, caller, (images: Shown[]) => images),
  image: (caller: Credentials) => openListed(`/api/images/${image._id}`, caller, (shown: Shown) => [shown]),
  'public galleries': (caller: Credentials) =>
    openListed('/api/links/public', caller, (links: (Gallery & { _id: string })[]) =>
      links.filter(({ _id }) => _id === link._id).map(({ coverImage }) => coverImage),
    ),
  'ZIP of web sizes': (caller: Credentials) => openZip('web', caller),
  'ZIP of full sizes': (caller: Credentials) => openZip('full', caller),
  // Pages, saved URLs and files for emails and walls are the same for everyone.
  'page of the gallery': (caller: Credentials) => openPage(`/links/${link.slug}`, caller),
  'page of the image': (caller: Credentials) => openPage(`/images/${image._id}`, caller),
  'clean URLs': () => open(urlsOf(image).map((url) => url.split('?')[0] ?? '')),
  'clean preview card': () => open([`/media/${image._id}/card.jpg`]),
  'cover in an invitation': () => open([coverUrl]),
  'live wall': async () => {
    const { body } = await server.get(wallUrl)
    return open(body.data.images.flatMap((shown: Shown) => shown.renditions.map(({ url }) => url)))
  },
  original: async (caller: Credentials) => {
    const { status, bytes } = await read(`/api/images/${image._id}/original`, caller)
    return new Set([status === 200 ? await lookAt(bytes) : status])
  },
}

const same = (look: unknown) => Object.fromEntries([...visitors, ...team].map((viewer) => [viewer, look]))
const byRole = { ...same('marked'), owner: 'clean', editor: 'clean' }

const expected: Record<keyof typeof routes, Record<string, unknown>> = {
  'gallery by slug': byRole,
  'gallery by ID': byRole,
  'images of the gallery': byRole,
  image: byRole,
  'public galleries': same('marked'),
  'ZIP of web sizes': { ...byRole, uploader: 403 },
  'ZIP of full sizes': { ...byRole, uploader: 403 },
  'page of the gallery': same('marked'),
  'page of the image': same('marked'),
  'clean URLs': same(404),
  'clean preview card': same(404),
  'cover in an invitation': same('marked'),
  'live wall': same('marked'),
  original: {
    ...same(403),
    anonymous: 401,
    invited: 401,
    owner: 'clean',
    'owner previewing as a guest': 'clean',
  },
}

test.each(Object.keys(routes) as (keyof typeof routes)[])(
  '%s is marked or clean, depending on the viewer',
  async (route) => {
    const seen: Record<string, unknown> = {}
    for (const viewer of [...visitors, ...team]) {
      const looks = [...(await routes[route](callers[viewer]))]
      seen[viewer] = looks.length === 1 ? looks[0] : looks
    }
    expect(seen).toEqual(expected[route])
  },
)

test('a marked link that gets a password opens marked files with a pass, and closes its other URLs', async () => {
  const locked = await build.aLink({ watermark: { mode: 'tiled' } })
  await build.anImage({ link: locked })
  const shown = async (caller: object) =>
    (await server.get(`/api/links/slug/${locked.slug}`, caller)).body.data.images[0]
  const before = urlsOf(await shown({}))
  expect(await open(before)).toEqual(new Set(['marked']))
  await access.setPassword(locked, 'open sesame')
  expect(await open(before)).toEqual(new Set([403]))
  const { pass } = (await access.unlock(locked, 'open sesame')).body.data
  const opened = urlsOf(await shown(withPass(pass)))
  expect(await open(opened)).toEqual(new Set(['marked']))
  expect(await open(opened.map((url) => url.replace(/\/[0-9a-f]{24}-/, '/')))).toEqual(new Set([403]))
})
