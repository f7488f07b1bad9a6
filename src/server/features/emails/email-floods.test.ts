// @engine sqlite
import { expect, test } from 'vitest'
import { days, hours } from '#server/platform/clock.ts'
import { createBuilders } from '#test/support/builders.ts'
import { createLinkAccess } from '#test/support/link-access.ts'
import { allEmailsTo } from '#test/support/outbox.ts'
import { createOwnServer } from '#test/support/server.ts'

const victim = 'victim@example.org'
const password = 'secret-1'

/** Repeatedly triggers emails to an address that never asked for any, from many accounts and networks. */
async function flood(server: Awaited<ReturnType<typeof createOwnServer>>, { isFollowed }: { isFollowed: boolean }) {
  const build = createBuilders(server)
  const { invite } = createLinkAccess(server)
  const confirm = () => server.db.updateTable('users').set({ is_confirmed: 1 }).where('email', '<>', victim).execute()
  const writings = Array.from({ length: 6 }, (_, n) => (n === 0 ? victim : `Victim+${n}@Example.org`))
  const administrator = await build.aUser()
  await confirm()

  const owners = await Promise.all(Array.from({ length: 4 }, () => build.aUser()))
  await confirm()
  const links = await Promise.all(owners.map((owner) => build.aLink({ owner })))
  for (const link of links) {
    for (const email of writings) {
      const { _id } = await invite(link, { email })
      const from = build.anAddress()
      await Promise.all(
        Array.from({ length: 3 }, () =>
          server.post(`/api/invitations/${_id}/send`, { message: 'Hello' }, { token: link.owner.token, from }),
        ),
      )
      if (isFollowed) await server.post(`/api/links/slug/${link.slug}/follow`, { email }, { from: build.anAddress() })
    }
  }
  for (const email of writings) {
    await server.services.registrationInvitations.create(administrator.email, email).catch(() => undefined)
    const message = { name: 'Victim', email, subject: 'Prints', message: 'How much are they?' }
    await server.post('/api/contact', message, { from: build.anAddress() })
  }
  for (let n = 0; n < 4; n++) {
    const from = build.anAddress()
    const body = { name: 'Not theirs', email: victim, password }
    const { token } = (await server.post('/api/auth/register', body, { from })).body
    for (let again = 0; again < 3; again++) {
      await server.post('/api/auth/confirmation', undefined, { token, from })
      await server.post('/api/auth/forgotpassword', { email: victim }, { from: build.anAddress() })
      await server.post('/api/auth/export', undefined, { token, from })
    }
    await server.put('/api/auth/notifications', { closing: 'now' }, { token })
    const expiresAt = new Date(server.clock.now().getTime() + days(2)).toISOString()
    await server.post('/api/links', { title: 'BUY NOW', expiresAt }, { token })
    await server.services.activity.noteClosing()
    await server.services.runDueTasks()
    await server.del('/api/auth/deleteaccount', { password }, { token })
  }
}

const subjects = (emails: string[]) => emails.map((email) => /^Subject: (.*)/m.exec(email)?.[1])

test('an address that never requested email gets at most three a day', async () => {
  const server = await createOwnServer({ confirmEmail: true, defaultPlan: 'gold' })
  await flood(server, { isFollowed: true })
  expect(subjects(await allEmailsTo(server, /victim/i))).toHaveLength(3)

  server.clock.advance(days(1) - hours(1))
  await flood(server, { isFollowed: true })
  expect(subjects(await allEmailsTo(server, /victim/i))).toHaveLength(3)

  server.clock.advance(hours(1))
  await flood(server, { isFollowed: true })
  expect(subjects(await allEmailsTo(server, /victim/i))).toHaveLength(6)
}, 120_000)

test('registering and deleting an account twelve times sends only three emails', async () => {
  const server = await createOwnServer({ confirmEmail: true })
  await createBuilders(server).aUser()
  for (let n = 0; n < 12; n++) {
    const { body } = await server.post('/api/auth/register', { name: 'Anna', email: victim, password })
    await allEmailsTo(server, /victim/)
    expect((await server.del('/api/auth/deleteaccount', { password }, { token: body.token })).status).toBe(200)
  }
  expect(await allEmailsTo(server, /victim/)).toHaveLength(3)
})

test('emails to an account are limited per inbox even without email confirmation', async () => {
  const server = await createOwnServer({ confirmEmail: false })
  await createBuilders(server).aUser()
  for (let n = 0; n < 12; n++) {
    const from = `10.9.${n}.1`
    const { token } = (await server.post('/api/auth/register', { name: 'Anna', email: victim, password }, { from }))
      .body
    for (let again = 0; again < 3; again++) {
      await server.post('/api/auth/forgotpassword', { email: victim }, { from: `10.8.${n}.${again}` })
      await server.post('/api/auth/export', undefined, { token, from })
    }
    await allEmailsTo(server, /victim/)
    await server.del('/api/auth/deleteaccount', { password }, { token })
  }
  const found = subjects(await allEmailsTo(server, /victim/))
  expect(found.filter((subject) => subject === 'Reset your password').length).toBeLessThanOrEqual(6)
  expect(found.filter((subject) => subject === 'Your data is ready').length).toBeLessThanOrEqual(5)
})
