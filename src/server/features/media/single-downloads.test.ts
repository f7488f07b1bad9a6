// @engine sqlite
import { expect, test } from 'vitest'
import { aPicture } from '#test/support/pictures.ts'
import { useServer } from '#test/support/use-server.ts'

const { server, build } = useServer({ defaultPlan: 'gold' })

async function anImage(fileName: string, fields: Record<string, unknown> = {}) {
  const link = await build.aLink(fields)
  const { body } = await build.anUpload({ link, fileName })
  return { ...body.data, link } as { _id: string; url: string; thumbnailUrl: string; link: typeof link }
}

test('a full-size download is saved under a sanitized file name', async () => {
  const { url } = await anImage('Grüße: (1).HEIC')
  const saved = await server.get(`${url}?download=1`)
  const shown = await server.get(url)

  expect(saved.status).toBe(200)
  expect(saved.headers['content-disposition']).toBe(
    `attachment; filename="Gr??e- (1).jpg"; filename*=UTF-8''Gr%C3%BC%C3%9Fe-%20%281%29.jpg`,
  )
  expect(saved.headers['content-type']).toBe('image/jpeg')
  expect(saved.body).toBe(shown.body)
  for (const address of [url, `${url}?download=0`, `${url}?download=`])
    expect((await server.get(address)).headers['content-disposition']).toBeUndefined()
})

test("the largest rendition can be downloaded too, but smaller ones can't", async () => {
  const bytes = await aPicture({ width: 600, height: 400 }).png().toBuffer()
  const link = await build.aLink()
  const { imageUrl, thumbnailUrl } = (await build.anUpload({ link, bytes, fileName: 'a.png' })).body.data
  const nameOf = async (url: string) => (await server.get(`${url}?download=1`)).headers['content-disposition']

  expect(await nameOf(imageUrl)).toBe('attachment; filename=a.jpg')
  expect(await nameOf(thumbnailUrl)).toBeUndefined()
  await server.put(`/api/links/${link._id}`, { allowDownloads: false }, { token: link.owner.token })
  expect(await nameOf(imageUrl)).toBeUndefined()
})

test('a range response has the file name too', async () => {
  const { url } = await anImage('a.jpg')
  const { status, headers } = await server.get(`${url}?download=1`, { headers: { range: 'bytes=0-9' } })
  expect([status, headers['content-disposition']]).toEqual([206, 'attachment; filename=a.jpg'])
})

test('only the owner can download if downloads are off', async () => {
  const { _id, url, link } = await anImage('a.jpg', { allowDownloads: false })
  const own = (await server.get(`/api/images/${_id}`, { token: link.owner.token })).body.data.url

  expect((await server.get(`${url.split('?')[0]}?download=1`)).body.code).toBe('DOWNLOADS_OFF')
  const saved = await server.get(`${own}&download=1`)
  expect([saved.status, saved.headers['content-disposition']]).toEqual([200, 'attachment; filename=a.jpg'])
})

test('an image of a private link can only be downloaded with a signed URL', async () => {
  const { url } = await anImage('a.jpg', { isPrivate: true })

  expect((await server.get(`${url}&download=1`)).headers['content-disposition']).toMatch(/^attachment/)
  expect((await server.get(`${url.split('?')[0]}?download=1`)).body.code).toBe('LINK_PRIVATE')
})
