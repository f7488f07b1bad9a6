// @engine sqlite
import { expect, test } from 'vitest'
import { hours } from '#server/platform/clock.ts'
import { useServer } from '#test/support/use-server.ts'

// Test servers have no SMTP_URL, so emails are only written to the outbox folder.
const { server, build } = useServer({ confirmEmail: true })

const notSetUp = expect.stringContaining("mail isn't set up on this server")

test('no response claims that an email was sent', async () => {
  const owner = await build.aUser()
  await server.db.updateTable('users').set({ is_confirmed: 1 }).where('id', '=', owner.id).execute()
  const link = await build.aLink({ owner })
  const guest = { name: 'Anna', email: 'anna@example.com' }
  const invitation = await server.post(`/api/links/${link._id}/invitations`, guest, owner)
  const follow = { email: 'tom@example.com' }
  const message = { ...guest, subject: 'Hello', message: 'Are you there?' }
  const responses = [
    await server.post(`/api/invitations/${invitation.body.data._id}/send`, {}, owner),
    await server.post(`/api/links/slug/${link.slug}/follow`, follow, { from: build.anAddress() }),
    await server.post('/api/auth/forgotpassword', { email: owner.email }, { from: build.anAddress() }),
    await server.post('/api/contact', message, { from: build.anAddress() }),
    await server.post('/api/auth/confirmation', undefined, await build.aUser()),
  ]
  expect(responses.map(({ body }) => body.data.message)).toEqual(responses.map(() => notSetUp))
})

test('an export can be downloaded without an email', async () => {
  const owner = await build.aUser()
  const { body } = await server.post('/api/auth/export', undefined, owner)
  const { pathname } = new URL(body.data.url)
  expect((await server.get(pathname)).status).toBe(200)
  expect((await server.get('/api/auth/export', owner)).body.data.url).toBe(body.data.url)
})

test('an administrator gets a reset link to pass on, which works once within a day', async () => {
  const [admin, user] = [await build.aUser(), await build.aUser()]
  await server.db.updateTable('users').set({ is_admin: 1 }).where('id', '=', admin.id).execute()
  const { body } = await server.post(`/api/admin/users/${user.id}/reset`, undefined, admin)
  expect(body.data).toMatchObject({ message: notSetUp, url: expect.stringContaining('/reset-password/') })
  expect(Date.parse(body.data.expiresAt) - server.clock.now().getTime()).toBeGreaterThan(hours(23))
  const token = body.data.url.split('/').at(-1)
  const reset = () => server.put(`/api/auth/resetpassword/${token}`, { password: 'A new Passw0rd of mine!' })
  expect([(await reset()).status, (await reset()).status]).toEqual([200, 400])
})
