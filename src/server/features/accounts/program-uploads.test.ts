import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import { text } from 'node:stream/consumers'
import { expect, test, vi } from 'vitest'
import { minutes } from '#server/platform/clock.ts'
import type { Person } from '#test/support/builders.ts'
import { toForm } from '#test/support/form.ts'
import { aPicture, aSmallJpeg } from '#test/support/pictures.ts'
import { useServer } from '#test/support/use-server.ts'

const { server, build } = useServer({ defaultPlan: 'gold' })

const as = (token: string) => ({ token })
const createWith = (owner: Person, key: string, body: object = { title: 'Alps' }) =>
  server.call('POST', '/api/links', { token: owner.token, body, headers: { 'idempotency-key': key } })

test('the same key creates a link once, even in parallel', async () => {
  const [owner, other] = [await build.aUser(), await build.aUser()]
  const answers = await Promise.all(
    Array.from({ length: 8 }, () =>
      createWith(owner, 'one', {
        title: 'Alps',
        slug: `alps-${owner.id
          .slice(0, 6)
          .toLowerCase()
          .replaceAll(/[^a-z0-9]/g, 'x')}`,
      }),
    ),
  )
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 200, 200, 200, 200, 200, 200, 201])
  expect(new Set(answers.map(({ body }) => body.data._id)).size).toBe(1)
  expect((await createWith(owner, 'two')).status).toBe(201)
  expect((await createWith(other, 'one')).status).toBe(201)
  expect((await server.get('/api/links', as(owner.token))).body.data).toHaveLength(2)
  expect((await createWith(owner, 'ä'.repeat(3))).status).toBe(400)
})

test('once the link is deleted, its key makes a new one', async () => {
  const owner = await build.aUser()
  const first = (await createWith(owner, 'one')).body.data
  await server.del(`/api/links/${first._id}`, undefined, as(owner.token))
  const second = await createWith(owner, 'one')
  expect([second.status, second.body.data._id === first._id]).toEqual([201, false])
  await server.services.runDueTasks()
  expect((await createWith(owner, 'one')).body.data._id).toBe(second.body.data._id)
})

test('a program asks which of its images are already there', async () => {
  const link = await build.aLink()
  const { body } = await build.anUpload({ link, headers: { 'idempotency-key': 'cli-one' } })
  const elsewhere = await build.aLink({ owner: link.owner })
  const ask = (linkId: string, keys: unknown) =>
    server.post(`/api/links/${linkId}/images/known`, { keys }, as(link.owner.token))
  const image = { key: 'cli-one', imageId: body.data._id }
  expect((await ask(link._id, ['cli-two', 'cli-one', 'cli-one'])).body.data).toEqual([image])
  expect((await ask(elsewhere._id, ['cli-one'])).body.data).toEqual([])
  const most = Array.from({ length: 500 }, (_, n) => `${n}`.padStart(200, 'x'))
  expect((await ask(link._id, most)).status).toBe(200)
  for (const keys of [[], [...most, 'one'], [''], ['a b'], ['x'.repeat(201)], 'one', undefined]) {
    expect((await ask(link._id, keys)).status, JSON.stringify(keys)?.slice(0, 20)).toBe(400)
  }
  await server.del(`/api/images/${body.data._id}`, undefined, as(link.owner.token))
  expect((await ask(link._id, ['cli-one'])).body.data).toEqual([])
})

test('a date is only used for files without one', async () => {
  const link = await build.aLink()
  const upload = (takenAt: string) => build.anUpload({ link, fields: { takenAt } })
  for (const [given, stored] of [
    ['2021-05-01T12:00:00+02:00', '2021-05-01T10:00:00.000Z'],
    ['2021-05-01T12:00:00.123Z', '2021-05-01T12:00:00.123Z'],
    ['2021-05-01T12:00:00', '2021-05-01T12:00:00.000Z'],
    ['2021-05-01', '2021-05-01T00:00:00.000Z'],
  ] as const) {
    expect((await upload(given)).body.data.takenAt).toBe(stored)
  }
  const dated = aPicture().withExif({ IFD2: { DateTimeOriginal: '2017:01:02 03:04:05' } })
  const { body } = await build.anUpload({
    ...{ link, bytes: await dated.jpeg().toBuffer() },
    fields: { takenAt: '2021-05-01T12:00:00Z' },
  })
  expect(body.data.takenAt).toBe('2017-01-02T03:04:05.000Z')
  for (const wrong of ['yesterday', '2021-02-30', '1620000000', '']) {
    const { status, body } = await upload(wrong)
    expect([status, Object.keys(body.fields ?? {})], wrong).toEqual([400, ['takenAt']])
  }
})

test('an upload finishes if its API key expires meanwhile', async () => {
  const link = await build.aLink()
  const expiresAt = new Date(server.clock.now().getTime() + minutes(1)).toISOString()
  const { token, id } = await build.aKey(link.owner, { scopes: ['upload'], expiresAt })
  const { payload, headers } = toForm([{ name: 'image', fileName: 'a.jpg', bytes: await aSmallJpeg() }])
  const origin = await server.app.listen({ host: '127.0.0.1', port: 0 })
  const upload = request(`${origin}/api/links/${link._id}/images`, {
    method: 'POST',
    headers: { ...headers, authorization: `Bearer ${token}`, 'content-length': payload.length },
  })
  upload.write(payload.subarray(0, 200))
  const key = server.db.selectFrom('api_keys').select('last_used_on').where('id', '=', id)
  await vi.waitFor(async () => expect((await key.executeTakeFirstOrThrow()).last_used_on).not.toBeNull())
  server.clock.advance(minutes(2))
  expect((await server.get('/api/auth/keys/current', as(token))).status).toBe(401)
  upload.end(payload.subarray(200))
  const [answer] = (await once(upload, 'response')) as [IncomingMessage]
  expect([answer.statusCode, JSON.parse(await text(answer)).data.fileName]).toEqual([201, 'a.jpg'])
})
