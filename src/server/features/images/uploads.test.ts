// @engine sqlite
import { readdir } from 'node:fs/promises'
import { afterEach, describe, expect, test } from 'vitest'
import { bytesOfMb } from '#shared/limits.ts'
import type { FormPart } from '#test/support/form.ts'
import { aPicture, aSmallJpeg, padded, withSecrets } from '#test/support/pictures.ts'
import { aFile, countOf, sendForm } from '#test/support/uploads.ts'
import { useServer } from '#test/support/use-server.ts'

const { server, build } = useServer({ defaultPlan: 'gold' })

afterEach(async () => {
  expect(await readdir(server.config.tempDir), 'temporary files').toEqual([])
})

describe('an upload', () => {
  test('returns 201 and the complete image', async () => {
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
        camera: null,
        coverFocus: null,
        isAnimated: false,
        views: 0,
        isCoverImage: true,
        createdAt: expect.stringMatching(/Z$/),
        state: 'shown',
        addedBy: null,
        link: { _id: link._id, slug: link.slug, title: 'Summer' },
        user: { _id: link.owner.id, name: link.owner.name },
      },
    })
  })

  test('has no rendition larger than the original', async () => {
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

  test('has the date the photo was taken', async () => {
    const bytes = await withSecrets(aPicture()).jpeg().toBuffer()
    expect((await build.anImage({ bytes })).takenAt).toBe('2021-05-06T05:08:09.000Z')
  })

  test.each(['jpeg', 'png', 'gif', 'webp', 'avif'] as const)('can be a %s file named notes.txt', async (format) => {
    const link = await build.aLink()
    const bytes = await aPicture().toFormat(format).toBuffer()
    const { status, body } = await build.anUpload({ link, bytes, fileName: 'notes.txt' })
    expect([status, body.data.width, body.data.height]).toEqual([201, 60, 40])
  })

  test.each([
    ['before', (file: FormPart, fields: FormPart[]) => [...fields, file]],
    ['after', (file: FormPart, fields: FormPart[]) => [file, ...fields]],
  ])('can have its form fields %s the file', async (_place, order) => {
    const link = await build.aLink()
    await build.anImage({ link })
    const fields = [
      { name: 'title', value: 'Über den Wolken 🌤️' },
      { name: 'description', value: '<b>not bold</b>' },
      { name: 'isCoverImage', value: 'true' },
      { name: 'views', value: '999' },
    ]
    const { status, body } = await sendForm(server, link, order(await aFile(), fields))
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
  ])('named %j is stored as %j', async (fileName, expected) => {
    const { status, body } = await build.anUpload({ link: await build.aLink(), fileName })
    expect([status, body.data?.fileName]).toEqual([201, expected])
  })

  test.each([
    [{ title: 'x'.repeat(101) }, { title: 'Title cannot be more than 100 characters' }],
    [{ description: 'x'.repeat(501) }, { description: 'Description cannot be more than 500 characters' }],
    [{ description: 'x'.repeat(1_000_000) }, { description: 'Description cannot be more than 500 characters' }],
    [{ isCoverImage: 'maybe' }, { isCoverImage: 'Cover must be true or false' }],
  ])('with an invalid field returns an error for that field (case %#)', async (given, fields) => {
    const link = await build.aLink()
    const { status, body } = await build.anUpload({ link, fields: given as Record<string, string> })
    const sentence = Object.values(fields)[0]
    expect(status).toBe(400)
    expect(body).toEqual({ success: false, error: sentence, message: sentence, code: 'VALIDATION_FAILED', fields })
    expect(await countOf(server, link)).toBe(0)
  })

  test('can be up to 10,485,760 bytes', async () => {
    const link = await build.aLink()
    const largest = padded(await aSmallJpeg(), bytesOfMb(10))
    expect(largest).toHaveLength(10_485_760)
    expect((await build.anUpload({ link, bytes: largest })).status).toBe(201)

    const bytes = padded(await aSmallJpeg(), bytesOfMb(10) + 1)
    const sentence = '"grüße.jpg" is too large. The limit is 10 MB.'
    const { status, body } = await build.anUpload({ link, bytes, fileName: 'grüße.jpg' })
    expect(status).toBe(413)
    expect(body).toEqual({ success: false, error: sentence, message: sentence, code: 'FILE_TOO_LARGE' })
    expect(await countOf(server, link)).toBe(1)
  })

  const foreign = "it isn't a JPEG, PNG, GIF, WebP, AVIF or HEIC image"
  test.each([
    ['drawing.svg', async () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), foreign],
    ['page.jpg', async () => Buffer.from('<!doctype html><script>alert(1)</script>'), foreign],
    ['nothing.png', async () => Buffer.alloc(0), foreign],
    ['half.jpg', async () => (await aSmallJpeg()).subarray(0, 400), "it's damaged"],
    ['half.png', async () => (await aPicture().png().toBuffer()).subarray(0, 90), "it's damaged"],
  ])('named %s is rejected with its file name and a reason', async (fileName, make, reason) => {
    const link = await build.aLink()
    const { status, body } = await build.anUpload({ link, bytes: await make(), fileName })
    const sentence = `"${fileName}" can't be used: ${reason}.`
    expect(status).toBe(415)
    expect(body).toEqual({ success: false, error: sentence, message: sentence, code: 'UNSUPPORTED_IMAGE' })
    expect(await countOf(server, link)).toBe(0)
  })
})
