import { readdir } from 'node:fs/promises'
import { connect } from 'node:net'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { maxImageBytes } from '#shared/limits.ts'
import { type Builders, createBuilders, type Person } from '#test/builders.ts'
import { type FormPart, toForm } from '#test/form.ts'
import { aPicture, aSmallJpeg, findFaults, padded, withSecrets } from '#test/pictures.ts'
import { createOwnServer, createTestServer, type TestServer } from '#test/server.ts'

let server: TestServer
let build: Builders

beforeAll(async () => {
  server = await createTestServer({ defaultPlan: 'gold' })
  build = createBuilders(server)
})
afterEach(async () => {
  expect(await readdir(server.config.tempDir), 'temporary files').toEqual([])
})
afterAll(() => server.close())

type OwnLink = { _id: string; owner: Person }
const addressOf = (link: OwnLink) => `/api/links/${link._id}/images`
const aFile = async (given: Partial<{ name: string; fileName: string; bytes: Buffer }> = {}): Promise<FormPart> => ({
  name: 'image',
  fileName: 'photo.jpg',
  bytes: await aSmallJpeg(),
  ...given,
})

function send(link: OwnLink, parts: FormPart[]) {
  const { payload, headers } = toForm(parts)
  return server.post(addressOf(link), payload, { token: link.owner.token, headers })
}

async function countOf({ _id, owner }: OwnLink, at = server) {
  return (await at.get(`/api/links/${_id}`, { token: owner.token })).body.data.imageCount as number
}

const setUsage = ({ db }: TestServer, { id }: Person, images: number) =>
  db.updateTable('usage').set({ images }).where('user_id', '=', id).execute()

const limitSentence = "You have reached your plan's image limit. Please upgrade to upload more images."

