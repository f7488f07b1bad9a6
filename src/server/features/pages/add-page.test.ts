// @engine sqlite
import { expect, test } from 'vitest'
import { type FormPart, toForm } from '#test/support/form.ts'
import { dataIn } from '#test/support/page-reader.ts'
import { aSmallJpeg } from '#test/support/pictures.ts'
import { useServer } from '#test/support/use-server.ts'
import { useWebApp } from '#test/support/web-app.ts'

const webApp = useWebApp()
const { server, build } = useServer({ defaultPlan: 'gold' }, webApp)

type Slug = { slug: string }
const pageOf = ({ slug }: Slug) => `/links/${slug}/add`
const aLink = (fields: object = {}) => build.aLink({ guestUploads: 'everyone', ...fields })
const change = (link: { _id: string; owner: { token: string } }, fields: object) =>
  server.put(`/api/links/${link._id}`, fields, { token: link.owner.token })

async function send(link: Slug, parts: FormPart[]) {
  const { payload, headers } = toForm(parts)
  return server.post(pageOf(link), payload, { headers })
}
const aPhoto = async (): Promise<FormPart> => ({ name: 'image', fileName: 'photo.jpg', bytes: await aSmallJpeg() })

const addingOn = (body: string) => {
  const data = dataIn(body)
  if (data.page !== 'addPhotos') throw new Error(`this is the page ${data.page}`)
  return data.adding
}

test('shows only a few photos of a gallery that guests can add to', async () => {
  const link = await aLink({ title: 'Summer' })
  for (let n = 0; n < 5; n += 1) await build.anImage({ link })
  const { status, body } = await server.get(pageOf(link))
  expect(status).toBe(200)
  expect(dataIn(body)).toMatchObject({
    page: 'addPhotos',
    url: expect.stringMatching(`${pageOf(link)}$`),
    gallery: { state: 'open', link: { title: 'Summer', imageCount: 5, adding: { needsApproval: true } } },
    adding: {},
  })
  expect(body).toContain('addPhotos open false 4 0')
})

test('explains with 403 why nothing can be added, and follows changes', async () => {
  const link = await aLink({ guestUploads: 'off' })
  const refusalNow = async () => {
    const { status, body, headers } = await server.get(pageOf(link))
    expect([status, headers['cache-control']]).toEqual([403, 'no-cache'])
    return addingOn(body).refusal
  }
  expect(await refusalNow()).toBe("This gallery doesn't take photos from guests.")
  await change(link, { guestUploads: 'invited' })
  expect(await refusalNow()).toBe('Only people with an invitation can add photos to this gallery.')
  await change(link, { guestUploads: 'everyone', guestUploadLimit: 1 })
  expect((await server.get(pageOf(link))).status).toBe(200)
  await send(link, [await aPhoto()])
  expect(await refusalNow()).toBe('This gallery cannot take any more photos.')
})

test('of an old slug redirects to the current one', async () => {
  const link = await aLink()
  await change(link, { slug: 'new-slug-of-it' })
  const { status, headers } = await server.get(`${pageOf(link)}?added=1`)
  expect([status, headers.location]).toEqual([301, '/links/new-slug-of-it/add?added=1'])
})

test('is also the gallery page, as long as visitors only see their own photos', async () => {
  const link = await aLink({ visitorsSee: 'own' })
  await build.anImage({ link })
  const { status, body } = await server.get(`/links/${link.slug}`)
  expect(status).toBe(200)
  expect(dataIn(body)).toMatchObject({
    page: 'addPhotos',
    url: expect.stringMatching(`/links/${link.slug}$`),
    gallery: { link: { images: [], imageCount: 0, coverImage: null } },
  })
})

test('without JavaScript, the form adds a photo and says thank you', async () => {
  const link = await aLink({ askGuestName: 'required' })
  const { status, headers } = await send(link, [{ name: 'name', value: 'Ben' }, await aPhoto()])
  expect([status, headers.location]).toEqual([303, `${pageOf(link)}?added=1`])
  expect(headers['set-cookie']).toEqual(expect.stringContaining('HttpOnly'))
  expect(addingOn((await server.get(String(headers.location))).body)).toEqual({ isAdded: true })
  const queue = await server.get(`/api/links/${link._id}/guest-uploads`, { token: link.owner.token })
  expect(queue.body.data).toMatchObject([{ state: 'waiting', addedBy: { name: 'Ben' } }])
})

test.each([
  ['has no name, but needs one', { askGuestName: 'required' }, aPhoto, 400, { error: 'Name is required' }],
  [
    "isn't a photo",
    {},
    async () => ({ name: 'image', fileName: 'a.txt', bytes: Buffer.from('text') }),
    415,
    { error: expect.stringContaining('a.txt') },
  ],
  [
    'is for a gallery that takes none',
    { guestUploads: 'off' },
    aPhoto,
    403,
    { refusal: "This gallery doesn't take photos from guests." },
  ],
] as const)('without JavaScript, a form that %s gets the page again', async (_, fields, photo, status, adding) => {
  const link = await aLink(fields)
  const answer = await send(link, [await photo()])
  expect([answer.status, answer.headers['content-type']]).toEqual([status, 'text/html; charset=utf-8'])
  expect(addingOn(answer.body)).toEqual(adding)
})

test("a form from another site isn't accepted", async () => {
  const link = await aLink()
  const { payload, headers } = toForm([await aPhoto()])
  const answer = await server.post(pageOf(link), payload, { headers: { ...headers, 'sec-fetch-site': 'cross-site' } })
  expect(answer.status).toBe(403)
  const queue = await server.get(`/api/links/${link._id}/guest-uploads`, { token: link.owner.token })
  expect(queue.body.waiting).toBe(0)
})
