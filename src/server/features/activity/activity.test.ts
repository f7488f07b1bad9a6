import { expect, test, vi } from 'vitest'
import { days } from '#server/platform/clock.ts'
import type { ActivityEvent } from '#shared/activity.ts'
import type { Person } from '#test/support/builders.ts'
import { createLinkAccess, firefox, withPass } from '#test/support/link-access.ts'
import { waitForRemovals } from '#test/support/removals.ts'
import { createStrangers } from '#test/support/strangers.ts'
import { useServer } from '#test/support/use-server.ts'

const { server, build } = useServer({ defaultPlan: 'gold' })
const access = createLinkAccess(server)

/** Opens a new session, because the test clock may have moved by months. */
async function activityOf(person: Person, cursor = '') {
  const token = await build.aSession(person)
  const { body } = await server.get(`/api/activity${cursor && `?cursor=${cursor}`}`, { token })
  return body as { data: ActivityEvent[]; nextCursor?: string; unread: number }
}

test("a comment is unread in the owner's activity until they mark it as read", async () => {
  const image = await build.anImage({ fields: { title: 'The tree' } })
  const comment = await build.aComment({
    image,
    author: await build.aUser({ name: 'Tom Hale' }),
    content: 'For the sofa',
  })
  const { data, unread } = await activityOf(image.owner)
  expect(data).toEqual([
    {
      _id: expect.any(String),
      kind: 'comment',
      at: expect.stringMatching(/Z$/),
      link: { _id: image.link._id, title: 'Summer' },
      imageId: image._id,
      commentId: comment._id,
      choiceId: null,
      name: 'Tom Hale',
      text: 'For the sofa',
      isWaiting: false,
      isRead: false,
      picture: { title: 'The tree', thumbnailUrl: expect.stringContaining(image._id) },
    },
  ])
  expect(unread).toBe(1)
  expect((await server.post('/api/activity/read', undefined, { token: image.owner.token })).status).toBe(200)
  const after = await activityOf(image.owner)
  expect([after.unread, after.data[0]?.isRead]).toEqual([0, true])
})

test('sent favorites come with their number and the first four thumbnails', async () => {
  const link = await build.aLink({ choosing: 'on' })
  const images = []
  for (let n = 0; n < 6; n++) images.push(await build.anImage({ link }))
  const guest = await build.aUser({ name: 'Anna' })
  const { token } = guest
  for (const { _id } of images.slice(1)) await server.put(`/api/images/${_id}/choice`, { chosen: true }, { token })
  await server.post(`/api/links/slug/${link.slug}/choice/send`, { name: 'Anna' }, { token })
  const [event] = (await activityOf(link.owner)).data
  expect(event).toMatchObject({ kind: 'choice', name: 'Anna', favorites: { count: 5 } })
  expect(event?.favorites?.thumbnailUrls).toEqual(images.slice(1, 5).map(({ _id }) => expect.stringContaining(_id)))
})

test("owners get no events for their own comments or for comments on other people's links", async () => {
  const image = await build.anImage()
  await build.aComment({ image, author: image.owner })
  await build.aComment()
  expect(await activityOf(image.owner)).toMatchObject({ data: [], unread: 0 })
})

test('an edited comment shows its new text in the feed, and a deleted one disappears', async () => {
  const image = await build.anImage()
  const comment = await build.aComment({ image })
  const own = { token: comment.author.token }
  await server.put(`/api/comments/${comment._id}`, { content: 'Better' }, own)
  expect((await activityOf(image.owner)).data).toMatchObject([{ text: 'Better' }])
  await server.del(`/api/comments/${comment._id}`, undefined, own)
  expect(await activityOf(image.owner)).toMatchObject({ data: [], unread: 0 })
})

