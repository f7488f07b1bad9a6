import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { readExif } from '#server/platform/images/exif.ts'
import { createFiles } from '#test/support/files.ts'
import { aPicture, said, secretsIn, withSecrets } from '#test/support/pictures.ts'
import { useServer } from '#test/support/use-server.ts'
import { readZip } from '#test/support/zip-reader.ts'

const { server, build } = useServer({ defaultPlan: 'gold' })
const { fetchFile } = createFiles(server)

const camera = { make: 'Nosy Camera', model: null, lens: 'Nosy Lens', exposure: 'f/2.8' }
const always = {
  artist: said.artist,
  copyright: said.copyright,
  takenAt: '2021:05:06 07:08:09',
  takenAtOffset: '+02:00',
}
const detailed = { ...always, make: 'Nosy Camera', fNumber: [28, 10], lens: 'Nosy Lens' }

const valuesIn = async (bytes: Buffer) => readExif((await sharp(bytes).metadata()).exif).values

async function anImage({ size = 60, fields = {} }: { size?: number; fields?: Record<string, unknown> } = {}) {
  const link = await build.aLink(fields)
  // Noise gives a large image about as many bytes as a real photo has.
  const noise = { type: 'gaussian', mean: 128, sigma: 60 } as const
  const picture =
    size > 100 ? sharp({ create: { width: size, height: size, channels: 3, background: '#888', noise } }) : aPicture()
  const { body } = await build.anUpload({
    link,
    bytes: await withSecrets(picture).jpeg().toBuffer(),
    fileName: 'a.jpg',
  })
  const show = (cameraDetails: boolean) =>
    server.put(`/api/links/${link._id}`, { cameraDetails }, { token: link.owner.token })
  return { ...body.data, link, show } as {
    _id: string
    url: string
    imageUrl: string
    camera: unknown
    link: typeof link
    show: typeof show
  }
}

const zipOf = async ({ link }: { link: { slug: string } }) => {
  const { rawPayload } = await server.app.inject(`/api/links/slug/${link.slug}/download`)
  return readZip(rawPayload)[0]
}

