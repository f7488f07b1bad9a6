import { describe, expect, test, vi } from 'vitest'
import { days, hours } from '#server/platform/clock.ts'
import { createGuestUploads } from '#test/support/guest-uploads.ts'
import { createLinkAccess, withPass } from '#test/support/link-access.ts'
import { readOutbox } from '#test/support/outbox.ts'
import { waitForRemovals } from '#test/support/removals.ts'
import { useServer } from '#test/support/use-server.ts'

const { server, build } = useServer({ defaultPlan: 'gold' })
const access = createLinkAccess(server)
let counter = 0

type Followed = Awaited<ReturnType<typeof build.aLink>>

const anEmail = () => `anna${++counter}@example.org`

const follow = (slug: string, email: string, given: { from?: string; headers?: Record<string, string> } = {}) =>
  server.post(`/api/links/slug/${slug}/follow`, { email }, { from: build.anAddress(), ...given })

/** Waits until all queued emails are sent. */
async function mailsTo(email: string) {
  const tasks = () => server.db.selectFrom('tasks').select('id').execute()
  await vi.waitFor(async () => expect(await tasks()).toEqual([]))
  const mails = await readOutbox(server)
  return mails.filter((mail) => mail.includes(`To: ${email}`)).map((mail) => mail.replaceAll('=3D', '='))
}

const addressIn = (mail = '') => /http:\/\/photos\.test(\/follow\/[\w-]+)/.exec(mail)?.[1] ?? 'no address in the mail'

/** Creates a confirmed follower. `path` is from the URL in their emails. */
async function aFollower(link: { slug: string }, given: { headers?: Record<string, string> } = {}) {
  const email = anEmail()
  await follow(link.slug, email, given)
  const [mail] = await mailsTo(email)
  const path = addressIn(mail)
  await server.post(path)
  return { email, path }
}

/** Advances the clock until tomorrow's digests are due, and queues them. */
async function tomorrowMorning() {
  const next = new Date(server.clock.now().getTime() + days(1))
  next.setUTCHours(8, 0, 30, 0)
  server.clock.advance(next.getTime() - server.clock.now().getTime())
  await server.services.followers.sendDigests()
}

/** Logs the owner in again, because sessions expire when the clock advances. */
const signedIn = async (link: Followed) => ({
  ...link,
  owner: { ...link.owner, token: await build.aSession(link.owner) },
})

const aPicture = async (link: Followed, title = 'The jetty') =>
  build.anImage({ link: await signedIn(link), fields: { title } })

async function countOf(link: Followed) {
  const { owner } = await signedIn(link)
  return (await server.get(`/api/links/${link._id}/followers`, { token: owner.token })).body.data.count
}

async function change(link: Followed, to: object) {
  const { owner } = await signedIn(link)
  expect((await server.put(`/api/links/${link._id}`, to, { token: owner.token })).status).toBe(200)
}

