import { expect, test } from 'vitest'
import { hostileTexts } from '#test/support/hostile-texts.ts'
import { encodeMetadata, hasParts, untilPartsAreGone } from '#test/support/resumable-uploads.ts'
import { countOf } from '#test/support/uploads.ts'
import { useOwnersUploads } from '#test/support/use-resumable-uploads.ts'

const { aScene, build, server, tus } = useOwnersUploads()

test('OPTIONS lists the version, the extensions and the maximum size', async () => {
  const { status, headers } = await server.call('OPTIONS', '/api/uploads')
  expect(status).toBe(204)
  expect(headers).toMatchObject({
    'tus-version': '1.0.0',
    'tus-extension': 'creation,termination,expiration',
    'tus-max-size': String(2 ** 20),
  })
})

test('OpenAPI lists every call', async () => {
  const { paths } = (await server.get('/api/openapi.json')).body
  expect(Object.keys(paths['/api/uploads']).sort()).toEqual(['options', 'post'])
  expect(Object.keys(paths['/api/uploads/{id}']).sort()).toEqual(['delete', 'get', 'head', 'patch'])
})

test('an owner uploads an image in two pieces', async () => {
  const { link, as, photo, url, half } = await aScene({
    title: 'Dawn',
    description: 'From the pier',
    isCoverImage: 'true',
  })

  const started = await tus.head(as, url)
  expect(started.status).toBe(200)
  expect(started.headers).toMatchObject({
    'tus-resumable': '1.0.0',
    'upload-offset': '0',
    'upload-length': String(photo.length),
    'upload-expires': expect.stringMatching(/^\w{3}, \d\d \w{3} \d{4} [\d:]{8} GMT$/),
    'cache-control': 'no-store',
  })
  expect(started.headers).not.toHaveProperty('framelight-image')

  const first = await tus.patch(as, url, 0, photo.subarray(0, half))
  expect(first.status).toBe(204)
  expect(first.headers).toMatchObject({ 'upload-offset': String(half), 'tus-resumable': '1.0.0' })
  expect(hasParts(server, url)).toBe(true)
  const midway = await server.get(url, as)
  expect(midway.body.data).toEqual({
    offset: half,
    length: photo.length,
    expiresAt: expect.any(String),
    image: null,
  })

  const last = await tus.patch(as, url, half, photo.subarray(half))
  expect(last.status).toBe(204)
  const imageId = last.headers['framelight-image']
  expect(last.headers['upload-offset']).toBe(String(photo.length))
  const image = (await server.get(`/api/images/${imageId}`, as)).body.data
  expect(image).toMatchObject({
    title: 'Dawn',
    description: 'From the pier',
    fileName: 'beach.jpg',
    isCoverImage: true,
    link: { _id: link._id },
  })
  const original = await server.app.inject({
    url: `/api/images/${imageId}/original`,
    headers: { authorization: `Bearer ${as.token}` },
  })
  expect(original.rawPayload.equals(photo)).toBe(true)
  await untilPartsAreGone(server, url)

  expect((await tus.head(as, url)).headers).toMatchObject({
    'framelight-image': imageId,
    'upload-offset': String(photo.length),
  })
  expect((await server.get(url, as)).body.data).toMatchObject({ image: { _id: imageId, title: 'Dawn' } })
  expect((await tus.patch(as, url, photo.length, Buffer.alloc(0))).headers['framelight-image']).toBe(imageId)
  expect((await tus.remove(as, url)).status).toBe(204)
  expect((await tus.head(as, url)).status).toBe(404)
  expect(await countOf(server, link), 'deleting a finished upload keeps the image').toBe(1)
})

test('a request without the version or with another one is rejected', async () => {
  const { as, url } = await aScene()
  for (const headers of [{}, { 'tus-resumable': '0.2.2' }] as Record<string, string>[]) {
    for (const [method, path] of [
      ['POST', '/api/uploads'],
      ['HEAD', url],
      ['PATCH', url],
      ['DELETE', url],
    ] as const) {
      const answer = await server.call(method, path, { ...as, headers })
      expect([answer.status, answer.headers['tus-version']], `${method} ${path}`).toEqual([412, '1.0.0'])
      if (method !== 'HEAD') expect(answer.body.code).toBe('TUS_VERSION')
    }
  }
  expect((await tus.head(as, url)).status).toBe(200)
})

test('an upload needs a length within the limit', async () => {
  const link = await build.aLink()
  const as = { token: link.owner.token }
  const metadata = { linkId: link._id, filename: 'large.jpg' }
  for (const length of ['0', '', '-1', '1e3', '9'.repeat(30)]) {
    const answer = await tus.call('POST', '/api/uploads', as, { 'upload-length': length })
    expect([answer.status, answer.body.code], length).toEqual([400, 'VALIDATION_FAILED'])
  }
  expect((await tus.call('POST', '/api/uploads', as, { 'upload-defer-length': '1' })).status).toBe(400)
  const large = await tus.create(as, 2 ** 20 + 1, metadata)
  expect(large).toMatchObject({ status: 413, body: { error: '"large.jpg" is too large. The limit is 1 MB.' } })
  expect((await tus.create(as, 2 ** 20, metadata)).status).toBe(201)
})

