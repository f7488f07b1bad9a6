import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, vi } from 'vitest'
import { partsOf } from '#server/features/uploads/upload-parts.ts'
import type { Storage } from '#server/platform/storage/storage.ts'
import { createBuilders, type Person } from './builders.ts'
import { aPicture } from './pictures.ts'
import type { Answer, TestServer } from './server.ts'

type Auth = { token?: string | undefined; pass?: string | undefined; from?: string }

export const encodeMetadata = (metadata: Record<string, string>) =>
  Object.entries(metadata)
    .map(([name, value]) => `${name} ${Buffer.from(value).toString('base64')}`)
    .join(',')

/** Sends raw tus requests, like curl. */
export function createTusCaller(server: TestServer) {
  const call = (
    method: 'POST' | 'HEAD' | 'PATCH' | 'DELETE',
    url: string,
    { token, pass, from }: Auth,
    headers: Record<string, string>,
    body?: Buffer,
  ): Promise<Answer> =>
    server.call(method, url, {
      token,
      ...(from !== undefined && { from }),
      headers: { 'tus-resumable': '1.0.0', ...(pass && { 'x-framelight-pass': pass }), ...headers },
      ...(body && { body }),
    })

  const create = (auth: Auth, length: number, metadata: Record<string, string>) =>
    call('POST', '/api/uploads', auth, {
      'upload-length': String(length),
      'upload-metadata': encodeMetadata(metadata),
    })

  const patch = (auth: Auth, url: string, offset: number, body: Buffer, headers: Record<string, string> = {}) =>
    call(
      'PATCH',
      url,
      auth,
      { 'upload-offset': String(offset), 'content-type': 'application/offset+octet-stream', ...headers },
      body,
    )

  return {
    call,
    create,
    patch,
    head: (auth: Auth, url: string) => call('HEAD', url, auth, {}),
    remove: (auth: Auth, url: string) => call('DELETE', url, auth, {}),
    /** Starts an upload and returns its URL. */
    async anUpload(auth: Auth, length: number, metadata: Record<string, string>) {
      const answer = await create(auth, length, metadata)
      if (answer.status !== 201) throw new Error(`Couldn't start an upload: ${answer.status} ${answer.body?.error}`)
      return String(answer.headers.location)
    },
  }
}

export const idOfUpload = (url: string) => url.slice('/api/uploads/'.length)

export const partsPrefix = (url: string) => partsOf(idOfUpload(url))

export const hasParts = ({ config: { storage } }: TestServer, url: string) => {
  if (storage.kind !== 'disk') throw new Error('Only parts on disk can be listed')
  return existsSync(join(storage.dir, partsPrefix(url)))
}

export const untilPartsAreGone = (server: TestServer, url: string) =>
  vi.waitFor(() => expect(hasParts(server, url)).toBe(false))

let seed = 0

/** Returns a different photo each time. */
export const aPhoto = () => aPicture({ width: 200, height: 150, seed: ++seed }).jpeg().toBuffer()

type GuestUpload = { link?: { _id: string; slug: string; owner: Person }; photo?: Buffer }

/** Starts an upload by a new guest. */
export async function aGuestsUpload(server: TestServer, { link, photo }: GuestUpload = {}) {
  const { aLink, anAddress } = createBuilders(server)
  const gallery = link ?? (await aLink({ guestUploads: 'everyone' }))
  const bytes = photo ?? (await aPhoto())
  const from = anAddress()
  const metadata = { slug: gallery.slug, filename: 'party.jpg' }
  const answer = await createTusCaller(server).create({ from }, bytes.length, metadata)
  expect(answer.status).toBe(201)
  const guest: { pass: string; from: string } = { pass: answer.body.data.pass, from }
  const url = String(answer.headers.location)
  return { link: gallery, photo: bytes, guest, url, half: Math.floor(bytes.length / 2) }
}

/** Starts an upload by the owner of a new link. */
export async function anOwnersUpload(server: TestServer, metadata: Record<string, string> = {}) {
  const { aLink, aSession } = createBuilders(server)
  const link = await aLink()
  const as = { token: await aSession(link.owner) }
  const photo = await aPhoto()
  const fields = { linkId: link._id, filename: 'beach.jpg', ...metadata }
  const url = await createTusCaller(server).anUpload(as, photo.length, fields)
  return { link, as, photo, url, half: Math.floor(photo.length / 2) }
}

/** Adds the last part of an upload, like a node that crashes right afterwards. */
export async function addLastPart(server: TestServer, storage: Pick<Storage, 'put'>, url: string, bytes: Buffer) {
  const uploads = server.db.selectFrom('resumable_uploads').where('id', '=', idOfUpload(url))
  const { parts, received } = await uploads.select(['parts', 'received']).executeTakeFirstOrThrow()
  const name = `${received}-last`
  await storage.put([{ key: partsPrefix(url) + name, body: bytes }])
  await server.db
    .updateTable('resumable_uploads')
    .set({ received: Number(received) + bytes.length, parts: `${parts} ${name}` })
    .where('id', '=', idOfUpload(url))
    .execute()
}
