import { describe, expect, test } from 'vitest'
import { minutes } from '#server/platform/clock.ts'
import type { Comment } from '#shared/comments.ts'
import type { Person } from '#test/support/builders.ts'
import { createLinkAccess, withPass } from '#test/support/link-access.ts'
import { waitForRemovals } from '#test/support/removals.ts'
import { useServer } from '#test/support/use-server.ts'

const { server, build } = useServer({ defaultPlan: 'gold' })
const access = createLinkAccess(server)

async function aPicture(fields: Record<string, unknown> = {}) {
  const link = await build.aLink({ comments: 'guests', ...fields })
  const [imageId = ''] = await build.imageRows(link, 1)
  return { link, imageId, owner: link.owner }
}

type Words = { content?: string; name?: string | undefined }

const write = (imageId: string, words: Words = {}, { pass = '', from = build.anAddress() } = {}) =>
  server.post(
    `/api/comments/image/${imageId}`,
    { content: 'Lovely light', name: 'Grandma', ...words },
    { from, ...(pass && withPass(pass)) },
  )

const list = async (imageId: string, { pass = '', token }: { pass?: string; token?: string } = {}) => {
  const { body } = await server.get(`/api/comments/image/${imageId}`, { token, ...(pass && withPass(pass)) })
  return body.data as Comment[]
}

const change = (link: { _id: string; owner: Person }, fields: object) =>
  server.put(`/api/links/${link._id}`, fields, { token: link.owner.token })

describe('guest comments', () => {
  test("aren't accepted by default", async () => {
    const { imageId } = await aPicture({ comments: undefined })
    expect(await write(imageId)).toMatchObject({ status: 401, body: { error: 'Please login to add a comment' } })
  })

  test('are accepted only if the link allows them', async () => {
    const { link, imageId, owner } = await aPicture()
    expect((await write(imageId)).status).toBe(201)
    expect((await change(link, { comments: 'off' })).body.data.comments).toBe('off')
    expect((await write(imageId)).body).toMatchObject({
      code: 'COMMENTS_OFF',
      error: 'Comments are turned off for this gallery',
    })
    const url = `/api/comments/image/${imageId}`
    const asUser = (person: Person) => server.post(url, { content: 'Hello' }, { token: person.token })
    expect((await asUser(await build.aUser())).body.code).toBe('COMMENTS_OFF')
    expect((await asUser(owner)).status).toBe(201)
    expect((await change(link, { comments: 'anybody' })).body.fields).toHaveProperty('comments')
  })

  test('can be allowed or forbidden by an invitation', async () => {
    const { link, imageId } = await aPicture({ comments: 'accounts' })
    const given = await access.enter(await access.invite(link, { rights: { comment: true } }))
    const taken = await access.enter(await access.invite(link, { rights: { comment: false } }))
    expect((await write(imageId, {}, { pass: given.pass })).status).toBe(201)
    expect((await write(imageId, {}, { pass: taken.pass })).body.code).toBe('COMMENTS_OFF')
    await change(link, { comments: 'guests' })
    expect((await write(imageId, {}, { pass: taken.pass })).body.code).toBe('COMMENTS_OFF')
    const bySlug = (pass: string) => server.get(`/api/links/slug/${link.slug}`, withPass(pass))
    expect((await bySlug(taken.pass)).body.data.comments).toBe('off')
    expect((await bySlug(given.pass)).body.data.comments).toBe('guests')
  })

  test('require a name, which is reduced to one line', async () => {
    const { imageId } = await aPicture()
    expect((await write(imageId, { name: undefined })).body.fields).toEqual({ name: 'Name is required' })
    expect((await write(imageId, { name: ' ' })).body.fields).toEqual({ name: 'Name is required' })
    expect((await write(imageId, { name: 'x'.repeat(101) })).body.fields).toHaveProperty('name')
    expect((await write(imageId, { name: 'Grand\nma' })).body.data.guest).toEqual({ name: 'Grand ma' })
  })

  test('are rejected if the request has an invalid session token', async () => {
    const { imageId } = await aPicture()
    const ended = { token: 'A'.repeat(43) }
    const body = { content: 'Hello', name: 'Grandma' }
    expect((await server.post(`/api/comments/image/${imageId}`, body, ended)).status).toBe(401)
  })
})

