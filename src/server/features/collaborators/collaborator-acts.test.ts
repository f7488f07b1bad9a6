import { expect, test } from 'vitest'
import { createInvitations, statusAndCode } from '#test/support/collaborators.ts'
import { createTusCaller } from '#test/support/resumable-uploads.ts'
import { useServer } from '#test/support/use-server.ts'

const { server, build } = useServer({ defaultPlan: 'gold' })
const { accept, offer } = createInvitations(server)

test('collaborators appear in the owner’s activity, in one entry per act', async () => {
  const link = await build.aLink()
  const { owner } = link
  const ben = await build.aUser({ name: 'Ben Second' })
  const { id, token } = await offer(owner, ben, { linkId: link._id })
  await accept(ben, token)
  for (let n = 0; n < 3; n++) await build.anUpload({ link: { ...link, owner: ben } })
  await server.put(`/api/links/${link._id}`, { title: 'Autumn' }, { token: ben.token })
  await server.del(`/api/collaborations/${id}`, {}, { token: ben.token })
  const { body } = await server.get('/api/activity', { token: owner.token })
  const acts = body.data.map((event: Record<string, unknown>) => [event.kind, event.act, event.count, event.name])
  expect(acts.toSorted()).toEqual([
    ['team', 'added', 3, 'Ben Second'],
    ['team', 'changed', 1, 'Ben Second'],
    ['team', 'joined', 1, 'Ben Second'],
    ['team', 'left', 1, 'Ben Second'],
  ])
  expect((await server.get('/api/activity', { token: ben.token })).body.data).toEqual([])
})

test('people who join or leave all links appear in the activity, even if the owner has no link', async () => {
  const owner = await build.aUser()
  const ben = await build.aUser({ name: 'Ben Second' })
  const { id, token } = await offer(owner, ben)
  await accept(ben, token)
  await server.del(`/api/collaborations/${id}`, {}, { token: ben.token })
  const { body } = await server.get('/api/activity', { token: owner.token })
  expect(body.unread).toBe(2)
  const joinedOrLeft = { kind: 'team', name: 'Ben Second', link: null, picture: null }
  expect(body.data).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ ...joinedOrLeft, act: 'joined' }),
      expect.objectContaining({ ...joinedOrLeft, act: 'left' }),
    ]),
  )
  await server.post('/api/activity/read', undefined, { token: owner.token })
  expect((await server.get('/api/activity', { token: owner.token })).body.unread).toBe(0)
})

test('someone who leaves all links of two owners appears in the activity of both', async () => {
  const ben = await build.aUser({ name: 'Ben Second' })
  const owners = [await build.aUser(), await build.aUser()]
  for (const owner of owners) {
    const { collaboratorId } = await build.aCollaborator({ owner, role: 'editor', person: ben })
    await server.del(`/api/collaborations/${collaboratorId}`, {}, { token: ben.token })
  }
  for (const owner of owners) {
    const { body } = await server.get('/api/activity', { token: owner.token })
    expect(body.data).toMatchObject([{ act: 'left', count: 1 }])
  }
})

test('editors move images only between links of the owner that they edit', async () => {
  const owner = await build.aUser()
  const [from, to, closed] = [await build.aLink({ owner }), await build.aLink({ owner }), await build.aLink({ owner })]
  const image = await build.anImage({ link: from })
  const ben = await build.aCollaborator({ owner, role: 'editor', link: from })
  await build.aCollaborator({ owner, role: 'editor', link: to, person: ben })
  const own = await build.aLink({ owner: ben })
  const move = async (linkId: string) => {
    const action = { action: 'move', imageIds: [image._id], linkId }
    return (await server.post('/api/images/bulk', action, { token: ben.token })).status
  }
  expect([await move(closed._id), await move(own._id), await move(to._id)]).toEqual([403, 403, 200])
  const { body } = await server.get(`/api/links/${to._id}`, { token: owner.token })
  expect(body.data.images).toHaveLength(1)
})

test('uploaders can’t change images, not even together with their own', async () => {
  const link = await build.aLink()
  const target = await build.aLink({ owner: link.owner })
  const ben = await build.aCollaborator({ owner: link.owner, role: 'uploader' })
  const own = await build.anImage({ link: await build.aLink({ owner: ben }) })
  const image = await build.anImage({ link })
  for (const change of [
    { action: 'move', linkId: target._id },
    { action: 'copy', linkId: target._id },
    { action: 'section', sectionId: null },
    { action: 'delete' },
  ]) {
    const body = { ...change, imageIds: [own._id, image._id] }
    expect(statusAndCode(await server.post('/api/images/bulk', body, { token: ben.token }))).toEqual([403, 'FORBIDDEN'])
  }
  const left = await server.get(`/api/links/${link._id}`, { token: link.owner.token })
  expect(left.body.data.images).toMatchObject([{ _id: image._id }])
})

test('an API key of a collaborator is a stranger, also for uploads', async () => {
  const link = await build.aLink({ isPrivate: true })
  const ben = await build.aCollaborator({ owner: link.owner, role: 'editor', link })
  const { token } = await build.aKey(ben)
  expect((await server.get(`/api/links/${link._id}`, { token })).status).toBe(403)
  expect((await build.anUpload({ link: { ...link, owner: { ...ben, token } } })).status).toBe(403)
  const started = await createTusCaller(server).create({ token }, 100, { linkId: link._id, filename: 'a.jpg' })
  expect(started.status).toBe(403)
  const { body } = await server.get(`/api/links/${link._id}`, { token: link.owner.token })
  expect(body.data.imageCount).toBe(0)
})
