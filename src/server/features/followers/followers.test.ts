import { describe, expect, test } from 'vitest'
import { days } from '#server/platform/clock.ts'
import { addressIn, anEmail, createFollowers } from '#test/support/followers.ts'
import { createLinkAccess, withPass } from '#test/support/link-access.ts'
import { waitForRemovals } from '#test/support/removals.ts'
import { useServer } from '#test/support/use-server.ts'

const { server, build } = useServer({ defaultPlan: 'gold' })
const access = createLinkAccess(server)
const { aFollower, aPicture, change, countOf, follow, mailsTo, tomorrowMorning } = createFollowers(server)

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
