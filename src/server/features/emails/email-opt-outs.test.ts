import { describe, expect, test } from 'vitest'
import { createLinkAccess } from '#test/support/link-access.ts'
import { allEmailsTo } from '#test/support/outbox.ts'
import { useServer } from '#test/support/use-server.ts'

const { server, build } = useServer()
const { invite } = createLinkAccess(server)

const form = { headers: { 'content-type': 'application/x-www-form-urlencoded' }, body: 'List-Unsubscribe=One-Click' }

async function inviteAndSend(email: string) {
  const link = await build.aLink()
  const { _id } = await invite(link, { email })
  const { status, body } = await server.post(`/api/invitations/${_id}/send`, {}, { token: link.owner.token })
  return { status, body, emails: await allEmailsTo(server, new RegExp(`^${email}$`)) }
}

const stopPathIn = (email = '') => /http:\/\/photos\.test(\/emails\/stop\/[\w-]+)/.exec(email)?.[1] ?? 'no link'

describe('the opt-out link', () => {
  test('works without an account, shows the current state and can be undone', async () => {
    const { emails } = await inviteAndSend('anna@example.org')
    const path = stopPathIn(emails[0])
    expect(emails[0]).toContain(`List-Unsubscribe:\r\n <http://photos.test${path}>`)
    expect(emails[0]).toContain('List-Unsubscribe-Post: List-Unsubscribe=One-Click')

    // Email scanners open every link, so opening this one must not change anything.
    for (let n = 0; n < 2; n++) {
      const page = await server.get(path)
      expect([page.status, page.headers['cache-control']]).toEqual([200, 'no-store'])
      expect(page.body).toContain(`<form method="post" action="${path}"><button>Stop emails</button>`)
      expect(page.body).not.toContain('<script')
      expect(page.body).not.toContain('anna@')
    }

    const oneClick = {
      ...form,
      headers: { ...form.headers, origin: 'https://mail.example', 'sec-fetch-site': 'cross-site' },
    }
    const stopped = await server.call('POST', path, oneClick)
    expect([stopped.status, stopped.body]).toEqual([200, expect.stringContaining('Emails are off')])
    expect((await server.get(path)).body).toContain('Resume emails')
    const refused = await inviteAndSend('anna@example.org')
    expect([refused.status, refused.body.code, refused.emails.length]).toEqual([429, 'RATE_LIMITED', 1])

    const started = await server.call('POST', path.replace('/stop/', '/start/'), form)
    expect(started.body).toContain('Emails are on')
    expect((await inviteAndSend('anna@example.org')).emails).toHaveLength(2)
  })

  test('applies to another spelling of its address, but not to another address', async () => {
    const path = stopPathIn((await inviteAndSend('tom@example.org')).emails[0])
    await server.call('POST', path, form)
    expect((await inviteAndSend('tom+photos@example.org')).status).toBe(429)
    expect((await inviteAndSend('tim@example.org')).status).toBe(200)
  })

  test('stops emails that were already queued', async () => {
    const link = await build.aLink()
    const { _id } = await invite(link, { email: 'late@example.org' })
    const path = new URL(server.services.emailOptOuts.urlFor('late@example.org')).pathname
    await server.call('POST', path, form)
    const payload = JSON.stringify({ invitationId: _id, message: '' })
    const now = server.clock.now().toISOString()
    await server.db
      .insertInto('tasks')
      .values({ id: 'late', kind: 'invitation-mail', payload, attempts: 0, run_at: now, created_at: now })
      .execute()
    expect(await allEmailsTo(server, /^late@/)).toEqual([])
  })

  test("doesn't stop password resets", async () => {
    const { email } = await build.aUser()
    await server.call('POST', new URL(server.services.emailOptOuts.urlFor(email)).pathname, form)
    await server.post('/api/auth/forgotpassword', { email }, { from: build.anAddress() })
    expect(await allEmailsTo(server, new RegExp(`^${email}$`))).toHaveLength(1)
  })

  test("returns 404 if it's altered", async () => {
    const path = new URL(server.services.emailOptOuts.urlFor('ida@example.org')).pathname
    const other = new URL(server.services.emailOptOuts.urlFor('eve@example.org')).pathname
    const mixed = other.slice(0, '/emails/stop/'.length + 43) + path.slice(-43)
    for (const wrong of [`${path}x`, path.slice(0, -1), mixed, '/emails/stop/x']) {
      const answers = [await server.get(wrong), await server.call('POST', wrong, form)]
      expect(answers.map(({ status }) => status)).toEqual([404, 404])
      expect(answers[0]?.body).toContain('This link doesn&#39;t work')
    }
    expect((await inviteAndSend('eve@example.org')).status).toBe(200)
  })

  test("doesn't store the email address", async () => {
    await server.call('POST', new URL(server.services.emailOptOuts.urlFor('secret@example.org')).pathname, form)
    const rows = await server.db.selectFrom('email_stops').selectAll().execute()
    expect(rows.length).toBeGreaterThan(0)
    expect(JSON.stringify(rows)).not.toContain('secret')
  })

  test("can't be undone by a form on another site", async () => {
    const path = new URL(server.services.emailOptOuts.urlFor('anna@example.org')).pathname.replace('/stop/', '/start/')
    const from = {
      ...form,
      headers: { ...form.headers, origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' },
    }
    expect((await server.call('POST', path, from)).status).toBe(403)
  })
})
