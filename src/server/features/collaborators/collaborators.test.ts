import { describe, expect, onTestFinished, test } from 'vitest'
import { createBuilders, type Person } from '#test/support/builders.ts'
import { createInvitations, statusAndCode } from '#test/support/collaborators.ts'
import { createGuestUploads } from '#test/support/guest-uploads.ts'
import { createTestServer } from '#test/support/server.ts'
import { useServer } from '#test/support/use-server.ts'

const { server, build } = useServer({ defaultPlan: 'gold' })

const days = (count: number) => count * 86_400_000

const { accept, emailedToken, invite, offer } = createInvitations(server)

describe('an invitation to collaborate', () => {
  test('is emailed, accepted and listed on both sides', async () => {
    const link = await build.aLink({ title: 'Wedding' })
    const { owner } = link
    const ben = await build.aUser({ name: 'Ben Second' })
    const { status, body } = await invite(owner, { email: ben.email.toUpperCase(), role: 'uploader', linkId: link._id })
    const invited = {
      _id: expect.any(String),
      email: ben.email,
      name: null,
      role: 'uploader',
      link: { _id: link._id, title: 'Wedding' },
      state: 'invited',
      invitedAt: expect.any(String),
      acceptedAt: null,
    }
    expect([status, body.data]).toEqual([201, invited])
    const token = await emailedToken(ben.email)
    const shown = await server.get(`/api/collaborations/${token}`)
    expect(shown.body.data).toEqual({ owner: { name: owner.name }, role: 'uploader', link: { title: 'Wedding' } })
    const accepted = await accept(ben, token)
    const mine = {
      _id: invited._id,
      owner: { name: owner.name },
      role: 'uploader',
      link: invited.link,
      acceptedAt: expect.any(String),
    }
    expect([accepted.status, accepted.body.data]).toEqual([200, mine])
    const listed = await server.get('/api/collaborators', { token: owner.token })
    expect(listed.body.data).toEqual([
      { ...invited, name: 'Ben Second', state: 'active', acceptedAt: accepted.body.data.acceptedAt },
    ])
    expect(listed.body.limit).toBe(10)
    expect((await server.get('/api/collaborations', { token: ben.token })).body.data).toEqual([mine])
    expect(statusAndCode(await accept(ben, token))).toEqual([404, 'NOT_FOUND'])
    const everything = JSON.stringify([
      listed.body,
      await server.db.selectFrom('collaborators').selectAll().execute(),
      await server.db.selectFrom('tasks').selectAll().execute(),
    ])
    expect(everything).not.toContain(token.slice(-43))
  })

  test('only works for the invited address, and before it expires', async () => {
    const owner = await build.aUser()
    const ben = await build.aUser()
    const { token } = await offer(owner, ben)
    expect((await server.post(`/api/collaborations/${token}/accept`, {})).status).toBe(401)
    expect(statusAndCode(await accept(await build.aUser(), token))).toEqual([403, 'FORBIDDEN'])
    expect((await server.get(`/api/collaborations/${token.slice(1)}x`)).status).toBe(404)
    await server.db
      .updateTable('collaborators')
      .set({ sent_at: new Date(server.clock.now().getTime() - days(14)).toISOString() })
      .execute()
    expect((await server.get(`/api/collaborations/${token}`)).status).toBe(404)
    expect((await accept(ben, token)).status).toBe(404)
  })

  test('ends when it is declined or withdrawn', async () => {
    const owner = await build.aUser()
    const declined = await offer(owner, { email: 'declining@example.com' })
    expect((await server.post(`/api/collaborations/${declined.token}/decline`, {})).status).toBe(200)
    expect((await server.get(`/api/collaborations/${declined.token}`)).status).toBe(404)
    const withdrawn = await offer(owner, { email: 'withdrawn@example.com' })
    expect((await server.del(`/api/collaborators/${withdrawn.id}`, {}, { token: owner.token })).status).toBe(200)
    expect((await server.get(`/api/collaborations/${withdrawn.token}`)).status).toBe(404)
    expect((await server.get('/api/collaborators', { token: owner.token })).body.data).toEqual([])
  })

  test('is refused for bad input, a repeated scope and other people’s links', async () => {
    const link = await build.aLink()
    const { owner } = link
    const refusalOf = async (fields: Record<string, unknown>) => {
      const { status, body } = await invite(owner, fields)
      return [status, body.code, ...Object.keys(body.fields ?? {})]
    }
    expect(await refusalOf({ email: owner.email })).toEqual([400, 'VALIDATION_FAILED', 'email'])
    expect(await refusalOf({ email: 'nobody' })).toEqual([400, 'VALIDATION_FAILED', 'email'])
    expect(await refusalOf({ email: 'a@example.com', role: 'owner' })).toEqual([400, 'VALIDATION_FAILED', 'role'])
    expect(await refusalOf({ email: 'a@example.com', linkId: 'missing' })).toEqual([404, 'NOT_FOUND'])
    for (const linkId of ['\0', 'a\0b', '', 7]) {
      expect(await refusalOf({ email: 'a@example.com', linkId })).toEqual([400, 'VALIDATION_FAILED', 'linkId'])
    }
    const others = await build.aLink()
    expect(await refusalOf({ email: 'a@example.com', linkId: others._id })).toEqual([403, 'FORBIDDEN'])
    expect((await invite(owner, { email: 'a@example.com' })).status).toBe(201)
    expect((await invite(owner, { email: 'a@example.com', linkId: link._id })).status).toBe(201)
    expect(await refusalOf({ email: 'A@example.com' })).toEqual([409, 'COLLABORATOR_EXISTS'])
    const [{ _id: id }] = (await server.get('/api/collaborators', { token: owner.token })).body.data
    for (const [method, path] of [
      ['PUT', ''],
      ['DELETE', ''],
      ['POST', '/send'],
    ] as const) {
      const options = { token: others.owner.token, body: { role: 'editor' } }
      expect((await server.call(method, `/api/collaborators/${id}${path}`, options)).status).toBe(404)
    }
  })
})

