import { partsOf } from '#server/features/uploads/upload-parts.ts'
import type { Storage } from '#server/platform/storage/storage.ts'
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