describe("a guest's comment", () => {
  test('is visible only to its author and the owner until approved', async () => {
    const { imageId, owner } = await aPicture()
    const made = await write(imageId, { content: 'Is this our hill?' })
    expect(made.body.data).toEqual({
      _id: expect.any(String),
      content: 'Is this our hill?',
      createdAt: expect.stringMatching(/Z$/),
      updatedAt: expect.stringMatching(/Z$/),
      guest: { name: 'Grandma' },
      state: 'waiting',
      isOwn: true,
      pass: expect.any(String),
    })
    const { pass, ...comment } = made.body.data
    expect(made.headers['set-cookie']).toContain(
      `framelight_pass=${pass}; Max-Age=2592000; Path=/; HttpOnly; SameSite=Lax`,
    )
    const { isOwn: _, ...seen } = comment
    const stranger = await build.aUser()
    expect(await list(imageId)).toEqual([])
    expect(await list(imageId, { token: stranger.token })).toEqual([])
    expect(await list(imageId, { pass })).toEqual([comment])
    expect(await list(imageId, { token: owner.token })).toEqual([seen])

    const events = async () => (await server.get('/api/activity', { token: owner.token })).body.data
    expect(await events()).toMatchObject([
      { kind: 'comment', name: 'Grandma', text: 'Is this our hill?', isWaiting: true },
    ])
    const approve = (token: string) => server.post(`/api/comments/${comment._id}/approve`, undefined, { token })
    expect((await approve(stranger.token)).body.code).toBe('NOT_FOUND')
    expect((await approve(owner.token)).body.data).toMatchObject({ _id: comment._id, state: 'shown' })
    expect(await list(imageId)).toEqual([{ ...seen, state: 'shown' }])
    expect(await events()).toMatchObject([{ isWaiting: false, isRead: true }])
  })

  test("appears immediately if the link doesn't require approval", async () => {
    const { imageId } = await aPicture({ holdGuestComments: false })
    expect((await write(imageId)).body.data.state).toBe('shown')
    expect(await list(imageId)).toMatchObject([{ guest: { name: 'Grandma' }, state: 'shown' }])
  })

  test('creates a pass only if the browser has none', async () => {
    const { link, imageId } = await aPicture()
    const { headers } = await server.get(`/api/comments/image/${imageId}`)
    expect(headers['set-cookie']).toBeUndefined()
    const first = await write(imageId)
    const again = await write(imageId, {}, { pass: first.body.data.pass })
    expect([again.status, again.body.data.pass, again.headers['set-cookie']]).toEqual([201, undefined, undefined])
    const guests = await server.db.selectFrom('guests').select('id').where('link_id', '=', link._id).execute()
    expect(guests).toHaveLength(1)
  })

  test('can be edited and deleted by its author, and needs approval again after an edit', async () => {
    const { imageId, owner } = await aPicture()
    const { _id, pass } = (await write(imageId)).body.data
    const as = { token: owner.token }
    const url = `/api/comments/${_id}`
    await server.post(`${url}/approve`, undefined, as)
    await server.post('/api/activity/read', undefined, as)
    const changed = await server.put(url, { content: 'Better' }, withPass(pass))
    expect(changed.body.data).toMatchObject({
      content: 'Better',
      state: 'waiting',
      isOwn: true,
      guest: { name: 'Grandma' },
    })
    expect(await list(imageId)).toEqual([])
    expect((await server.get('/api/activity', as)).body).toMatchObject({ unread: 1, data: [{ text: 'Better' }] })

    const other = (await write(imageId)).body.data.pass
    expect((await server.put(url, { content: 'Mine' }, withPass(other))).status).toBe(401)
    expect((await server.put(url, { content: 'Mine' })).status).toBe(401)
    expect((await server.put(url, { content: 'Mine' }, as)).body.code).toBe('FORBIDDEN')
    expect((await server.del(url, undefined, withPass(other))).status).toBe(401)
    expect((await server.del(url, undefined, withPass(pass))).status).toBe(200)
    expect(await list(imageId, as)).toHaveLength(1)
  })

  test('can be deleted but not edited after the link becomes private', async () => {
    const { link, imageId } = await aPicture()
    const { _id, pass } = (await write(imageId)).body.data
    await change(link, { isPrivate: true })
    const url = `/api/comments/${_id}`
    expect((await server.put(url, { content: 'Better' }, withPass(pass))).body.code).toBe('LINK_PRIVATE')
    expect((await server.del(url, undefined, withPass(pass))).status).toBe(200)
  })

  test("can't be edited once its author loses the right to comment", async () => {
    const { link, imageId } = await aPicture()
    const invitation = await access.invite(link)
    const { pass: invited } = await access.enter(invitation)
    const ofInvited = `/api/comments/${(await write(imageId, {}, { pass: invited })).body.data._id}`
    const { _id, pass } = (await write(imageId)).body.data
    const codeOf = async (url: string, by: string) =>
      (await server.put(url, { content: 'Buy now' }, withPass(by))).body.code
    await access.changeInvitation(link, invitation._id, { rights: { comment: false } })
    expect(await codeOf(ofInvited, invited)).toBe('COMMENTS_OFF')
    await change(link, { comments: 'accounts' })
    expect(await codeOf(`/api/comments/${_id}`, pass)).toBe('UNAUTHENTICATED')
    await change(link, { comments: 'off' })
    expect(await codeOf(`/api/comments/${_id}`, pass)).toBe('COMMENTS_OFF')
    expect((await server.del(`/api/comments/${_id}`, undefined, withPass(pass))).status).toBe(200)
  })

  test("keeps its author's name when edited", async () => {
    const { imageId } = await aPicture()
    const { _id, pass } = (await write(imageId)).body.data
    const changed = await server.put(`/api/comments/${_id}`, { content: 'Hello', name: 'Owner' }, withPass(pass))
    expect(changed.body.data.guest).toEqual({ name: 'Grandma' })
  })

  test('belongs to all devices of an invitation', async () => {
    const { link, imageId } = await aPicture()
    const invitation = await access.invite(link)
    const [phone, desk] = [await access.enter(invitation), await access.enter(invitation)]
    const { _id } = (await write(imageId, {}, { pass: phone.pass })).body.data
    expect(await list(imageId, { pass: desk.pass })).toMatchObject([{ _id, isOwn: true }])
    expect((await server.put(`/api/comments/${_id}`, { content: 'Better' }, withPass(desk.pass))).status).toBe(200)
  })
})

