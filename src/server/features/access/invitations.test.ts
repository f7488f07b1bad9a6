import { describe, expect, test, vi } from 'vitest'
import { createLinkAccess, firefox, withPass } from '#test/support/link-access.ts'
import { allEmailsTo, readOutbox } from '#test/support/outbox.ts'
import { useServer } from '#test/support/use-server.ts'

const { server, build } = useServer({ defaultPlan: 'gold' })
const { invite, changeInvitation, revoke, enter } = createLinkAccess(server)

const day = 86_400_000
const inDays = (count: number) => new Date(server.clock.now().getTime() + count * day).toISOString()
const listOf = async (link: { _id: string; owner: { token: string } }) =>
  (await server.get(`/api/links/${link._id}/invitations`, { token: link.owner.token })).body.data

describe('an invitation', () => {
  test("inherits from the link any rights it doesn't set itself", async () => {
    const link = await build.aLink({ isPrivate: true })
    const made = await invite(link, { email: 'Anna@Example.org', rights: { comment: false } })
    expect(made).toEqual({
      _id: expect.any(String),
      name: 'Anna & Tom',
      email: 'anna@example.org',
      rights: { download: true, comment: false, choose: false, add: false },
      givenRights: { download: null, comment: false, choose: null, add: null },
      sections: null,
      expiresAt: null,
      url: expect.stringMatching(/^http:\/\/photos\.test\/i\/[\w-]{65}$/),
      createdAt: expect.any(String),
      revokedAt: null,
      visits: 0,
      views: 0,
      downloads: 0,
      lastSeenAt: null,
    })
    await server.put(`/api/links/${link._id}`, { allowDownloads: false }, { token: link.owner.token })
    expect((await listOf(link))[0].rights.download).toBe(false)
    await changeInvitation(link, made._id, { rights: { download: true } })
    expect(await listOf(link)).toMatchObject([{ url: made.url, rights: { download: true, comment: false } }])
  })

  test('is stored without the signature in its URL', async () => {
    const link = await build.aLink({ isPrivate: true })
    const { url } = await invite(link)
    const rows = JSON.stringify(await server.db.selectFrom('invitations').selectAll().execute())
    expect(rows).not.toContain(url.slice(-43))
  })

  test.each([
    [{ name: '' }, 'name'],
    [{ name: 'x'.repeat(101) }, 'name'],
    [{ email: 'nobody' }, 'email'],
    [{ expiresAt: '2020-01-01T00:00:00Z' }, 'expiresAt'],
    [{ rights: { download: 'yes' } }, 'rights'],
  ])('is rejected with %o', async (wrong, field) => {
    const link = await build.aLink()
    const { status, body } = await server.post(
      `/api/links/${link._id}/invitations`,
      { name: 'Anna', ...wrong },
      { token: link.owner.token },
    )
    expect([status, Object.keys(body.fields)]).toEqual([400, [field]])
  })

  test('is rejected once the link has 200, even with concurrent requests', async () => {
    const link = await build.aLink()
    const rows = Array.from({ length: 198 }, (_, n) => ({
      id: `filler-${link._id.slice(0, 8)}-${n}`,
      link_id: link._id,
      name: 'Filler',
      email: null,
      may_download: null,
      may_comment: null,
      may_choose: null,
      expires_at: null,
      revoked_at: null,
      visits: 0,
      views: 0,
      downloads: 0,
      last_seen_at: null,
      created_at: '2026-01-01T00:00:00.000Z',
    }))
    await server.db.insertInto('invitations').values(rows).execute()
    const made = await Promise.all(
      Array.from({ length: 6 }, () =>
        server.post(`/api/links/${link._id}/invitations`, { name: 'Anna' }, { token: link.owner.token }),
      ),
    )
    expect(made.map(({ status }) => status).sort()).toEqual([201, 201, 400, 400, 400, 400])
  })
})