describe('a download', () => {
  test.each([60, 500])('%i pixels wide contains camera details only while the link shows them', async (size) => {
    const image = await anImage({ size })
    const plain = await fetchFile(image.url)
    expect(await valuesIn(plain.bytes)).toEqual(always)
    expect(await secretsIn(plain.bytes)).toEqual([])

    await image.show(true)
    const shown = await fetchFile(image.url)
    expect(await valuesIn(shown.bytes)).toEqual(detailed)
    expect(await secretsIn(shown.bytes)).toEqual(['Nosy Camera', 'Nosy Lens'])
    expect(shown.headers['content-length']).toBe(plain.headers['content-length'])

    await image.show(false)
    const again = await fetchFile(image.url)
    expect(again.bytes.equals(plain.bytes)).toBe(true)
    expect([again.headers.etag, shown.headers.etag === plain.headers.etag]).toEqual([plain.headers.etag, false])
  })

  test('has a different ETag with and without camera details', async () => {
    const image = await anImage()
    const before = String((await fetchFile(image.url)).headers.etag)
    await image.show(true)
    const asks = async (headers: Record<string, string>) => (await fetchFile(image.url, { headers })).status

    expect(await asks({ 'if-none-match': before })).toBe(200)
    const now = String((await fetchFile(image.url)).headers.etag)
    expect(await asks({ 'if-none-match': now })).toBe(304)
    expect(await asks({ range: 'bytes=10-', 'if-range': before })).toBe(200)
    expect(await asks({ range: 'bytes=10-', 'if-range': now })).toBe(206)
  })

  test('in ranges has the same bytes as a complete one', async () => {
    const image = await anImage({ size: 500, fields: { cameraDetails: true } })
    const { bytes: whole } = await fetchFile(image.url)
    for (const [start, end] of [
      [0, 9],
      [0, 100],
      [30, 60],
      [100, 5000],
      [200_000, 200_009],
    ] as const) {
      const { bytes } = await fetchFile(image.url, { headers: { range: `bytes=${start}-${end}` } })
      expect(bytes.equals(whole.subarray(start, end + 1)), `${start}-${end}`).toBe(true)
    }
  })

  test('in a ZIP has the same bytes as a single file and the date of the photo', async () => {
    const image = await anImage()
    for (const isShown of [false, true]) {
      await image.show(isShown)
      const file = await zipOf(image)
      expect(file?.body.equals((await fetchFile(image.url)).bytes)).toBe(true)
      expect(file?.modifiedAt.toISOString()).toBe(said.takenAt)
    }
  })

  test('follows the setting of the link that its image was moved to', async () => {
    const image = await anImage()
    const token = image.link.owner.token
    const { body } = await server.post('/api/links', { title: 'With details', cameraDetails: true }, { token })
    await server.post('/api/images/bulk', { action: 'move', imageIds: [image._id], linkId: body.data._id }, { token })
    expect(await valuesIn((await fetchFile(image.url)).bytes)).toEqual(detailed)
  })

  test('of an image uploaded before camera details were stored is unchanged', async () => {
    const image = await anImage()
    await server.db.deleteFrom('camera_patches').where('image_id', '=', image._id).execute()
    await server.db.updateTable('images').set({ camera: null }).where('id', '=', image._id).execute()
    const before = await fetchFile(image.url)
    await image.show(true)
    const now = await fetchFile(image.url)
    expect([now.headers.etag, now.bytes.equals(before.bytes)]).toEqual([before.headers.etag, true])
    expect((await server.get(`/api/images/${image._id}`)).body.data.camera).toBeNull()
  })
})

describe('smaller sizes', () => {
  test('never contain camera details', async () => {
    const image = await anImage({ fields: { cameraDetails: true } })
    const { bytes } = await fetchFile(image.imageUrl)
    expect([(await sharp(bytes).metadata()).exif, await secretsIn(bytes)]).toEqual([undefined, []])
  })

  test('with a watermark, which visitors download, never contain them', async () => {
    const { _id } = await anImage({ fields: { cameraDetails: true, watermark: { mode: 'tiled' } } })
    const { body } = await server.get(`/api/images/${_id}`)
    expect(body.data.camera).toEqual(camera)
    const { bytes } = await fetchFile(body.data.url)
    expect([(await sharp(bytes).metadata()).exif, await secretsIn(bytes)]).toEqual([undefined, []])
  })
})

describe('camera details of an image', () => {
  test('are visible to visitors and the owner only if the link shows them', async () => {
    const image = await anImage()
    expect(image.camera).toBeNull()
    const seen = async (token?: string) => {
      const options = token === undefined ? {} : { token }
      const [alone, link] = [
        await server.get(`/api/images/${image._id}`, options),
        await server.get(`/api/links/slug/${image.link.slug}`, options),
      ]
      return [alone.body.data.camera, link.body.data.images[0].camera, link.body.data.cameraDetails]
    }
    expect(await seen(image.link.owner.token)).toEqual([null, null, false])
    expect((await image.show(true)).body.data.cameraDetails).toBe(true)
    expect(await seen()).toEqual([camera, camera, true])
    expect(await seen(image.link.owner.token)).toEqual([camera, camera, true])
    await image.show(false)
    expect(await seen()).toEqual([null, null, false])
  })

  test('are deleted with the image', async () => {
    const image = await anImage()
    const patches = () => server.db.selectFrom('camera_patches').selectAll().where('image_id', '=', image._id).execute()
    expect(await patches()).toHaveLength(1)
    await server.del(`/api/images/${image._id}?forever=true`, undefined, { token: image.link.owner.token })
    expect(await patches()).toEqual([])
  })
})