describe('an upload', () => {
  test('answers 201 with the whole image', async () => {
    const link = await build.aLink({ title: 'Summer' })
    const bytes = await aPicture({ width: 2400, height: 1600 }).jpeg().toBuffer()
    const fields = { title: ' On the beach ', description: 'Low\r\ntide' }
    const { status, body } = await build.anUpload({ link, bytes, fileName: 'beach.jpg', fields })
    const address = expect.stringMatching(/^\/media\/[\w./-]+$/)
    expect(status).toBe(201)
    expect(body).toEqual({
      success: true,
      data: {
        _id: expect.stringMatching(/^[\w-]{22}$/),
        thumbnailUrl: body.data.renditions[0].url,
        imageUrl: body.data.renditions[2].url,
        url: address,
        renditions: [
          { url: address, width: 480, height: 320 },
          { url: address, width: 960, height: 640 },
          { url: address, width: 1920, height: 1280 },
        ],
        width: 2400,
        height: 1600,
        placeholder: expect.stringMatching(/^data:image\/\w+;base64,[\w+/]{20,}=*$/),
        title: 'On the beach',
        description: 'Low\ntide',
        fileName: 'beach.jpg',
        takenAt: null,
        views: 0,
        isCoverImage: true,
        createdAt: expect.stringMatching(/Z$/),
        link: { _id: link._id, slug: link.slug, title: 'Summer' },
        user: { _id: link.owner.id, name: link.owner.name },
      },
    })
  })

  test('has no rendition larger than itself', async () => {
    const link = await build.aLink()
    const sizesOf = async (width: number, height: number) => {
      const { body } = await build.anUpload({ link, bytes: await aPicture({ width, height }).png().toBuffer() })
      return body.data.renditions.map((file: { width: number; height: number }) => [file.width, file.height])
    }
    expect(await sizesOf(60, 40)).toEqual([[60, 40]])
    expect(await sizesOf(300, 600)).toEqual([
      [240, 480],
      [300, 600],
    ])
  })

  test('knows when it was taken', async () => {
    const bytes = await withSecrets(aPicture()).jpeg().toBuffer()
    expect((await build.anImage({ bytes })).takenAt).toBe('2021-05-06T05:08:09.000Z')
  })

  test.each(['jpeg', 'png', 'gif', 'webp', 'avif'] as const)('may be a %s, whatever it is called', async (format) => {
    const link = await build.aLink()
    const bytes = await aPicture().toFormat(format).toBuffer()
    const { status, body } = await build.anUpload({ link, bytes, fileName: 'notes.txt' })
    expect([status, body.data.width, body.data.height]).toEqual([201, 60, 40])
  })

  test.each([
    ['before', (file: FormPart, fields: FormPart[]) => [...fields, file]],
    ['behind', (file: FormPart, fields: FormPart[]) => [file, ...fields]],
  ])('takes its fields from %s the file', async (_place, order) => {
    const link = await build.aLink()
    await build.anImage({ link })
    const fields = [
      { name: 'title', value: 'Über den Wolken 🌤️' },
      { name: 'description', value: '<b>not bold</b>' },
      { name: 'isCoverImage', value: 'true' },
      { name: 'views', value: '999' },
    ]
    const { status, body } = await send(link, order(await aFile(), fields))
    expect(status).toBe(201)
    const expected = { title: 'Über den Wolken 🌤️', description: '<b>not bold</b>', isCoverImage: true, views: 0 }
    expect(body.data).toMatchObject(expected)
  })

  test.each([
    ['Grüße aus Køln.jpg', 'Grüße aus Køln.jpg'],
    ['🏖️ 海辺.jpg', '🏖️ 海辺.jpg'],
    ['👩‍👧.jpg', '👩‍👧.jpg'],
    ['C:\\fakepath\\beach.jpg', 'beach.jpg'],
    ['../../etc/passwd', 'passwd'],
    ['a\tb\u202Egpj.exe', 'abgpj.exe'],
    [`${'x'.repeat(300)}.jpg`, `${'x'.repeat(196)}.jpg`],
    ['  ', 'image'],
    ['', 'image'],
  ])('called %j is remembered as %j', async (fileName, expected) => {
    const { status, body } = await build.anUpload({ link: await build.aLink(), fileName })
    expect([status, body.data?.fileName]).toEqual([201, expected])
  })

  test.each([
    [{ title: 'x'.repeat(101) }, { title: 'Title cannot be more than 100 characters' }],
    [{ description: 'x'.repeat(501) }, { description: 'Description cannot be more than 500 characters' }],
    [{ description: 'x'.repeat(1_000_000) }, { description: 'Description cannot be more than 500 characters' }],
    [{ isCoverImage: 'maybe' }, { isCoverImage: 'Cover must be true or false' }],
  ])('is refused beside the field (case %#)', async (given, fields) => {
    const link = await build.aLink()
    const { status, body } = await build.anUpload({ link, fields: given as Record<string, string> })
    const sentence = Object.values(fields)[0]
    expect(status).toBe(400)
    expect(body).toEqual({ success: false, error: sentence, message: sentence, code: 'VALIDATION_FAILED', fields })
    expect(await countOf(link)).toBe(0)
  })

  test('may have exactly 10,485,760 bytes, and not one more', async () => {
    const link = await build.aLink()
    const largest = padded(await aSmallJpeg(), maxImageBytes)
    expect(largest).toHaveLength(10_485_760)
    expect((await build.anUpload({ link, bytes: largest })).status).toBe(201)

    const bytes = padded(await aSmallJpeg(), maxImageBytes + 1)
    const sentence = '"grüße.jpg" is larger than 10 MB, the most an image can have.'
    const { status, body } = await build.anUpload({ link, bytes, fileName: 'grüße.jpg' })
    expect(status).toBe(413)
    expect(body).toEqual({ success: false, error: sentence, message: sentence, code: 'FILE_TOO_LARGE' })
    expect(await countOf(link)).toBe(1)
  })

  const foreign = 'it is not a JPEG, PNG, GIF, WebP, AVIF or HEIC picture'
  test.each([
    ['drawing.svg', async () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), foreign],
    ['page.jpg', async () => Buffer.from('<!doctype html><script>alert(1)</script>'), foreign],
    ['nothing.png', async () => Buffer.alloc(0), foreign],
    ['half.jpg', async () => (await aSmallJpeg()).subarray(0, 400), 'it is damaged'],
    ['half.png', async () => (await aPicture().png().toBuffer()).subarray(0, 90), 'it is damaged'],
  ])('called %s that is no picture is refused by name and with the reason', async (fileName, make, reason) => {
    const link = await build.aLink()
    const { status, body } = await build.anUpload({ link, bytes: await make(), fileName })
    const sentence = `"${fileName}" cannot be used: ${reason}.`
    expect(status).toBe(415)
    expect(body).toEqual({ success: false, error: sentence, message: sentence, code: 'UNSUPPORTED_IMAGE' })
    expect(await countOf(link)).toBe(0)
  })
})