describe('an invitation URL', () => {
  test('grants a pass and redirects, even to a private or password-protected gallery', async () => {
    for (const fields of [{ isPrivate: true }, { password: 'four words of ours' }, {}]) {
      const link = await build.aLink(fields)
      const { status, headers, pass } = await enter(await invite(link))
      expect([status, headers.location, headers['cache-control']]).toEqual([303, `/links/${link.slug}`, 'no-store'])
      expect((await server.get(`/api/links/slug/${link.slug}`, withPass(pass))).status).toBe(200)
    }
  })

  test('reuses the pass when opened again in the same browser', async () => {
    const link = await build.aLink({ isPrivate: true })
    const invitation = await invite(link)
    const { pass } = await enter(invitation)
    expect((await enter(invitation, { cookie: `framelight_pass=${pass}` })).pass).toBe(pass)
  })

  test('returns 403 when revoked, 410 when expired and 404 when forged or unknown', async () => {
    const link = await build.aLink({ title: 'Nobody reads this', isPrivate: true })
    const revoked = await invite(link)
    await revoke(link, revoked._id)
    const over = await invite(link, { expiresAt: inDays(1) })
    await server.db
      .updateTable('invitations')
      .set({ expires_at: '2020-01-01T00:00:00.000Z' })
      .where('id', '=', over._id)
      .execute()
    const forged = { url: revoked.url.replace(/.{3}$/, 'xyz') }
    for (const [invitation, status] of [
      [revoked, 403],
      [over, 410],
      [forged, 404],
      [{ url: 'http://photos.test/i/nothing' }, 404],
    ] as const) {
      const answer = await enter(invitation)
      expect([answer.status, answer.headers['set-cookie'], answer.headers['cache-control']]).toEqual([
        status,
        undefined,
        'no-store',
      ])
      expect(answer.body).toContain('<h1>')
      expect(answer.body).not.toContain('Nobody reads this')
    }
  })

  test("grants no pass to a bot's GET, a prefetch or a HEAD request, but grants one to a POST", async () => {
    const image = await build.anImage({ link: await build.aLink({ title: 'A Year <Outside>', isPrivate: true }) })
    const link = image.link as typeof image.link & { slug: string }
    const invitation = await invite(link)
    const path = new URL(invitation.url).pathname
    const robot = await enter(invitation, { 'user-agent': 'WhatsApp/2.23.20.0' })
    expect([robot.status, robot.headers['set-cookie']]).toEqual([200, undefined])
    expect(robot.body).toContain('<meta property="og:title" content="A Year &lt;Outside&gt;">')
    expect(robot.body).toContain('noindex')
    expect(robot.body).not.toMatch(/og:image|\/media\/|pass=/)
    const ahead = await enter(invitation, { 'sec-purpose': 'prefetch;prerender' })
    expect([ahead.status, ahead.headers['set-cookie']]).toEqual([204, undefined])
    const head = await server.app.inject({ method: 'HEAD', url: path, headers: { 'user-agent': firefox } })
    expect([head.statusCode, head.headers['set-cookie']]).toEqual([303, undefined])
    expect((await listOf(link))[0]).toMatchObject({ visits: 0, lastSeenAt: null })

    const person = await server.call('POST', path, {
      body: '',
      headers: { 'user-agent': 'WhatsApp/2.23.20.0', 'content-type': 'application/x-www-form-urlencoded' },
    })
    expect([person.status, person.headers.location]).toEqual([303, `/links/${link.slug}`])
    expect(person.headers['set-cookie']).toContain('framelight_pass=i')
  })
})

test('visits, views and downloads are counted per invitation', async () => {
  const image = await build.anImage({ link: await build.aLink({ isPrivate: true }) })
  const link = image.link as typeof image.link & { slug: string }
  const invitation = await invite(link)
  const { pass } = await enter(invitation)
  const as = { headers: { ...withPass(pass).headers, 'user-agent': firefox }, from: build.anAddress() }
  await server.post(`/api/links/slug/${link.slug}/visit`, {}, as)
  await server.post(`/api/images/${image._id}/view`, undefined, as)
  await server.get(`/api/links/slug/${link.slug}/download`, as)
  expect(await listOf(link)).toMatchObject([{ visits: 1, views: 1, downloads: 1, lastSeenAt: expect.any(String) }])
  const { body } = await server.get(`/api/links/${link._id}/analytics`, { token: link.owner.token })
  expect(body.data.totals).toMatchObject({ visits: 1, imageViews: 1, downloads: 1 })
  expect(body.data.invitations).toEqual([
    { _id: invitation._id, name: 'Anna & Tom', linkTitle: expect.any(String), visits: 1, imageViews: 1, downloads: 1 },
  ])
})