describe('a request to follow', () => {
  test('takes effect only after confirmation on the page linked in the email', async () => {
    const link = await build.aLink({ title: 'A Year Outside' })
    const email = anEmail()
    expect((await follow(link.slug, ` ${email.toUpperCase()} `)).status).toBe(202)
    const [mail = ''] = await mailsTo(email)
    expect(mail).not.toContain('A Year Outside')
    const path = addressIn(mail)

    const opened = await server.get(`/api${path}`)
    expect(opened.body.data).toEqual({
      isConfirmed: false,
      email,
      link: { slug: link.slug, title: 'A Year Outside', coverUrl: null },
    })
    await server.get(`/api${path}`)
    expect(await countOf(link)).toBe(0)

    expect((await server.post(path)).body.data.isConfirmed).toBe(true)
    expect((await server.post(path)).status).toBe(200)
    expect(await countOf(link)).toBe(1)
  })

  test('requires a valid email address', async () => {
    const link = await build.aLink()
    expect((await follow(link.slug, 'anna@example')).body.fields).toEqual({ email: 'Email is invalid' })
  })

  test('is silently ignored after three emails to an address in a day', async () => {
    const email = anEmail()
    const answers = []
    for (let n = 0; n < 5; n++) answers.push(await follow((await build.aLink()).slug, email))
    expect(new Set(answers.map(({ status, body }) => `${status} ${JSON.stringify(body)}`)).size).toBe(1)
    expect(answers[0]?.status).toBe(202)
    expect(await mailsTo(email)).toHaveLength(3)
  })

  test('is silently ignored after twenty requests from a network in an hour', async () => {
    const link = await build.aLink()
    const from = build.anAddress()
    const emails = Array.from({ length: 22 }, anEmail)
    for (const email of emails) expect((await follow(link.slug, email, { from })).status).toBe(202)
    const asked = await server.db.selectFrom('followers').select('email').where('link_id', '=', link._id).execute()
    expect(asked).toHaveLength(20)
    expect(await mailsTo(emails[21] ?? '')).toEqual([])

    const other = anEmail()
    await follow(link.slug, other)
    expect(await mailsTo(other)).toHaveLength(1)
  })

  test('expires after a week without confirmation', async () => {
    const link = await build.aLink()
    const email = anEmail()
    await follow(link.slug, email)
    const path = addressIn((await mailsTo(email))[0])
    server.clock.advance(days(7))
    expect((await server.post(path)).status).toBe(404)
    await server.services.followers.removeUnconfirmed()
    expect(await server.db.selectFrom('followers').select('id').where('email', '=', email).execute()).toEqual([])
  })

  test('returns 404 if its URL is altered', async () => {
    const { path } = await aFollower(await build.aLink())
    const forged = path.slice(0, -4) + (path.endsWith('AAAA') ? 'BBBB' : 'AAAA')
    expect((await server.get(`/api${forged}`)).status).toBe(404)
    expect((await server.post(forged)).status).toBe(404)
    expect((await server.post(`${forged}/leave`)).status).toBe(404)
    expect((await server.get(`/api${path}`)).status).toBe(200)
  })
})