describe('a form that is none of ours is refused and leaves nothing:', () => {
  let link: OwnLink
  beforeAll(async () => {
    link = await build.aLink()
  })

  const many = (count: number) => Array.from({ length: count }, (_, n) => ({ name: `field${n}`, value: 'x' }))
  const megabyte = 'n'.repeat(1_000_000)
  const cutAt = (part: number) => async () => {
    const { payload, headers } = toForm([await aFile()])
    return { payload: payload.subarray(0, Math.floor(payload.length * part)), headers }
  }

  test.each<[string, () => Promise<{ payload: unknown; headers: Record<string, string> }>]>([
    ['a file under another name', async () => toForm([await aFile({ name: 'photo' })])],
    ['two files', async () => toForm([await aFile(), await aFile()])],
    ['a second file under another name', async () => toForm([await aFile(), await aFile({ name: 'more' })])],
    ['no file', async () => toForm([{ name: 'title', value: 'Nothing' }])],
    ['a file sent as text', async () => toForm([{ name: 'image', value: 'photo' }])],
    ['no part at all', async () => toForm([])],
    ['JSON', async () => ({ payload: { title: 'x' }, headers: {} })],
    ['text', async () => ({ payload: 'image=1', headers: { 'content-type': 'text/plain' } })],
    ['bytes of no type', async () => ({ payload: await aSmallJpeg(), headers: {} })],
    ['no boundary', async () => ({ ...toForm([await aFile()]), headers: { 'content-type': 'multipart/form-data' } })],
    [
      'another boundary',
      async () => ({ ...toForm([await aFile()]), headers: { 'content-type': 'multipart/form-data; boundary=other' } }),
    ],
    ['one cut off in its head', cutAt(0.05)],
    ['one cut off in its file', cutAt(0.6)],
    ['one without its end', cutAt(0.99)],
    ['10,000 fields before the file', async () => toForm([...many(10_000), await aFile()])],
    ['10,000 fields behind the file', async () => toForm([await aFile(), ...many(10_000)])],
    ['10,000 files', async () => toForm(Array(10_000).fill(await aFile({ bytes: Buffer.alloc(1) })))],
    ['a field called __proto__', async () => toForm([{ name: '__proto__', value: 'x' }, await aFile()])],
    ['a field called constructor', async () => toForm([await aFile(), { name: 'constructor', value: 'x' }])],
    ['a file called __proto__', async () => toForm([await aFile({ name: '__proto__' })])],
    ['a field name of 1 MB', async () => toForm([{ name: megabyte, value: 'x' }, await aFile()])],
    ['a field name of 1 MB behind the file', async () => toForm([await aFile(), { name: megabyte, value: 'x' }])],
    ['a file name of 1 MB', async () => toForm([await aFile({ fileName: megabyte })])],
  ])('%s', async (_what, make) => {
    const before = await countOf(link)
    const { payload, headers } = await make()
    const { status, body } = await server.post(addressOf(link), payload, { token: link.owner.token, headers })
    expect(status).toBe(400)
    expect(body).toMatchObject({ success: false, code: 'VALIDATION_FAILED', error: expect.stringMatching(/^[A-Z]/) })
    expect(body).toHaveProperty('message', body.error)
    expect(await countOf(link)).toBe(before)
  })

  test('one that its sender breaks off, wherever that is', async () => {
    const own = await createOwnServer()
    const link = await createBuilders(own).aLink()
    await own.app.listen({ host: '127.0.0.1', port: 0 })
    const { port } = own.app.server.address() as { port: number }
    const { payload, headers } = toForm([await aFile({ bytes: padded(await aSmallJpeg(), 300_000) })])
    const head = [
      `POST ${addressOf(link)} HTTP/1.1`,
      'Host: photos.test',
      `Authorization: Bearer ${link.owner.token}`,
      `Content-Type: ${headers['content-type']}`,
      `Content-Length: ${payload.length}`,
    ].join('\r\n')

    const hangUpAfter = (bytes: number) =>
      new Promise<void>((resolve) => {
        const socket = connect(port, '127.0.0.1', () =>
          socket.write(Buffer.concat([Buffer.from(`${head}\r\n\r\n`), payload.subarray(0, bytes)]), () =>
            setImmediate(() => socket.destroy()),
          ),
        )
        socket.on('close', () => resolve())
      })
    await Promise.all(Array.from({ length: 20 }, (_, n) => hangUpAfter(Math.floor((n / 20) * payload.length))))
    await vi.waitFor(async () => expect(await readdir(own.config.tempDir)).toEqual([]), 10_000)
    await vi.waitFor(async () => expect(await findFaults(own)).toEqual([]), 10_000)
    expect(await countOf(link, own)).toBe(0)
  })
})

