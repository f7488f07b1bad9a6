import sharp from 'sharp'
import { expect } from 'vitest'
import { createBuilders, type Person } from './builders.ts'
import type { TestServer } from './server.ts'

const gray = '#808080'
export const aGrayPicture = (width = 600, height = 400) =>
  sharp({ create: { width, height, channels: 3, background: gray } })
    .jpeg()
    .toBuffer()

/** Returns the share of pixels, in percent, that differ from the gray picture. */
export async function markedShare(bytes: Buffer) {
  const { data, info } = await sharp(bytes).removeAlpha().raw().toBuffer({ resolveWithObject: true })
  let count = 0
  for (let at = 0; at < data.length; at += info.channels) if (Math.abs((data[at] ?? 0) - 128) >= 16) count++
  return (100 * count * info.channels) / data.length
}

export const urlsOf = (image: {
  url: string
  imageUrl: string
  thumbnailUrl: string
  renditions: { url: string }[]
}) => [image.url, image.imageUrl, image.thumbnailUrl, ...image.renditions.map(({ url }) => url)]

export function createWatermarks(server: TestServer) {
  const build = createBuilders(server)

  const set = ({ _id, owner }: { _id: string; owner: Person }, watermark: object) =>
    server.put(`/api/links/${_id}`, { watermark }, { token: owner.token })

  async function aMarkedLink(fields: Record<string, unknown> = {}, watermark: object = { mode: 'corner' }) {
    const link = await build.aLink(fields)
    const { body } = await build.anUpload({ link, bytes: await aGrayPicture() })
    const clean = (await server.get(`/api/images/${body.data._id}`, { token: link.owner.token })).body.data
    expect((await set(link, watermark)).status).toBe(200)
    return { link, clean }
  }

  async function fetch(url: string, token?: string) {
    const headers = token === undefined ? {} : { authorization: `Bearer ${token}` }
    const { statusCode: status, rawPayload: bytes } = await server.app.inject({ url, headers })
    return { status, bytes }
  }

  async function look(url: string, token?: string) {
    const { status, bytes } = await fetch(url, token)
    if (status !== 200) return status
    return (await markedShare(bytes)) >= 0.1 ? 'marked' : 'clean'
  }

  const lookAtAll = async (image: Parameters<typeof urlsOf>[0]) =>
    new Set(await Promise.all(urlsOf(image).map((url) => look(url))))

  return { aMarkedLink, fetch, look, lookAtAll, set }
}