describe('a collaborator', () => {
  test('of two scopes has the stronger role', async () => {
    const link = await build.aLink({ isPrivate: true })
    const { owner } = link
    const ben = await build.aCollaborator({ owner, role: 'editor', link })
    await build.aCollaborator({ owner, role: 'uploader', person: ben })
    const { body } = await server.get('/api/links/shared', { token: ben.token })
    expect(body.data).toMatchObject([{ _id: link._id, myRole: 'editor', owner: { name: owner.name } }])
    expect((await server.get('/api/links', { token: ben.token })).body.data).toEqual([])
  })

  test('sees other links only if invited to all, and in pages', async () => {
    const owner = await build.aUser()
    const [one, , three] = [await build.aLink({ owner }), await build.aLink({ owner }), await build.aLink({ owner })]
    const ben = await build.aCollaborator({ owner, role: 'uploader' })
    const first = await server.get('/api/links/shared?limit=2', { token: ben.token })
    expect([first.body.data.length, first.body.data[0]._id]).toEqual([2, three._id])
    const rest = await server.get(`/api/links/shared?limit=2&cursor=${first.body.nextCursor}`, { token: ben.token })
    expect(rest.body.data.map(({ _id, myRole }: { _id: string; myRole: string }) => [_id, myRole])).toEqual([
      [one._id, 'uploader'],
    ])
    expect(rest.body.nextCursor).toBeUndefined()
  })

  test('can change only how the link is described', async () => {
    const link = await build.aLink({ isPrivate: true })
    const ben = await build.aCollaborator({ owner: link.owner, role: 'editor', link })
    const change = (fields: object) => server.put(`/api/links/${link._id}`, fields, { token: ben.token })
    const changed = await change({ title: 'Autumn', description: 'Ours' })
    expect(changed.body.data).toMatchObject({ title: 'Autumn', description: 'Ours', myRole: 'editor' })
    expect(changed.body.data).not.toHaveProperty('hasPassword')
    expect(statusAndCode(await change({ title: 'Winter', isPrivate: false }))).toEqual([403, 'FORBIDDEN'])
    expect(statusAndCode(await change({ password: 'new secret' }))).toEqual([403, 'FORBIDDEN'])
    const { body } = await server.get(`/api/links/${link._id}`, { token: link.owner.token })
    expect(body.data).toMatchObject({ title: 'Autumn', isPrivate: true, hasPassword: false, myRole: 'owner' })
  })

  test('adds images to the owner’s plan, named to the owner and editors only', async () => {
    const link = await build.aLink({ isPrivate: true })
    const { owner } = link
    const ben = await build.aCollaborator({ owner, role: 'uploader', link })
    const eve = await build.aCollaborator({ owner, role: 'editor', person: await build.aUser({ name: 'Eve' }) })
    await build.anImage({ link })
    const added = await build.anUpload({ link: { ...link, owner: ben }, fields: { isCoverImage: 'true' } })
    expect(added.status).toBe(201)
    expect(added.body.data).toMatchObject({ addedBy: null, isCoverImage: false, user: { _id: owner.id } })
    const addedByOf = async (token: string) =>
      (await server.get(`/api/images/${added.body.data._id}`, { token })).body.data.addedBy
    expect([await addedByOf(owner.token), await addedByOf(eve.token), await addedByOf(ben.token)]).toEqual([
      { name: 'Ben Second' },
      { name: 'Ben Second' },
      null,
    ])
    const usage = await server.db.selectFrom('usage').select('images').where('user_id', '=', owner.id).execute()
    expect(usage).toEqual([{ images: 2 }])
    expect((await server.del('/api/auth/deleteaccount', { password: ben.password }, { token: ben.token })).status).toBe(
      200,
    )
    expect(await addedByOf(owner.token)).toBe(null)
    expect((await server.get('/api/collaborators', { token: owner.token })).body.data).toHaveLength(1)
  })

  test('loses every right, and the signed URLs, when removed', async () => {
    const link = await build.aLink({ isPrivate: true })
    const { owner } = link
    await build.anImage({ link })
    const ben = await build.aCollaborator({ owner, role: 'editor', link })
    const { body } = await server.get(`/api/links/${link._id}`, { token: ben.token })
    const { imageUrl } = body.data.images[0]
    expect((await server.get(imageUrl)).status).toBe(200)
    await server.del(`/api/collaborators/${ben.collaboratorId}`, {}, { token: owner.token })
    server.clock.advance(1000)
    expect((await server.get(imageUrl)).status).toBe(403)
    expect((await server.get(`/api/links/${link._id}`, { token: ben.token })).status).toBe(403)
    expect((await server.get('/api/links/shared', { token: ben.token })).body.data).toEqual([])
  })

  test('who is removed during uploads to two nodes leaves nothing behind', async () => {
    const other = await createTestServer({ defaultPlan: 'gold', storage: server.config.storage }, server)
    onTestFinished(() => other.close())
    const nodes = [build, createBuilders(other)]
    const link = await build.aLink()
    const { owner } = link
    const ben = await build.aCollaborator({ owner, role: 'uploader', link })
    const uploads = Array.from({ length: 16 }, (_, n) => nodes[n % 2]?.anUpload({ link: { ...link, owner: ben } }))
    await uploads[0]
    await server.del(`/api/collaborators/${ben.collaboratorId}`, {}, { token: owner.token })
    const countAfter = async () =>
      (await server.get(`/api/links/${link._id}`, { token: owner.token })).body.data.imageCount
    const count = await countAfter()
    const statuses = (await Promise.all(uploads)).map((answer) => answer?.status)
    expect(statuses.filter((status) => status === 201)).toHaveLength(count)
    expect(new Set(statuses.filter((status) => status !== 201))).toEqual(count < 16 ? new Set([403]) : new Set())
    expect(await countAfter()).toBe(count)
  })

  test('gets 403, not 404, for what still needs approval', async () => {
    const link = await build.aLink({ guestUploads: 'everyone', comments: 'guests' })
    const { owner } = link
    const [uploader, editor] = [
      await build.aCollaborator({ owner, role: 'uploader', link }),
      await build.aCollaborator({ owner, role: 'editor', link }),
    ]
    const { image } = await createGuestUploads(server).aGuest(link)
    const [shownId = ''] = await build.imageRows(link, 1)
    const written = await server.post(`/api/comments/image/${shownId}`, { content: 'Hello', name: 'Grandma' })
    const [url, comment] = [`/api/images/${image._id}`, `/api/comments/${written.body.data._id}`]
    const bulk = { action: 'delete', imageIds: [image._id] }
    const outcomesOf = async ({ token }: Person) => [
      (await server.post(`${comment}/approve`, undefined, { token })).status,
      (await server.del(comment, undefined, { token })).status,
      (await server.del(url, undefined, { token })).status,
      (await server.put(url, { title: 'Mine' }, { token })).status,
      (await server.post('/api/images/bulk', bulk, { token })).status,
      (await server.get(`${url}/original`, { token })).status,
    ]
    expect(await outcomesOf(await build.aUser())).toEqual([404, 404, 404, 404, 404, 404])
    expect(await outcomesOf(uploader)).toEqual([403, 403, 403, 403, 403, 403])
    expect(statusAndCode(await server.get(`${url}/original`, { token: editor.token }))).toEqual([403, 'FORBIDDEN'])
    expect((await server.get(url, { token: editor.token })).body.data.state).toBe('waiting')
  })

  test('sees their role on an image, but visitors have none', async () => {
    const link = await build.aLink()
    const [id = ''] = await build.imageRows(link, 1)
    const editor = await build.aCollaborator({ owner: link.owner, role: 'editor', link })
    const roleOf = async (token?: string) => (await server.get(`/api/images/${id}`, { token })).body.data.myRole
    expect(await Promise.all([roleOf(editor.token), roleOf(link.owner.token), roleOf()])).toEqual([
      'editor',
      'owner',
      undefined,
    ])
  })
})