test('an upload is for exactly one link, which the owner has to own', async () => {
  const [link, other] = [await build.aLink(), await build.aLink()]
  const as = { token: link.owner.token }
  const statusOf = async (auth: object, metadata: Record<string, string>) =>
    (await tus.create(auth, 100, metadata)).status
  expect(await statusOf(as, {})).toBe(400)
  expect(await statusOf(as, { linkId: link._id, slug: link.slug })).toBe(400)
  expect(await statusOf({}, { linkId: link._id })).toBe(401)
  expect(await statusOf(as, { linkId: other._id })).toBe(403)
  expect(await statusOf(as, { linkId: 'nowhere' })).toBe(404)
  expect(await statusOf(as, { linkId: link._id, title: 'x'.repeat(101) })).toBe(400)
})

test('hostile metadata never causes a server error', async () => {
  const link = await build.aLink()
  const as = { token: link.owner.token }
  const send = async (name: string, value: string) => {
    const pairs = [...(name === 'linkId' ? [] : [{ linkId: link._id }]), { [name]: value }]
    const metadata = pairs.map(encodeMetadata).join(',')
    const answer = await tus.call('POST', '/api/uploads', as, { 'upload-length': '10', 'upload-metadata': metadata })
    expect(answer.status, `${name} ${JSON.stringify(value)}`).toBeOneOf([201, 400, 404])
    if (answer.status === 201) await tus.remove(as, String(answer.headers.location))
  }
  const names = ['filename', 'title', 'description', 'name', 'isCoverImage', 'linkId', 'slug', '__proto__']
  for (const value of hostileTexts) await Promise.all(names.map((name) => send(name, value)))
  for (const header of [
    ',',
    'a b c',
    'a !',
    'a',
    'a YQ==,a YQ==',
    'linkId /w==',
    'é YQ==',
    ' ',
    'a YQ',
    `a ${'A'.repeat(9000)}`,
  ]) {
    const answer = await tus.call('POST', '/api/uploads', as, { 'upload-length': '10', 'upload-metadata': header })
    expect([answer.status, answer.body.code], header).toEqual([400, 'VALIDATION_FAILED'])
  }
})

test('a request at another offset is rejected and writes nothing', async () => {
  const { as, photo, url, half } = await aScene()
  await tus.patch(as, url, 0, photo.subarray(0, half))
  for (const offset of [0, half - 1, half + 1, photo.length]) {
    const answer = await tus.patch(as, url, offset, photo.subarray(0, 1))
    expect([answer.status, answer.body.code]).toEqual([409, 'UPLOAD_OFFSET'])
  }
  for (const offset of ['', 'x', '-1']) {
    expect((await tus.patch(as, url, 0, photo, { 'upload-offset': offset })).status).toBe(400)
  }
  expect((await tus.head(as, url)).headers['upload-offset']).toBe(String(half))
})

test('more bytes than announced are rejected', async () => {
  const { as, photo, url } = await aScene()
  const answer = await tus.patch(as, url, 0, Buffer.concat([photo, Buffer.alloc(1)]))
  expect([answer.status, answer.body.code]).toEqual([400, 'VALIDATION_FAILED'])
  expect((await tus.head(as, url)).headers['upload-offset']).toBe('0')
})

test('another content type is rejected, and the upload stays', async () => {
  const { as, photo, url } = await aScene()
  for (const type of ['application/octet-stream', 'image/jpeg', 'application/json', 'nonsense;;', '']) {
    expect((await tus.patch(as, url, 0, photo, { 'content-type': type })).status, type).toBe(415)
  }
  expect((await tus.patch(as, url, 0, photo, { 'content-type': 'Application/Offset+Octet-Stream; a=b' })).status).toBe(
    204,
  )
})

test('empty and one-byte pieces work', async () => {
  const { as, photo, url } = await aScene()
  expect((await tus.patch(as, url, 0, Buffer.alloc(0))).headers['upload-offset']).toBe('0')
  for (let at = 0; at < 5; at++) {
    const { headers } = await tus.patch(as, url, at, photo.subarray(at, at + 1))
    expect(headers['upload-offset']).toBe(String(at + 1))
  }
  expect((await tus.patch(as, url, 5, photo.subarray(5))).headers).toHaveProperty('framelight-image')
})

test('to anyone else, an upload does not exist', async () => {
  const { link, as, photo, url } = await aScene()
  const stranger = { token: (await build.aUser()).token }
  for (const auth of [stranger, {}, { pass: `g${'x'.repeat(43)}` }]) {
    expect((await tus.head(auth, url)).status).toBe(404)
    expect((await tus.patch(auth, url, 0, photo)).status).toBe(404)
    expect((await tus.remove(auth, url)).status).toBe(404)
    expect((await server.get(url, { token: (auth as typeof as).token })).status).toBe(404)
  }
  expect((await tus.head({ token: 'x'.repeat(43) }, url)).status, 'an ended session').toBe(401)
  expect((await tus.patch(as, url, 0, photo)).status).toBe(204)
  expect(await countOf(server, link)).toBe(1)
})

test('calls from other sites are rejected', async () => {
  const { as, photo, url } = await aScene()
  const site = { 'sec-fetch-site': 'cross-site' }
  expect((await tus.patch(as, url, 0, photo, site)).status).toBe(403)
  expect((await tus.call('DELETE', url, as, site)).status).toBe(403)
  expect((await tus.call('POST', '/api/uploads', as, site)).status).toBe(403)
})