describe('the token', () => {
  test('may come in the address, for this call alone, and reaches no log line', async () => {
    const link = await build.aLink()
    const { token } = link.owner
    const inAddress = async (parts: FormPart[]) => {
      const { payload, headers } = toForm(parts)
      return server.post(`${addressOf(link)}?token=${token}`, payload, { headers })
    }
    const { status, body } = await inAddress([await aFile()])
    expect(status).toBe(201)
    expect((await inAddress([await aFile({ bytes: Buffer.from('no picture') })])).status).toBe(415)
    expect((await inAddress([])).status).toBe(400)

    const id = body.data._id
    for (const [method, url] of [
      ['GET', '/api/links'],
      ['GET', '/api/auth/me'],
      ['PUT', `/api/images/${id}`],
      ['PUT', `/api/images/${id}/set-cover`],
      ['GET', `/api/images/${id}/original`],
      ['DELETE', `/api/images/${id}`],
    ] as const) {
      expect((await server.call(method, `${url}?token=${token}`)).status, url).toBe(401)
    }
    expect(server.logLines.length).toBeGreaterThan(5)
    expect(server.logLines.filter((line) => line.includes(token))).toEqual([])
  })

  test.each(['', '?token=', '?token=unknown', '?token=a&token=b'])('is missed in an upload to %j', async (query) => {
    const { payload, headers } = toForm([await aFile()])
    const { status, body } = await server.post(`${addressOf(await build.aLink())}${query}`, payload, { headers })
    const sentence = 'Authentication token not found. Please login again.'
    expect([status, body.error, body.message]).toEqual([401, sentence, sentence])
  })
})

