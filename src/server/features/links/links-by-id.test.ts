// @engine sqlite
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Builders, createBuilders } from '#test/support/builders.ts'
import { createTestServer, type TestServer } from '#test/support/server.ts'

let server: TestServer
let build: Builders

beforeAll(async () => {
  server = await createTestServer({ defaultPlan: 'gold' })
  build = createBuilders(server)
})
afterAll(() => server.close())

const readers = {
  'a link by ID': (id: string, options = {}) => server.get(`/api/links/${id}`, options),
  'the images of a link': (id: string, options = {}) => server.get(`/api/links/${id}/images`, options),
}

test.each(Object.entries(readers))('visitors get %s from a short-lived cache', async (_what, read) => {
  const image = await build.anImage({ fields: { title: 'Before' } })
  const titleOf = (body: { data: { title: string }[] | { images: { title: string }[] } }) =>
    (Array.isArray(body.data) ? body.data : body.data.images).map(({ title }) => title)
  expect(titleOf((await read(image.link._id)).body)).toEqual(['Before'])

  // A direct write to the database doesn't invalidate the server's cache.
  await server.db.updateTable('images').set({ title: 'After' }).where('id', '=', image._id).execute()
  expect(titleOf((await read(image.link._id)).body)).toEqual(['Before'])
  expect(titleOf((await read(image.link._id, { token: image.owner.token })).body)).toEqual(['After'])
  server.clock.advance(3000)
  expect(titleOf((await read(image.link._id)).body)).toEqual(['After'])
})

test.each(Object.entries(readers))("the owner's changes appear immediately in %s", async (_what, read) => {
  const image = await build.anImage()
  const { token } = image.owner
  const { _id } = image.link
  const before = await read(_id)
  expect(before.status).toBe(200)
  const { body } = await read(_id, { token })
  // Visitors get this field instead of the settings that only the owner gets.
  delete before.body.data.adding
  expect(body).toMatchObject(before.body)

  await server.put(`/api/images/${image._id}`, { title: 'Changed' }, { token })
  expect(JSON.stringify((await read(_id)).body)).toContain('Changed')
  await server.put(`/api/links/${_id}`, { isPrivate: true }, { token })
  expect((await read(_id)).body.code).toBe('LINK_PRIVATE')
  await server.put(`/api/links/${_id}`, { isPrivate: false }, { token })
  expect((await read(_id)).status).toBe(200)
  await server.del(`/api/links/${_id}`, undefined, { token })
  expect((await read(_id)).body.code).toBe('NOT_FOUND')
})

test('a link by ID and its images return 410 as soon as the link expires', async () => {
  const link = await build.aLink({ expiresAt: new Date(server.clock.now().getTime() + 86_400_000).toISOString() })
  expect((await server.get(`/api/links/${link._id}`)).status).toBe(200)
  server.clock.advance(86_400_000)
  for (const read of Object.values(readers)) expect((await read(link._id)).status).toBe(410)
})
