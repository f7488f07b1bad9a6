import { expect, vi } from 'vitest'
import type { Image } from '#shared/images.ts'
import { asOwner, createBuilders, type OwnedImage, type Person } from './builders.ts'
import type { TestServer } from './server.ts'

type Request = { headers?: Record<string, string>; method?: 'GET' | 'HEAD'; at?: TestServer }

export function createFiles(server: TestServer) {
  /** Like an `<img>`, this doesn't send a token. */
  async function fetchFile(url: string, { headers = {}, method = 'GET', at = server }: Request = {}) {
    const { statusCode: status, headers: answered, rawPayload: bytes } = await at.app.inject({ method, url, headers })
    const isJson = /json/.test(String(answered['content-type'])) && bytes.length > 0
    return { status, headers: answered, bytes, code: isJson ? JSON.parse(String(bytes)).code : null }
  }
  const statusOf = async (url: string | null, at = server) => (await fetchFile(url ?? '', { at })).status
  const closes = (url: string, at = server) =>
    vi.waitFor(async () => expect(await statusOf(url, at)).toBeGreaterThanOrEqual(400))

  const readAs = async (token: string, id: string, at = server): Promise<Image> =>
    (await at.get(`/api/images/${id}`, { token })).body.data
  const changeLink = (image: { link: { _id: string }; owner: Person }, fields: object, at = server) =>
    at.put(`/api/links/${image.link._id}`, fields, asOwner(image))
  const inSeconds = (seconds: number, at = server) => new Date(at.clock.now().getTime() + seconds * 1000).toISOString()

  async function aPrivateImage(at = server): Promise<OwnedImage & { signed: string }> {
    const image = await createBuilders(at).anImage()
    await changeLink(image, { isPrivate: true }, at)
    return { ...image, signed: (await readAs(image.owner.token, image._id, at)).thumbnailUrl }
  }

  return { fetchFile, statusOf, closes, readAs, changeLink, inSeconds, aPrivateImage }
}

export const addressesOf = ({ renditions, url }: Pick<Image, 'renditions' | 'url'>) => [
  ...renditions.map((file) => file.url),
  url ?? 'none',
]