test('paging through the feed returns every event once', async () => {
  const image = await build.anImage()
  const event = {
    user_id: image.owner.id,
    link_id: image.link._id,
    kind: 'opened',
    text: '',
    is_waiting: 0,
    is_read: 0,
  }
  const none = { image_id: null, comment_id: null, choice_id: null, mail: null, mail_due_at: null }
  const names = Array.from({ length: 70 }, (_, n) => `Guest ${n}`)
  const rows = names.map((name, n) => ({
    ...event,
    ...none,
    id: `${image._id}-${n}`,
    name,
    // Groups of three events have the same time, so the cursor has to break ties.
    created_at: new Date(Date.parse('2026-01-01') + Math.floor(n / 3)).toISOString(),
  }))
  await server.db.insertInto('activity').values(rows).execute()
  const seen: string[] = []
  let page = await activityOf(image.owner)
  for (seen.push(...page.data.map(({ _id }) => _id)); page.nextCursor; seen.push(...page.data.map(({ _id }) => _id))) {
    page = await activityOf(image.owner, page.nextCursor)
  }
  expect(seen).toHaveLength(70)
  expect(new Set(seen)).toEqual(new Set(rows.map(({ id }) => id)))
  expect(page.unread).toBe(70)
  const { token } = image.owner
  expect((await server.get('/api/activity?cursor=nonsense', { token })).body.fields).toHaveProperty('cursor')
})

test('a request for more time stays open until the link is extended', async () => {
  const link = await build.anExpiredLink()
  await server.post(`/api/links/slug/${link.slug}/ask`, { name: 'Lena', message: 'Only half of them' })
  expect((await activityOf(link.owner)).data).toMatchObject([
    { kind: 'request', name: 'Lena', text: 'Only half of them', isWaiting: true, link: { _id: link._id } },
  ])
  await server.put(`/api/links/${link._id}`, { expiresAt: null }, { token: link.owner.token })
  expect((await activityOf(link.owner)).data).toMatchObject([{ kind: 'request', isWaiting: false }])
})

test('extending a link marks its requests for more time as read, and nothing else', async () => {
  const link = await build.aLink({ choosing: 'on' })
  const { owner } = link
  const image = await build.anImage({ link })
  const guest = { token: (await build.aUser()).token }
  const path = `/api/links/slug/${link.slug}`
  await server.put(`/api/images/${image._id}/choice`, { chosen: true }, guest)
  await server.post(`${path}/choice/send`, { name: 'Anna' }, guest)
  expect((await server.post(`${path}/choice/ask`, { message: 'One more' }, guest)).status).toBeLessThan(300)
  const other = await build.anExpiredLink({ owner })
  const expired = { expires_at: '2020-01-01T00:00:00.000Z' }
  await server.db.updateTable('links').set(expired).where('id', '=', link._id).execute()
  server.services.invalidation.invalidate(link._id)
  for (const { slug } of [link, link, other]) await server.post(`/api/links/slug/${slug}/ask`, { name: 'Lena' })
  const unread = async () =>
    (await activityOf(owner)).data
      .filter(({ isRead }) => !isRead)
      .map(({ kind, name, link }) => `${kind} ${name} ${link?._id}`)
      .sort()
  const others = [`choice Anna ${link._id}`, `request Anna ${link._id}`, `request Lena ${other._id}`]
  const asked = Array(2).fill(`request Lena ${link._id}`)
  expect(await unread()).toEqual([...others, ...asked].sort())

  const change = (fields: object) => server.put(`/api/links/${link._id}`, fields, { token: owner.token })
  expect((await change({ title: 'Dunes' })).status).toBe(200)
  expect(await unread()).toHaveLength(5)
  const expiresAt = new Date(server.clock.now().getTime() + days(7)).toISOString()
  expect((await change({ expiresAt })).status).toBe(200)
  expect(await unread()).toEqual(others.sort())
})

test('only the first visit with an invitation is recorded as an event', async () => {
  const link = await build.aLink()
  const { pass } = await access.enter(await access.invite(link, { name: 'Anna & Tom' }))
  const visit = async () => {
    const { headers } = withPass(pass)
    await server.post(`/api/links/slug/${link.slug}/visit`, {}, { headers: { ...headers, 'user-agent': firefox } })
    await server.get('/api/links', { token: link.owner.token })
  }
  await visit()
  server.clock.advance(days(1))
  await visit()
  expect((await activityOf(link.owner)).data).toMatchObject([{ kind: 'opened', name: 'Anna & Tom' }])
})

