import { once } from 'node:events'
import { mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { type ClientRequest, request as httpRequest, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Upload } from 'tus-js-client'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { createDiskStorage } from '#server/platform/storage/disk.ts'
import { createS3Storage } from '#server/platform/storage/s3.ts'
import type { Storage } from '#server/platform/storage/storage.ts'
import { createBuilders } from '#test/support/builders.ts'
import { aPicture, padded } from '#test/support/pictures.ts'
import { addLastPart, createTusCaller, idOfUpload } from '#test/support/resumable-uploads.ts'
import { startTestS3 } from '#test/support/s3-server.ts'
import { createTestServer, type TestServer } from '#test/support/server.ts'

const storedOn = {
  disk: async () => {
    const dir = await mkdtemp(join(tmpdir(), 'framelight-disk-'))
    return { storage: await createDiskStorage({ dir }), close: () => rm(dir, { recursive: true }) }
  },
  s3: async () => {
    vi.stubEnv('AWS_ACCESS_KEY_ID', 'S3RVER')
    vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'S3RVER')
    const folder = await mkdtemp(join(tmpdir(), 'framelight-s3-'))
    const s3 = await startTestS3(folder)
    const close = async () => {
      await s3.close()
      await rm(folder, { recursive: true })
    }
    return { storage: createS3Storage(s3.options), close }
  },
}

let seed = 100
const aPhoto = async (bytes = 300_000) => padded(await aPicture({ seed: ++seed }).jpeg().toBuffer(), bytes)