describe("a guest's comment and its event are deleted", () => {
  const kept = async (linkId: string) => {
    const of = (table: 'guests' | 'passes') =>
      server.db.selectFrom(table).select('id').where('link_id', '=', linkId).execute()
    const comments = await server.db.selectFrom('comments').select('id').where('guest_name', '=', linkId).execute()
    const events = await server.db.selectFrom('activity').select('id').where('link_id', '=', linkId).execute()
    return [comments.length, events.length, (await of('guests')).length, (await of('passes')).length]
  }
  /** Uses the link's ID as the guest's name, to find leftovers even after the link is deleted. */
  async function aTrace() {
    const picture = await aPicture()
    const { _id, pass } = (await write(picture.imageId, { name: picture.link._id })).body.data
    expect(await kept(picture.link._id)).toEqual([1, 1, 1, 1])
    return { ...picture, commentId: _id, pass, as: { token: picture.owner.token } }
  }

  test('with the link', async () => {
    const { link, as } = await aTrace()
    await server.del(`/api/links/${link._id}?forever=true`, undefined, as)
    await waitForRemovals(server)
    expect(await kept(link._id)).toEqual([0, 0, 0, 0])
  })

  test('with the image', async () => {
    const { link, imageId, as } = await aTrace()
    await server.del(`/api/images/${imageId}?forever=true`, undefined, as)
    expect(await kept(link._id)).toEqual([0, 0, 1, 1])
  })

  test("with the owner's account", async () => {
    const { link, owner, as } = await aTrace()
    await server.del('/api/auth/deleteaccount', { password: owner.password }, as)
    await waitForRemovals(server)
    expect(await kept(link._id)).toEqual([0, 0, 0, 0])
  })

  test('by the owner', async () => {
    const { link, commentId, as } = await aTrace()
    await server.del(`/api/comments/${commentId}`, undefined, as)
    expect((await kept(link._id)).slice(0, 2)).toEqual([0, 0])
  })

  test('by the guest', async () => {
    const { link, commentId, pass } = await aTrace()
    await server.del(`/api/comments/${commentId}`, undefined, withPass(pass))
    expect((await kept(link._id)).slice(0, 2)).toEqual([0, 0])
  })
})

describe('limits', () => {
  test('a guest can write at most twenty comments in ten minutes', async () => {
    const { imageId } = await aPicture()
    const { pass } = (await write(imageId)).body.data
    const statuses: number[] = []
    for (let n = 0; n < 21; n++) statuses.push((await write(imageId, {}, { pass })).status)
    expect(statuses).toEqual([...Array(19).fill(201), 429, 429])
  })

  test('an edit counts as a comment', async () => {
    const { imageId } = await aPicture()
    const { _id, pass } = (await write(imageId)).body.data
    const statuses: number[] = []
    for (let n = 0; n < 21; n++)
      statuses.push((await server.put(`/api/comments/${_id}`, { content: 'Better' }, withPass(pass))).status)
    expect(statuses).toEqual([...Array(19).fill(200), 429, 429])
  })

  test('a network can write at most sixty guest comments on a link in ten minutes', async () => {
    const { imageId } = await aPicture()
    const from = build.anAddress()
    const many = await Promise.all(Array.from({ length: 80 }, () => write(imageId, {}, { from })))
    expect(many.filter(({ status }) => status === 201)).toHaveLength(60)
    const refused = many.filter(({ status }) => status === 429)
    expect(refused).toHaveLength(20)
    expect(refused[0]?.headers['retry-after']).toBeDefined()
    expect((await write(imageId)).status).toBe(201)
    expect((await write((await aPicture()).imageId, {}, { from })).status).toBe(201)
    server.clock.advance(minutes(10))
    expect((await write(imageId, {}, { from })).status).toBe(201)
  })
})