describe('an upload with an idempotency key', () => {
  const keyed = (link: OwnLink, key: string) => build.anUpload({ link, headers: { 'idempotency-key': key } })

  test('answers a repeated one with the first image', async () => {
    const link = await build.aLink()
    const first = await keyed(link, 'upload-1')
    const again = await keyed(link, 'upload-1')
    expect(first.status).toBe(201)
    expect(again.status).toBeLessThan(300)
    expect(again.body).toEqual(first.body)
    expect((await keyed(link, 'upload-2')).body.data._id).not.toBe(first.body.data._id)
    expect(await countOf(link)).toBe(2)
  })

  test('makes one image of eight sent at once', async () => {
    const own = await createOwnServer()
    const { aLink, anUpload } = createBuilders(own)
    const link = await aLink()
    const headers = { 'idempotency-key': 'once' }
    const answers = await Promise.all(Array.from({ length: 8 }, () => anUpload({ link, headers })))
    expect(answers.map(({ status }) => status).filter((status) => status !== 200 && status !== 201)).toEqual([])
    expect(new Set(answers.map(({ body }) => body.data._id)).size).toBe(1)
    expect(await countOf(link, own)).toBe(1)
    await vi.waitFor(async () => expect(await findFaults(own)).toEqual([]), 5_000)
  })

  test('answers with the first image even where it took the last place', async () => {
    const link = await build.aLink()
    await setUsage(server, link.owner, 749)
    const answers = await Promise.all(Array.from({ length: 8 }, () => keyed(link, 'last')))
    expect(answers.map(({ body }) => body.error).filter(Boolean)).toEqual([])
    expect(new Set(answers.map(({ body }) => body.data._id)).size).toBe(1)
    expect((await keyed(link, 'last')).body.data._id).toBe(answers[0]?.body.data._id)
  })

  test('is another upload in another link, and may be made anew once its image is gone', async () => {
    const link = await build.aLink()
    const other = await build.aLink({ owner: link.owner })
    const first = (await keyed(link, 'same')).body.data
    const elsewhere = (await keyed(other, 'same')).body.data
    expect([elsewhere.link._id, elsewhere._id === first._id]).toEqual([other._id, false])
    await server.del(`/api/images/${first._id}`, undefined, { token: link.owner.token })
    const anew = await keyed(link, 'same')
    expect([anew.status, anew.body.data._id === first._id]).toEqual([201, false])
  })

  test('tells nobody else about it', async () => {
    const link = await build.aLink()
    await keyed(link, 'mine')
    const stranger = await build.aUser()
    const { status, body } = await keyed({ ...link, owner: stranger }, 'mine')
    expect([status, body.code, body.data]).toEqual([403, 'FORBIDDEN', undefined])
  })

  test.each(['with blanks', 'x'.repeat(201)])('is refused when the key is no key (case %#)', async (key) => {
    expect((await keyed(await build.aLink(), key)).body).toMatchObject({ code: 'VALIDATION_FAILED' })
  })
})

describe('the image limit', () => {
  test('counts the images of all links, and deleting one makes room', async () => {
    const link = await build.aLink()
    const elsewhere = await build.anImage({ link: await build.aLink({ owner: link.owner }) })
    await setUsage(server, link.owner, 750)
    const refused = await build.anUpload({ link })
    expect(refused).toMatchObject({ status: 403, body: { code: 'IMAGE_LIMIT_REACHED', error: limitSentence } })
    await server.del(`/api/images/${elsewhere._id}`, undefined, { token: link.owner.token })
    expect((await build.anUpload({ link })).status).toBe(201)
    expect((await build.anUpload({ link })).status).toBe(403)
  })

  test('lets exactly one of 64 pass that come at once for the last place', async () => {
    const own = await createOwnServer()
    const { aLink, anUpload } = createBuilders(own)
    const link = await aLink()
    await setUsage(own, link.owner, 49)
    const answers = await Promise.all(Array.from({ length: 64 }, () => anUpload({ link })))
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1)
    expect(answers.filter(({ body }) => body.code === 'IMAGE_LIMIT_REACHED')).toHaveLength(63)
    expect(await countOf(link, own)).toBe(1)
    const usage = await own.db.selectFrom('usage').select('images').executeTakeFirst()
    expect(usage?.images).toBe(50)
    await setUsage(own, link.owner, 1)
    await vi.waitFor(async () => expect(await findFaults(own)).toEqual([]), 5_000)
  })
})
