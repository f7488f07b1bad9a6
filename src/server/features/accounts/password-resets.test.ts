import { expect, test, vi } from 'vitest'
import { createBuilders } from '#test/support/builders.ts'
import { readOutbox } from '#test/support/outbox.ts'
import { createOwnServer } from '#test/support/server.ts'
import { useServer } from '#test/support/use-server.ts'

const { server, build } = useServer()

const forgot = (email: string, from = build.anAddress()) => server.post('/api/auth/forgotpassword', { email }, { from })

function mailsTo(email: string, at = server) {
  return readOutbox(at).filter((mail) => mail.includes(`To: ${email}`))
}

async function tokenFor(email: string, at = server) {
  const [mail] = await vi.waitFor(async () => {
    const mails = mailsTo(email, at)
    expect(mails.length).toBeGreaterThan(0)
    return mails
  })
  return /http:\/\/photos\.test\/reset-password\/([\w-]{43})/.exec(mail ?? '')?.[1] ?? ''
}

test.each(['é', '%C3%A9', 'a%2Fb', 'a%20b', '%F0%9F%98%80', 'a;b'])('the reset token %s is invalid', async (token) => {
  const { status, body } = await server.put(`/api/auth/resetpassword/${token}`, { password: 'secret-12' })
  expect([status, body.message]).toEqual([400, 'This reset link is invalid or has expired. Request a new one.'])
})

test('known and unknown addresses get the same response', async () => {
  const { email } = await build.aUser()
  const known = await forgot(email)
  const unknown = await forgot('nobody@example.com')
  expect(known.status).toBe(200)
  expect(unknown).toMatchObject({ status: 200, body: known.body })
})

test('a reset link works once and ends all sessions', async () => {
  const { email, token: session } = await build.aUser()
  await forgot(email)
  const token = await tokenFor(email)
  const weak = await server.put(`/api/auth/resetpassword/${token}`, { password: '12345' })
  expect(weak.body.fields).toEqual({ password: 'Password must be at least 6 characters' })

  expect((await server.put(`/api/auth/resetpassword/${token}`, { password: 'chosen-anew' })).status).toBe(200)
  expect((await server.get('/api/auth/me', { token: session })).status).toBe(401)
  expect((await server.post('/api/auth/login', { email, password: 'chosen-anew' })).status).toBe(200)
  const again = await server.put(`/api/auth/resetpassword/${token}`, { password: 'once-more' })
  expect(again).toMatchObject({ status: 400, body: { code: 'VALIDATION_FAILED' } })
})

test("checking a reset link doesn't use it up", async () => {
  const own = await createOwnServer()
  const { email } = await createBuilders(own).aUser()
  const isValid = async (token: string) => (await own.get(`/api/auth/resetpassword/${token}`)).body.data.isValid
  await own.post('/api/auth/forgotpassword', { email })
  const token = await tokenFor(email, own)
  expect([await isValid(token), await isValid(token), await isValid('x'.repeat(43))]).toEqual([true, true, false])
  await own.put(`/api/auth/resetpassword/${token}`, { password: 'chosen-anew' })
  expect(await isValid(token)).toBe(false)
})

test("the response doesn't claim an email was sent if SMTP isn't set up", async () => {
  const { email } = await build.aUser()
  const delivering = await createOwnServer({ smtpUrl: 'smtp://127.0.0.1:9' })
  const [waiting, sent] = await Promise.all([
    forgot(email),
    delivering.post('/api/auth/forgotpassword', { email: 'nobody@example.com' }),
  ])
  expect(waiting.body.data.message).toContain("Email isn't set up on this server.")
  expect(sent.body.data.message).toContain("we've sent a reset link")
})

test('if several requests use the same reset link, only one succeeds', async () => {
  const { email } = await build.aUser()
  await forgot(email)
  const token = await tokenFor(email)
  const use = (password: string) => server.put(`/api/auth/resetpassword/${token}`, { password })
  const answers = await Promise.all(['first-one', 'second-one', 'third-one'].map(use))
  expect(answers.map((answer) => answer.status).sort()).toEqual([200, 400, 400])
})

test('a reset link expires after an hour', async () => {
  const own = await createOwnServer()
  const { email } = await createBuilders(own).aUser()
  await own.post('/api/auth/forgotpassword', { email })
  const token = await tokenFor(email, own)
  own.clock.advance(61 * 60_000)
  expect((await own.get(`/api/auth/resetpassword/${token}`)).body.data).toEqual({ isValid: false })
  expect((await own.put(`/api/auth/resetpassword/${token}`, { password: 'too-late-now' })).status).toBe(400)
})

test('reset tokens are stored as hashes', async () => {
  const { email } = await build.aUser()
  await forgot(email)
  const token = await tokenFor(email)
  const rows = await server.db.selectFrom('password_resets').selectAll().execute()
  expect(rows.length).toBeGreaterThan(0)
  expect(JSON.stringify(rows)).not.toContain(token)
})

test('reset requests are limited to five an hour per account and network', async () => {
  const { email } = await build.aUser()
  const from = build.anAddress()
  const statuses = []
  for (let n = 0; n < 6; n++) statuses.push((await forgot(email, from)).status)
  expect(statuses).toEqual([200, 200, 200, 200, 200, 429])
})

test('an account with five active reset links gets no more reset emails', async () => {
  const { email } = await build.aUser()
  for (let n = 0; n < 9; n++) expect((await forgot(email)).status).toBe(200)
  await vi.waitFor(async () => {
    const waiting = await server.db.selectFrom('tasks').selectAll().execute()
    expect(waiting).toEqual([])
  })
  expect(mailsTo(email)).toHaveLength(5)
})

test('guessing reset tokens is rate-limited', async () => {
  const from = build.anAddress()
  const statuses = new Set<number>()
  for (let n = 0; n < 15; n++) {
    const guess = `${n}`.padStart(43, 'x')
    statuses.add((await server.put(`/api/auth/resetpassword/${guess}`, { password: 'guessing' }, { from })).status)
  }
  expect([...statuses]).toEqual([400, 429])
  expect((await server.get(`/api/auth/resetpassword/${'y'.repeat(43)}`, { from })).status).toBe(429)
})

test("a reset email doesn't contain the user's name", async () => {
  const name = 'Cheap watches at watches.example'
  const { email } = await build.aUser({ name })
  await forgot(email)
  await tokenFor(email)
  const [mail = ''] = mailsTo(email)
  expect(mail).not.toContain('watches')
  expect(mail).toContain('Hi,')
})