describe('new images', () => {
  test('are announced in one email a day, with List-Unsubscribe headers', async () => {
    const link = await build.aLink({ title: 'A Year Outside' })
    await aPicture(link, 'There before')
    const { email, path } = await aFollower(link)
    await tomorrowMorning()
    expect(await mailsTo(email)).toHaveLength(1)

    for (const title of ['The jetty', 'Two', 'Three', 'Four']) await aPicture(link, title)
    await server.services.followers.sendDigests()
    expect(await mailsTo(email)).toHaveLength(1)
    await tomorrowMorning()
    await server.services.followers.sendDigests()
    const [, mail = '', ...others] = await mailsTo(email)
    expect(others).toEqual([])
    expect(mail).toContain('Subject: 4 new photos in A Year Outside')
    expect(mail).toContain('alt="The jetty"')
    expect(mail.match(/<img/g)).toHaveLength(3)
    expect(mail).not.toContain('There before')
    const head = mail.split('\r\n\r\n')[0]?.replaceAll('\r\n ', ' ')
    expect(head).toContain(`List-Unsubscribe: <http://photos.test${path}/leave>`)
    expect(head).toContain('List-Unsubscribe-Post: List-Unsubscribe=One-Click')

    await tomorrowMorning()
    expect(await mailsTo(email)).toHaveLength(2)
  })

  test('are embedded with URLs that stop working when the gallery becomes private', async () => {
    const link = await build.aLink()
    const { email } = await aFollower(link)
    await aPicture(link)
    await tomorrowMorning()
    const [, mail = ''] = await mailsTo(email)
    const picture = /src="http:\/\/photos\.test(\/media\/[^"]+)"/.exec(mail)?.[1] ?? ''
    expect((await server.get(picture)).status).toBe(200)
    await change(link, { isPrivate: true })
    expect((await server.get(picture)).status).toBe(403)
  })

  test('are announced but not shown if the gallery requires a password or an invitation', async () => {
    const locked = await build.aLink({ password: 'four words of ours' })
    const hidden = await build.aLink({ isPrivate: true })
    const { pass } = (await access.unlock(locked, 'four words of ours')).body.data
    const invited = await access.enter(await access.invite(hidden))
    const one = await aFollower(locked, withPass(pass))
    const other = await aFollower(hidden, withPass(invited.pass))
    await aPicture(locked)
    await aPicture(hidden)
    await tomorrowMorning()
    for (const { email, path } of [one, other]) {
      const [, mail = ''] = await mailsTo(email)
      expect(mail).toContain('1 new photo in')
      expect(mail).not.toContain('<img')
      expect(mail).not.toContain('/media/')
      expect((await server.get(`/api${path}`)).body.data.link.coverUrl).toBeNull()
    }
  })

  test.each([
    ['made private', (link: Followed) => change(link, { isPrivate: true })],
    ['given a password', (link: Followed) => change(link, { password: 'four words of ours' })],
    ['left to expire', (link: Followed) => expire(link)],
  ])("aren't announced to followers of a gallery that was %s", async (_, close) => {
    const link = await build.aLink({ title: 'Nobody else may read this' })
    const { email, path } = await aFollower(link)
    await aPicture(link)
    await close(link)
    await tomorrowMorning()
    expect(await mailsTo(email)).toHaveLength(1)
    const shown = await server.get(`/api${path}`)
    expect(shown.body.data.link).toBeNull()
    expect(JSON.stringify(shown.body)).not.toContain('Nobody else')
  })

  test('counts only the photos in the sections that the follower can see', async () => {
    const link = await build.aLink({ isPrivate: true })
    const aSection = async (title: string): Promise<string> => {
      const { owner } = await signedIn(link)
      return (await server.post(`/api/links/${link._id}/sections`, { title }, { token: owner.token })).body.data._id
    }
    const [coast, south] = [await aSection('Coast'), await aSection('South')]
    const { pass } = await access.enter(await access.invite(link, { sections: [coast] }))
    const { email } = await aFollower(link, withPass(pass))
    const addIn = async (sectionId: string) => build.anImage({ link: await signedIn(link), fields: { sectionId } })
    await addIn(south)
    await tomorrowMorning()
    expect(await mailsTo(email)).toHaveLength(1)
    for (const sectionId of [south, coast]) await addIn(sectionId)
    await tomorrowMorning()
    expect((await mailsTo(email)).at(-1)).toContain('1 new photo in')
  })

  test("aren't announced after the follower's invitation is revoked", async () => {
    const link = await build.aLink({ isPrivate: true })
    const invitation = await access.invite(link)
    const { email } = await aFollower(link, withPass((await access.enter(invitation)).pass))
    await aPicture(link)
    await access.revoke(link, invitation._id)
    await tomorrowMorning()
    expect(await mailsTo(email)).toHaveLength(1)
  })

  test("aren't announced if they've been deleted", async () => {
    const link = await build.aLink()
    const { email } = await aFollower(link)
    const image = await aPicture(link)
    await server.del(`/api/images/${image._id}?forever=true`, undefined, { token: link.owner.token })
    await tomorrowMorning()
    expect(await mailsTo(email)).toHaveLength(1)
  })
})

const expire = (link: Followed) =>
  server.db
    .updateTable('links')
    .set({ expires_at: new Date(server.clock.now().getTime() + hours(1)).toISOString() })
    .where('id', '=', link._id)
    .execute()

