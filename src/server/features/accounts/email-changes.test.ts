import { describe, expect, test } from 'vitest'
import { hours, minutes } from '#server/platform/clock.ts'
import { inEmailTo, subjectsTo } from '#test/support/outbox.ts'
import { useServer } from '#test/support/use-server.ts'

const { server, build } = useServer()

let count = 0
const anEmail = () => `new-address-${++count}@example.com`
const request = (token: string, email: string) => server.post('/api/auth/email', { email }, { token })
const confirm = (token: string) => server.post(`/api/auth/email/confirm/${token}`)
const pendingOf = async (token: string) => (await server.get('/api/auth/sign-in', { token })).body.data.pendingEmail
const logIn = (email: string, password: string) =>
  server.post('/api/auth/login', { email, password }, { from: build.anAddress() })

async function tokenFor(email: string) {
  return await inEmailTo(server, email, /confirm-new-email\/([\w-]+)/)
}

describe('asking for a new email address', () => {
  test('returns 202, sends an email to both addresses and changes nothing yet', async () => {
    const user = await build.aUser()
    const email = anEmail()
    const { status } = await request(user.token, ` ${email.toUpperCase()} `)
    expect(status).toBe(202)
    expect(await pendingOf(user.token)).toBe(email)
    expect(await subjectsTo(server, email)).toEqual(['Confirm your new email address'])
    expect(await subjectsTo(server, user.email)).toEqual(['Someone asked to change your email address'])
    expect((await server.get('/api/auth/me', { token: user.token })).body.data.email).toBe(user.email)
  })

  test("doesn't reveal that another account has the address, but tells its owner", async () => {
    const [user, other] = [await build.aUser(), await build.aUser()]
    const [taken, free] = [await request(user.token, other.email), await request(user.token, anEmail())]
    expect(taken.status).toBe(202)
    expect(Object.keys(taken.body.data)).toEqual(Object.keys(free.body.data))
    await request(user.token, other.email)
    expect(await pendingOf(user.token)).toBe(other.email)
    expect(new Set(await subjectsTo(server, other.email))).toEqual(new Set(['Someone tried to use your email address']))
  })

  test('your own address, or none, is an error in that field', async () => {
    const { token, email } = await build.aUser()
    expect((await request(token, email.toUpperCase())).body.fields).toEqual({
      email: 'This is already your email address',
    })
    expect((await request(token, 'nowhere')).body.fields).toEqual({ email: 'Email is invalid' })
  })

  test('can be canceled, which makes the email worthless', async () => {
    const { token } = await build.aUser()
    const email = anEmail()
    await request(token, email)
    const change = await tokenFor(email)
    expect((await server.del('/api/auth/email', undefined, { token })).status).toBe(200)
    expect(await pendingOf(token)).toBeNull()
    expect((await confirm(change)).status).toBe(400)
  })

  test('needs a recent session and works five times an hour', async () => {
    const { token, password } = await build.aUser()
    server.clock.advance(minutes(11))
    expect((await request(token, anEmail())).body.code).toBe('REAUTHENTICATION_REQUIRED')
    await server.post('/api/auth/reauthenticate', { password }, { token })
    for (let n = 0; n < 5; n++) expect((await request(token, anEmail())).status).toBe(202)
    expect((await request(token, anEmail())).status).toBe(429)
  })
})

describe('confirming a new email address', () => {
  test('changes it once, ends all sessions and resets, and tells the old address', async () => {
    const user = await build.aUser()
    const email = anEmail()
    await server.db.updateTable('users').set({ is_confirmed: 0 }).where('id', '=', user.id).execute()
    await request(user.token, email)
    const token = await tokenFor(email)
    await server.post('/api/auth/forgotpassword', { email: user.email })
    await subjectsTo(server, user.email)

    expect((await confirm(token)).status).toBe(200)
    expect((await server.get('/api/auth/me', { token: user.token })).status).toBe(401)
    expect((await logIn(user.email, user.password)).status).toBe(401)
    expect((await logIn(email, user.password)).body.user).toMatchObject({ id: user.id, email, isConfirmed: true })
    const resets = server.db.selectFrom('password_resets').selectAll().where('user_id', '=', user.id)
    expect(await resets.execute()).toEqual([])
    expect(await subjectsTo(server, user.email)).toContain('Your email address was changed')
    expect((await confirm(token)).status).toBe(400)
  })

  test('a used, replaced, altered or old link is 400', async () => {
    const { token } = await build.aUser()
    const [first, second] = [anEmail(), anEmail()]
    await request(token, first)
    const replaced = await tokenFor(first)
    await request(token, second)
    const live = await tokenFor(second)
    const altered = live.slice(0, -2) + (live.endsWith('AA') ? 'BB' : 'AA')
    for (const dead of [replaced, altered, 'x', live.slice(0, 22)]) {
      const { status, body } = await confirm(dead)
      expect([status, body.code]).toEqual([400, 'VALIDATION_FAILED'])
    }
    server.clock.advance(hours(24) + 1000)
    expect((await confirm(live)).status).toBe(400)
  })

  test('a password change or a reset makes the email worthless', async () => {
    const user = await build.aUser()
    const [first, second] = [anEmail(), anEmail()]
    await request(user.token, first)
    const afterChange = await tokenFor(first)
    const change = { currentPassword: user.password, newPassword: 'another-secret' }
    expect((await server.put('/api/auth/updatepassword', change, { token: user.token })).status).toBe(200)
    expect((await confirm(afterChange)).status).toBe(400)

    await request(user.token, second)
    const afterReset = await tokenFor(second)
    await server.post('/api/auth/forgotpassword', { email: user.email })
    const reset = await inEmailTo(server, user.email, /reset-password\/([\w-]+)/)
    expect((await server.put(`/api/auth/resetpassword/${reset}`, { password: 'yet-another' })).status).toBe(200)
    expect((await confirm(afterReset)).status).toBe(400)
  })

  test('if two accounts confirm the same address, one of them gets 409', async () => {
    const people = [await build.aUser(), await build.aUser()]
    const email = anEmail()
    const changes: string[] = []
    for (const { token, id } of people) {
      await request(token, email)
      const row = await server.db.selectFrom('email_changes').select('id').where('user_id', '=', id).executeTakeFirst()
      changes.push(await inEmailTo(server, email, new RegExp(`confirm-new-email/(${row?.id}[\\w-]+)`)))
    }
    const answers = await Promise.all(changes.map(confirm))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
    const refused = answers.findIndex(({ status }) => status === 409)
    expect(answers[refused]?.body.code).toBe('EMAIL_TAKEN')
    expect((await confirm(changes[refused] ?? '')).status).toBe(409)
    expect((await server.get('/api/auth/me', { token: people[refused]?.token })).status).toBe(200)
  })
})