describe.each(Object.entries(storedOn))('on %s', (_kind, prepare) => {
  let storage: Storage
  let closeStorage: () => Promise<void>
  let server: TestServer
  let node: TestServer
  let build: ReturnType<typeof createBuilders>
  let tus: ReturnType<typeof createTusCaller>
  let origin: string

  beforeAll(async () => {
    const prepared = await prepare()
    storage = prepared.storage
    closeStorage = prepared.close
    server = await createTestServer({}, undefined, { storage })
    node = await createTestServer({}, server, { storage })
    build = createBuilders(server)
    tus = createTusCaller(server)
    await server.app.listen({ port: 0, host: '127.0.0.1' })
    origin = `http://127.0.0.1:${(server.app.server.address() as AddressInfo).port}`
  })
  afterAll(async () => {
    await node.close()
    await server.close()
    await closeStorage()
  })

  async function aScene(photo: Buffer) {
    const link = await build.aLink()
    const as = { token: link.owner.token }
    const url = await tus.anUpload(as, photo.length, { linkId: link._id, filename: 'beach.jpg' })
    return { link, as, url }
  }

  /** Sends the headers. The test sends the body, and can stop anywhere. */
  function beginPatch(url: string, { token }: { token: string }, offset: number, length?: number): ClientRequest {
    return httpRequest(origin + url, {
      method: 'PATCH',
      agent: false,
      headers: {
        authorization: `Bearer ${token}`,
        'tus-resumable': '1.0.0',
        'upload-offset': offset,
        'content-type': 'application/offset+octet-stream',
        ...(length !== undefined && { 'content-length': length }),
      },
    }).on('error', () => {})
  }

  const answerOf = async (request: ClientRequest) => {
    const [response] = (await once(request, 'response')) as [IncomingMessage]
    response.resume()
    return response
  }

  const offsetOf = async (as: { token: string }, url: string) =>
    Number((await tus.head(as, url)).headers['upload-offset'])

  const originalOf = async (as: { token: string }, imageId: unknown) => {
    const headers = { authorization: `Bearer ${as.token}` }
    return (await server.app.inject({ url: `/api/images/${imageId}/original`, headers })).rawPayload
  }

  const bytesReceived = async ({ config: { tempDir } }: TestServer) => {
    const sizes = (await readdir(tempDir)).map(async (name) => (await stat(join(tempDir, name))).size)
    return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0)
  }

  const isWriting = async (url: string) => {
    const id = idOfUpload(url)
    const row = await server.db.selectFrom('resumable_uploads').select('writer').where('id', '=', id).executeTakeFirst()
    return row?.writer != null
  }

  test('an interrupted request keeps the bytes that arrived', async () => {
    const photo = await aPhoto()
    const { as, url } = await aScene(photo)
    let offset = 0
    for (const cut of [1000, 70_000, 70_001, 200_000]) {
      const request = beginPatch(url, as, offset, photo.length - offset)
      await new Promise((sent) => request.write(photo.subarray(offset, cut), sent))
      await vi.waitFor(async () => expect(await isWriting(url)).toBe(true))
      await vi.waitFor(async () => expect(await bytesReceived(server)).toBe(cut - offset))
      request.destroy()
      // Clients ask right away, before the part is stored.
      offset = await offsetOf(as, url)
      expect(offset).toBe(cut)
    }
    const { headers } = await tus.patch(as, url, offset, photo.subarray(offset))
    expect((await originalOf(as, headers['framelight-image'])).equals(photo)).toBe(true)
  })

  test('asking for the offset keeps the bytes of a connection that hangs', async () => {
    const photo = await aPhoto()
    const { as, url } = await aScene(photo)
    const hanging = beginPatch(url, as, 0, photo.length)
    const answer = answerOf(hanging)
    hanging.write(photo.subarray(0, 90_000))
    await vi.waitFor(async () => expect(await bytesReceived(server)).toBe(90_000))
    expect(await offsetOf(as, url)).toBe(90_000)
    const { statusCode, headers: first } = await answer
    expect([statusCode, first['upload-offset']]).toEqual([204, '90000'])
    hanging.destroy()
    const { headers } = await tus.patch(as, url, 90_000, photo.subarray(90_000))
    expect((await originalOf(as, headers['framelight-image'])).equals(photo)).toBe(true)
  })

  test('a newer request takes over from one that hangs', async () => {
    const photo = await aPhoto()
    const { as, url } = await aScene(photo)
    const older = beginPatch(url, as, 0, photo.length)
    const refused = answerOf(older)
    older.write(photo.subarray(0, 1000))
    await vi.waitFor(async () => expect(await isWriting(url)).toBe(true))
    const newer = await tus.patch(as, url, 0, photo)
    expect(newer.status).toBe(204)
    expect((await refused).statusCode).toBe(409)
    older.destroy()
    expect((await originalOf(as, newer.headers['framelight-image'])).equals(photo)).toBe(true)
  })

  test('a request on another node takes over, and the older one writes nothing', async () => {
    const photo = await aPhoto()
    const { as, url, link } = await aScene(photo)
    const older = beginPatch(url, as, 0, photo.length)
    const refused = answerOf(older)
    older.write(photo.subarray(0, 1000))
    await vi.waitFor(async () => expect(await isWriting(url)).toBe(true))
    const there = createTusCaller(node)
    expect((await there.patch(as, url, 0, photo.subarray(0, 5000))).headers['upload-offset']).toBe('5000')
    older.end(photo.subarray(1000))
    expect((await refused).statusCode).toBe(409)
    expect(await offsetOf(as, url)).toBe(5000)
    const { headers } = await there.patch(as, url, 5000, photo.subarray(5000))
    expect((await originalOf(as, headers['framelight-image'])).equals(photo)).toBe(true)
    expect((await tus.head(as, url)).headers['framelight-image']).toBe(headers['framelight-image'])
    const { body } = await server.get(`/api/links/${link._id}`, as)
    expect(body.data.imageCount).toBe(1)
  })

  test('concurrent requests at the same offset write the bytes once', async () => {
    const photo = await aPhoto(100_000)
    const { as, url } = await aScene(photo)
    for (let offset = 0; offset < 60_000; offset += 20_000) {
      const piece = photo.subarray(offset, offset + 20_000)
      const statuses = (
        await Promise.all(
          Array.from({ length: 8 }, (_, n) => createTusCaller(n % 2 ? node : server).patch(as, url, offset, piece)),
        )
      ).map(({ status }) => status)
      expect(statuses.filter((status) => status === 204)).toHaveLength(1)
      expect(statuses.filter((status) => status === 409)).toHaveLength(7)
    }
    const { headers } = await tus.patch(as, url, 60_000, photo.subarray(60_000))
    expect((await originalOf(as, headers['framelight-image'])).equals(photo)).toBe(true)
  })

  test('a body longer than announced is rejected, even without a content length', async () => {
    const photo = await aPhoto(5000)
    const { as, url } = await aScene(photo)
    const request = beginPatch(url, as, 0)
    const answer = answerOf(request)
    request.write(photo)
    request.write(Buffer.alloc(100_000))
    expect((await answer).statusCode).toBe(400)
    request.destroy()
    expect(await offsetOf(as, url)).toBe(0)
  })

  test('if all bytes have arrived without an image, the next request or the server finishes the upload', async () => {
    const finishing = [
      (as: { token: string }, url: string) => tus.head(as, url),
      (as: { token: string }, url: string) => node.get(url, as),
      (as: { token: string }, url: string, length: number) => tus.patch(as, url, length, Buffer.alloc(0)),
      async () => {
        server.clock.advance(60_000)
        await node.services.runUploadJob()
      },
    ]
    for (const finish of finishing) {
      const photo = await aPhoto(20_000)
      const { as, url, link } = await aScene(photo)
      await tus.patch(as, url, 0, photo.subarray(0, 10_000))
      await addLastPart(server, storage, url, photo.subarray(10_000))
      // On a busy machine, a request can leave the work to the next one.
      const [image] = await vi.waitFor(async () => {
        await finish(as, url, photo.length)
        const { data } = (await server.get(`/api/links/${link._id}/images`, as)).body
        expect(data).toHaveLength(1)
        return data
      })
      expect((await originalOf(as, image._id)).equals(photo)).toBe(true)
    }
  })

  test('tus-js-client resumes after every cut', async () => {
    const photo = await aPhoto(600_000)
    const link = await build.aLink()
    const headers = { authorization: `Bearer ${link.owner.token}` }
    let cuts = 0
    const imageId = await new Promise((resolve, reject) => {
      let image: string | undefined
      const upload = new Upload(photo, {
        endpoint: `${origin}/api/uploads`,
        headers,
        metadata: { linkId: link._id, filename: 'beach.jpg', filetype: 'image/jpeg' },
        retryDelays: [0, 0, 0, 0, 0, 0],
        chunkSize: 60_000,
        onAfterResponse: (_request, response) => {
          image = response.getHeader('framelight-image') ?? image
          // Break the connection while the next piece is being sent.
          if (response.getStatus() === 204 && cuts++ < 3) setTimeout(() => server.app.server.closeAllConnections(), 1)
        },
        onError: ({ message }) => reject(new Error(message.slice(0, 300))),
        onSuccess: () => resolve(image),
      })
      upload.start()
    })
    expect(cuts).toBeGreaterThan(3)
    expect((await originalOf(link.owner, imageId)).equals(photo)).toBe(true)
    const { body } = await server.get(`/api/links/${link._id}`, link.owner)
    expect(body.data.imageCount).toBe(1)
  })

  test('tus-js-client cancels an upload', async () => {
    const photo = await aPhoto()
    const { as, url } = await aScene(photo)
    await Upload.terminate(origin + url, { headers: { authorization: `Bearer ${as.token}` } })
    expect((await tus.head(as, url)).status).toBe(404)
  })
})