test('a link that expires in one to three days creates one event per expiration date', async () => {
  const link = await build.aLink()
  const as = { token: link.owner.token }
  const inDays = (count: number) => new Date(server.clock.now().getTime() + days(count)).toISOString()
  const closings = async () => {
    await server.services.activity.noteClosing()
    await server.services.activity.noteClosing()
    return (await activityOf(link.owner)).data.map(({ kind, text }) => [kind, text])
  }
  const [first, second] = [inDays(4), inDays(2)]
  await server.put(`/api/links/${link._id}`, { expiresAt: first }, as)
  expect(await closings()).toEqual([])
  await server.put(`/api/links/${link._id}`, { expiresAt: second }, as)
  expect(await closings()).toEqual([['closing', second]])
  await server.put(`/api/links/${link._id}`, { expiresAt: first }, as)
  server.clock.advance(days(2))
  expect(await closings()).toHaveLength(2)
  expect((await activityOf(link.owner)).data.map(({ text }) => text).sort()).toEqual([first, second].sort())
})

test('events are deleted with their link, with the account, and after 90 days', async () => {
  const image = await build.anImage()
  await build.aComment({ image })
  const { token } = image.owner
  const rows = () => server.db.selectFrom('activity').select('id').where('user_id', '=', image.owner.id).execute()
  expect(await rows()).toHaveLength(1)
  await server.del(`/api/links/${image.link._id}?forever=true`, undefined, { token })
  expect((await server.get('/api/activity', { token })).body.data).toEqual([])
  await waitForRemovals(server)
  expect(await rows()).toEqual([])

  const other = await build.anExpiredLink({ owner: image.owner })
  const ask = () => server.post(`/api/links/slug/${other.slug}/ask`, { name: 'Lena' }, { from: build.anAddress() })
  await ask()
  await server.services.activity.removeOld()
  expect(await rows()).toHaveLength(1)
  server.clock.advance(days(91))
  await server.services.activity.removeOld()
  expect(await rows()).toEqual([])
  await ask()
  expect(await rows()).toHaveLength(1)
  const again = await build.aSession(image.owner)
  await server.del('/api/auth/deleteaccount', { password: image.owner.password }, { token: again })
  await waitForRemovals(server)
  expect(await rows()).toEqual([])
})

test('users can change how often they get emails', async () => {
  const { token } = await build.aUser()
  const url = '/api/auth/notifications'
  const first = {
    comments: 'daily',
    choices: 'now',
    uploads: 'daily',
    requests: 'now',
    closing: 'daily',
    dailyAt: '08:00',
    timeZone: 'UTC',
  }
  expect((await server.get(url, { token })).body.data).toEqual(first)
  const changed = { ...first, comments: 'off', dailyAt: '18:00', timeZone: 'Asia/Tokyo' }
  expect(
    (await server.put(url, { comments: 'off', dailyAt: '18:00', timeZone: 'Asia/Tokyo' }, { token })).body.data,
  ).toEqual(changed)
  expect((await server.get(url, { token })).body.data).toEqual(changed)
  const wrong = await server.put(url, { comments: 'always', dailyAt: '09:30', timeZone: 'Mars' }, { token })
  expect(wrong.body.fields).toEqual({
    comments: 'Choose now, daily or off',
    dailyAt: 'Choose 08:00, 12:00 or 18:00',
    timeZone: 'Unknown time zone. Use a name such as Europe/Berlin.',
  })
})

test('only changed settings are stored, and they are deleted with the account', async () => {
  const owner = await build.aUser()
  const rows = () =>
    server.db.selectFrom('notification_preferences').select(['name', 'value']).where('user_id', '=', owner.id).execute()
  await server.put('/api/auth/notifications', {}, { token: owner.token })
  expect(await rows()).toEqual([])
  await server.put('/api/auth/notifications', { closing: 'off' }, { token: owner.token })
  expect(await rows()).toEqual([{ name: 'closing', value: 'off' }])
  await server.del('/api/auth/deleteaccount', { password: owner.password }, { token: owner.token })
  await waitForRemovals(server)
  expect(await rows()).toEqual([])
})

test('the unread count stops at 1,000, but all events can be marked as read', async () => {
  const link = await build.aLink()
  await createStrangers(server).events(link, 1450)
  const first = await activityOf(link.owner)
  expect([first.data.length, first.unread, first.nextCursor]).toEqual([30, 1000, expect.any(String)])
  const token = await build.aSession(link.owner)
  expect((await server.post('/api/activity/read', undefined, { token })).status).toBe(200)
  await vi.waitFor(async () => expect((await activityOf(link.owner)).unread).toBe(0))
})