describe('sending an invitation', () => {
  const send = (link: { owner: { token: string } }, id: string, message = 'Take your time.') =>
    server.post(`/api/invitations/${id}/send`, { message }, { token: link.owner.token })

  const mailTo = (email: string) =>
    vi.waitFor(() => {
      const mail = readOutbox(server).find((text) => text.includes(`To: ${email}`))
      if (!mail) throw new Error('No mail yet')
      return mail.replaceAll('=3D', '=')
    })

  test("emails the URL with the owner's message and a cover image", async () => {
    const image = await build.anImage({ link: await build.aLink({ title: 'A Year Outside', isPrivate: true }) })
    const link = image.link as typeof image.link & { slug: string }
    const invitation = await invite(link, { email: 'anna@example.org' })
    expect((await send(link, invitation._id)).status).toBe(200)
    const mail = await mailTo('anna@example.org')
    expect(mail).toContain(invitation.url)
    expect(mail).toContain('Take your time.')
    expect(mail).toContain('text/html')
    const cover = `${new URL(invitation.url).pathname}/cover.jpg`
    expect(mail).toContain(cover)
    const picture = await server.get(cover)
    expect([picture.status, picture.headers['content-type']]).toEqual([200, 'image/jpeg'])
    await revoke(link, invitation._id)
    expect((await server.get(cover)).status).toBe(403)
  })

  test('requires an email address and is limited to ten per link', async () => {
    const link = await build.aLink()
    const without = await invite(link)
    expect((await send(link, without._id)).body.fields).toHaveProperty('email')
    const statuses: number[] = []
    for (let n = 0; n < 11; n++) {
      const { _id } = await invite(link, { email: `guest-${n}@example.org` })
      statuses.push((await send(link, _id)).status)
    }
    expect(statuses).toEqual([...Array(10).fill(200), 429])
  })

  test("keeps the title out of the subject and other sites' URLs out of the email", async () => {
    const owner = await build.aUser({ name: 'Your Bank Security www.evil.example' })
    const title = 'URGENT: verify your account at http://evil.example/login'
    const link = await build.aLink({ owner, title })
    const { _id } = await invite(link, { email: 'customer@example.org', name: 'evil.example/you' })
    await send(link, _id, 'Log in at HTTPS://evil.example/now, or evil.example/too')
    const mail = await mailTo('customer@example.org')
    expect(mail).toMatch(/^Subject: Your Bank Security shared photos with you on Framelight\r$/m)
    expect(mail).not.toContain('evil.example')
  })

  test('requires an active owner with a confirmed email address', async () => {
    const link = await build.aLink()
    const { _id } = await invite(link, { email: 'third@example.org' })
    const payload = JSON.stringify({ invitationId: _id, message: '' })
    const now = server.clock.now().toISOString()
    const change = (to: object) => server.db.updateTable('users').set(to).where('id', '=', link.owner.id).execute()
    const task = (id: string) =>
      server.db
        .insertInto('tasks')
        .values({ id, kind: 'invitation-mail', payload, attempts: 0, run_at: now, created_at: now })
        .execute()

    await change({ is_confirmed: 0 })
    const { status, body } = await send(link, _id)
    expect([status, body.code]).toEqual([403, 'EMAIL_UNCONFIRMED'])
    await task('of somebody unconfirmed')
    expect(await allEmailsTo(server, /^third@/)).toEqual([])
    await change({ is_confirmed: 1, disabled_at: now })
    await task('of somebody disabled')
    expect(await allEmailsTo(server, /^third@/)).toEqual([])
    await change({ disabled_at: null })
    await task('of an owner in good standing')
    expect(await allEmailsTo(server, /^third@/)).toHaveLength(1)
  })

  test("is limited to 10 on an account's first day, then 50 a day", async () => {
    const owner = await build.aUser()
    const from = build.anAddress()
    const sendMany = async (count: number) => {
      const token = await build.aSession(owner)
      let sent = 0
      for (let n = 0; n < count; n += 10) {
        const link = await build.aLink({ owner: { ...owner, token } })
        for (let guest = 0; guest < 10; guest++) {
          const { _id } = await invite(link, { email: `${link._id}-${guest}@example.org` })
          const { status } = await server.post(`/api/invitations/${_id}/send`, {}, { token, from })
          if (status === 200) sent++
        }
      }
      return sent
    }
    expect(await sendMany(20)).toBe(10)
    server.clock.advance(day)
    expect(await sendMany(60)).toBe(50)
  })

  test('is limited to 100 a day per network across all accounts', async () => {
    const from = build.anAddress()
    const statuses: number[] = []
    for (let account = 0; account < 11; account++) {
      const link = await build.aLink()
      for (let guest = 0; guest < 10; guest++) {
        const { _id } = await invite(link, { email: `${link._id}-${guest}@example.org` })
        const { status } = await server.post(`/api/invitations/${_id}/send`, {}, { token: link.owner.token, from })
        statuses.push(status)
      }
    }
    expect(statuses).toEqual([...Array(100).fill(200), ...Array(10).fill(429)])
  })
})