describe("a follower's access", () => {
  const asked = async (path: string) => (await server.get(`/api${path}`)).body.data

  test("isn't changed by someone else's request with the same email address", async () => {
    const link = await build.aLink({ isPrivate: true })
    const { email, path } = await aFollower(link, withPass((await access.enter(await access.invite(link))).pass))
    const attacker = await access.invite(link)
    await follow(link.slug, email, withPass((await access.enter(attacker)).pass))
    await access.revoke(link, attacker._id)
    expect(await asked(path)).toMatchObject({ isConfirmed: true, link: { slug: link.slug } })
    await server.post(path)
    expect(await asked(path)).toMatchObject({ isConfirmed: true, link: { slug: link.slug } })
    await aPicture(link)
    await tomorrowMorning()
    expect(await mailsTo(email)).toHaveLength(3)
  })

  test('is renewed when they confirm a new request', async () => {
    const link = await build.aLink({ password: 'four words of ours' })
    const passFor = async (password: string) => withPass((await access.unlock(link, password)).body.data.pass)
    const { email, path } = await aFollower(link, await passFor('four words of ours'))
    await change(link, { password: 'other words of ours' })
    expect(await asked(path)).toMatchObject({ isConfirmed: true, link: null })
    await follow(link.slug, email, await passFor('other words of ours'))
    expect(await asked(path)).toMatchObject({ isConfirmed: false, link: { slug: link.slug } })
    await aPicture(link)
    await tomorrowMorning()
    expect(await mailsTo(email)).toHaveLength(2)
    expect((await server.post(path)).body.data).toMatchObject({ isConfirmed: true, link: { slug: link.slug } })
    await aPicture(link)
    await tomorrowMorning()
    expect(await mailsTo(email)).toHaveLength(3)
  })
})

describe('unsubscribing', () => {
  test.each([
    ['a form', 'application/x-www-form-urlencoded', 'List-Unsubscribe=One-Click'],
    [
      'a multipart form',
      'multipart/form-data; boundary=b',
      '--b\r\nContent-Disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--b--\r\n',
    ],
  ])('with one click in an email client that sends %s deletes the address', async (_, type, body) => {
    const link = await build.aLink()
    const { email, path } = await aFollower(link)
    const headers = { 'content-type': type, 'sec-fetch-site': 'cross-site', origin: 'https://mail.example' }
    expect((await server.post(`${path}/leave`, body, { headers })).status).toBe(200)
    expect(await server.db.selectFrom('followers').selectAll().where('email', '=', email).execute()).toEqual([])
    expect(await countOf(link)).toBe(0)
    expect((await server.post(`${path}/leave`, body, { headers })).status).toBe(200)
    expect((await server.get(`/api${path}`)).status).toBe(404)
    await aPicture(link)
    await tomorrowMorning()
    expect(await mailsTo(email)).toHaveLength(1)
  })

  test('requires more than opening the URL', async () => {
    const link = await build.aLink()
    const { path } = await aFollower(link)
    await server.get(`${path}/leave`)
    await server.get(path)
    expect(await countOf(link)).toBe(1)
  })

  test("happens automatically when the gallery or its owner's account is deleted", async () => {
    const [link, other] = [await build.aLink(), await build.aLink()]
    await aFollower(link)
    await aFollower(other)
    await server.del(`/api/links/${link._id}?forever=true`, undefined, { token: link.owner.token })
    const password = { password: other.owner.password }
    expect((await server.del('/api/auth/deleteaccount', password, { token: other.owner.token })).status).toBe(200)
    await waitForRemovals(server)
    const left = server.db.selectFrom('followers').select('id').where('link_id', 'in', [link._id, other._id])
    expect(await left.execute()).toEqual([])
  })
})

test("followers hear of guests' images when they're approved, and of none before the reveal", async () => {
  const { aCollectingLink, aGuest } = createGuestUploads(server)
  const link = await aCollectingLink({ owner: await build.aUser() })
  const { email } = await aFollower(link)
  const { image } = await aGuest(link)
  await tomorrowMorning()
  expect(await mailsTo(email)).toHaveLength(1)
  const approve = async () => {
    const { owner } = await signedIn(link)
    const body = { until: server.clock.now().toISOString() }
    return server.post(`/api/links/${link._id}/guest-uploads/approve`, body, { token: owner.token })
  }
  await approve()
  await tomorrowMorning()
  const [, news = ''] = await mailsTo(email)
  expect(news).toContain(image._id)

  await change(link, { visitorsSee: 'own' })
  const { image: later } = await aGuest(link)
  await approve()
  await tomorrowMorning()
  await tomorrowMorning()
  expect(await mailsTo(email)).toHaveLength(2)
  await change(link, { visitorsSee: 'all' })
  await tomorrowMorning()
  const [, , last = ''] = await mailsTo(email)
  expect(last).toContain(later._id)
  expect(last).not.toContain(image._id)
})
