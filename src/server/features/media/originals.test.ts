// @engine sqlite
import { describe, expect, test } from 'vitest'
import { createFiles } from '#test/support/files.ts'
import { aPicture, withSecrets } from '#test/support/pictures.ts'
import { useServer } from '#test/support/use-server.ts'

const { server, build } = useServer({ defaultPlan: 'gold' })

const { changeLink, fetchFile, readAs } = createFiles(server)

describe('the original', () => {
  test('is sent unchanged to the owner', async () => {
    const link = await build.aLink({ isPrivate: true })
    const bytes = await withSecrets(aPicture()).jpeg().toBuffer()
    const { body } = await build.anUpload({ link, bytes, fileName: 'Grüße 1.jpg' })
    const url = `/api/images/${body.data._id}/original`
    const authorization = `Bearer ${link.owner.token}`
    const original = await fetchFile(url, { headers: { authorization } })
    expect(original.bytes.equals(bytes)).toBe(true)
    expect(original.headers).toMatchObject({
      'content-type': 'image/jpeg',
      'content-length': String(bytes.length),
      'content-disposition': `attachment; filename="Gr??e 1.jpg"; filename*=UTF-8''Gr%C3%BC%C3%9Fe%201.jpg`,
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
    })
  })

  test("isn't available to anyone else, even for a public link or with a signature", async () => {
    const image = await build.anImage()
    const url = `/api/images/${image._id}/original`
    const stranger = await build.aUser()
    expect((await server.get(url)).body.code).toBe('UNAUTHENTICATED')
    expect((await server.get(url, { token: stranger.token })).body.code).toBe('FORBIDDEN')
    await changeLink(image, { isPrivate: true })
    const { url: signed } = await readAs(image.owner.token, image._id)
    const [path = '', query = ''] = (signed ?? '').split('?')
    expect((await fetchFile(`${url}?${query}`)).code).toBe('UNAUTHENTICATED')
    expect((await fetchFile(`${path.replace(/[^/]+$/, 'original.jpg')}?${query}`)).code).toBe('NOT_FOUND')
  })
})

test.each([
  ['holiday.html', 'holiday.html.jpg'],
  ['run-me.svg', 'run-me.svg.jpg'],
  ['picture.png', 'picture.jpg'],
  ['noname', 'noname.jpg'],
  ['DSC_0001.JPG', 'DSC_0001.JPG'],
  ['IMG 1.jpeg', 'IMG 1.jpeg'],
])('the original of a JPEG uploaded as %s is downloaded as %s', async (fileName, expected) => {
  const link = await build.aLink()
  const { body } = await build.anUpload({ link, fileName })
  const nameOf = (disposition: unknown) => /filename="?([^";]+)/.exec(String(disposition))?.[1]
  const original = await server.get(`/api/images/${body.data._id}/original`, { token: link.owner.token })
  expect(nameOf(original.headers['content-disposition'])).toBe(expected)
  const full = await server.get(`${body.data.url}?download=1`)
  expect(nameOf(full.headers['content-disposition'])).toMatch(/\.jpg$/)
})
