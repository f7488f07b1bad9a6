import { Secret, TOTP } from 'otpauth'
import { describe, expect, test } from 'vitest'
import { hours, minutes } from '#server/platform/clock.ts'
import { createSigner } from '#server/platform/crypto/tokens.ts'
import { createBuilders } from '#test/support/builders.ts'
import { subjectsTo } from '#test/support/outbox.ts'
import { createOwnServer, createTestServer } from '#test/support/server.ts'
import { useServer } from '#test/support/use-server.ts'

const appSecrets: [string] = ['the same secret on every node']
const { server, build } = useServer({ appSecrets })

type Body = { password: string; email: string; code?: string }
type At = typeof server

const logIn = ({ email, password }: Body, code?: string, { from = build.anAddress(), at = server as At } = {}) =>
  at.post('/api/auth/login', { email, password, ...(code !== undefined && { code }) }, { from })
const codeAt = (secret: string, offsetMs = 0, { clock } = server as At) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: clock.now().getTime() + offsetMs })
/** Codes work once, so each needs a new time step. */
const nextCode = (secret: string) => {
  server.clock.advance(30_000)
  return codeAt(secret)
}
const start = (token: string, at = server as At) => at.post('/api/auth/second-factor', undefined, { token })
const confirm = (token: string, code: string, at = server as At) =>
  at.post('/api/auth/second-factor/confirm', { code }, { token })
const readState = async (token: string) =>
  (await server.get('/api/auth/sign-in', { token })).body.data.secondFactor as object

async function aUserWithCodes() {
  const user = await build.aUser()
  const { secret } = (await start(user.token)).body.data
  const { status, body } = await confirm(user.token, codeAt(secret))
  expect(status).toBe(200)
  return { ...user, secret: secret as string, recoveryCodes: body.data.recoveryCodes as string[] }
}

const wrong = '000000'

describe('setting up an authenticator app', () => {
  test('returns a secret and its URI, which change nothing until a code is confirmed', async () => {
    const user = await build.aUser()
    const { status, body } = await start(user.token)
    expect([status, body.data]).toEqual([
      200,
      {
        secret: expect.stringMatching(/^[A-Z2-7]{32}$/),
        uri: expect.stringMatching(/^otpauth:\/\/totp\/.*[?&]secret=[A-Z2-7]{32}/),
      },
    ])
    expect(new URL(body.data.uri).searchParams.get('issuer')).toBe('Framelight')
    expect((await logIn(user)).status).toBe(200)
    expect(await readState(user.token)).toEqual({ isOn: false, recoveryCodesLeft: 0 })
  })

  test('a right code turns it on, shows ten recovery codes, ends other sessions and sends an email', async () => {
    const user = await build.aUser()
    const other = await build.aSession(user)
    const { secret } = (await start(user.token)).body.data
    expect((await confirm(user.token, wrong)).body.code).toBe('WRONG_CODE')
    const { body } = await confirm(user.token, codeAt(secret))
    expect(new Set(body.data.recoveryCodes).size).toBe(10)
    for (const code of body.data.recoveryCodes) expect(code).toMatch(/^[0-9a-z]{5}-[0-9a-z]{5}$/)
    expect(await readState(user.token)).toEqual({ isOn: true, recoveryCodesLeft: 10 })
    expect((await server.get('/api/auth/me', { token: other })).status).toBe(401)
    expect((await start(user.token)).status).toBe(400)
    expect(await subjectsTo(server, user.email)).toEqual(['Your account now asks for a code'])
  })

  test('asking again replaces the secret, and a secret is valid for 15 minutes', async () => {
    const { token } = await build.aUser()
    const [first, second] = [(await start(token)).body.data.secret, (await start(token)).body.data.secret]
    expect((await confirm(token, codeAt(first))).body.code).toBe('WRONG_CODE')
    server.clock.advance(minutes(15.1))
    expect((await confirm(token, codeAt(second))).body.code).toBe('WRONG_CODE')
  })

  test("can't be guessed: after 30 wrong codes in an hour, even the right one gets 429", async () => {
    const { token } = await build.aUser()
    const { secret } = (await start(token)).body.data
    const codes = Array.from({ length: 30 }, () => confirm(token, wrong))
    expect(new Set((await Promise.all(codes)).map(({ body }) => body.code))).toEqual(new Set(['WRONG_CODE']))
    expect((await confirm(token, codeAt(secret))).status).toBe(429)
    expect(await readState(token)).toEqual({ isOn: false, recoveryCodesLeft: 0 })
  })

  test('the secret and the recovery codes are not stored in readable form', async () => {
    const { id, secret, recoveryCodes } = await aUserWithCodes()
    const rows = [
      ...(await server.db.selectFrom('second_factors').selectAll().where('user_id', '=', id).execute()),
      ...(await server.db.selectFrom('recovery_codes').selectAll().where('user_id', '=', id).execute()),
    ]
    const stored = JSON.stringify(rows)
    for (const text of [secret, ...recoveryCodes, ...recoveryCodes.map((code) => code.replace('-', ''))]) {
      expect(stored).not.toContain(text)
    }
  })
})

describe('logging in with a code', () => {
  test('the right password without a code gets 403 and no token', async () => {
    const user = await aUserWithCodes()
    const { status, body } = await logIn(user)
    expect([status, body.code, body.token]).toEqual([403, 'SECOND_FACTOR_REQUIRED', undefined])
    expect((await logIn(user, '')).body.code).toBe('SECOND_FACTOR_REQUIRED')
    expect((await logIn(user, wrong)).body.code).toBe('WRONG_CODE')
    expect((await logIn(user, nextCode(user.secret))).status).toBe(200)
  })

  test('a wrong password is 401, with or without a code', async () => {
    const user = await aUserWithCodes()
    const guess = { ...user, password: 'not-mine' }
    const answers = [await logIn(guess), await logIn(guess, nextCode(user.secret)), await logIn(guess, wrong)]
    expect(answers.map(({ status, body }) => [status, body.code])).toEqual(Array(3).fill([401, 'UNAUTHENTICATED']))
    const without = await build.aUser()
    expect((await logIn(without, wrong)).status).toBe(200)
  })

  test('a code works one step early or late, but not two', async () => {
    const user = await aUserWithCodes()
    server.clock.advance(minutes(5))
    const offsets = [-61_000, 61_000, -30_000, 0, 30_000]
    const statuses = []
    for (const offset of offsets) statuses.push((await logIn(user, codeAt(user.secret, offset))).status)
    expect(statuses).toEqual([403, 403, 200, 200, 200])
  })

  test('the code that turned it on is used up', async () => {
    const user = await build.aUser()
    const { secret } = (await start(user.token)).body.data
    const code = codeAt(secret)
    await confirm(user.token, code)
    expect((await logIn(user, code)).body.code).toBe('WRONG_CODE')
  })

  test('a code lets one of many parallel logins in, on several nodes', async () => {
    const user = await aUserWithCodes()
    const beside = await createTestServer({ appSecrets }, server)
    const code = nextCode(user.secret)
    const tries = Array.from({ length: 100 }, (_, n) => logIn(user, code, n % 2 ? { at: beside as At } : {}))
    const statuses = (await Promise.all(tries)).map(({ status }) => status)
    await beside.close()
    expect(statuses.filter((status) => status === 200)).toHaveLength(1)
    expect(statuses.every((status) => [200, 403, 429].includes(status))).toBe(true)
  })

  test('a recovery code works once, in any case and without its dash', async () => {
    const user = await aUserWithCodes()
    const [one = '', two = '', three = ''] = user.recoveryCodes
    expect((await logIn(user, one)).status).toBe(200)
    expect((await logIn(user, one)).body.code).toBe('WRONG_CODE')
    expect((await logIn(user, two.toUpperCase().replace('-', ''))).status).toBe(200)
    const together = await Promise.all(Array.from({ length: 5 }, () => logIn(user, three)))
    expect(together.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(await readState(user.token)).toEqual({ isOn: true, recoveryCodesLeft: 7 })
  })

  test('a recovery code that was signed with APP_SECRET still works', async () => {
    const user = await aUserWithCodes()
    const hash = createSigner(appSecrets).sign(`recovery-code/${user.id}/abcdefghjk`)
    await server.db.insertInto('recovery_codes').values({ user_id: user.id, code_hash: hash }).execute()
    expect((await logIn(user, 'abcde-fghjk')).status).toBe(200)
    expect((await logIn(user, 'abcde-fghjk')).body.code).toBe('WRONG_CODE')
  })

  test("after five wrong codes, a network gets 429, but recovery codes and other networks don't", async () => {
    const user = await aUserWithCodes()
    const from = build.anAddress()
    for (let n = 0; n < 5; n++) expect((await logIn(user, wrong, { from })).status).toBe(403)
    const { status, headers } = await logIn(user, nextCode(user.secret), { from })
    expect([status, Number(headers['retry-after']) > 0]).toEqual([429, true])
    expect((await logIn(user, user.recoveryCodes[0], { from })).status).toBe(200)
    expect((await logIn(user, nextCode(user.secret))).status).toBe(200)
    server.clock.advance(minutes(15))
    expect((await logIn(user, nextCode(user.secret), { from })).status).toBe(200)
  })

  test('after 30 wrong codes in an hour, every network gets 429', async () => {
    const user = await aUserWithCodes()
    for (let n = 0; n < 30; n++) expect((await logIn(user, wrong)).status).toBe(403)
    expect((await logIn(user, nextCode(user.secret))).status).toBe(429)
    server.clock.advance(hours(1))
    expect((await logIn(user, nextCode(user.secret))).status).toBe(200)
  })
})

describe('an account with codes', () => {
  test("confirms it's you with the password and a code", async () => {
    const { token, password, secret } = await aUserWithCodes()
    const prove = (body: object) => server.post('/api/auth/reauthenticate', body, { token, from: build.anAddress() })
    expect((await prove({ password })).body.code).toBe('SECOND_FACTOR_REQUIRED')
    expect((await prove({ password, code: wrong })).body.code).toBe('WRONG_CODE')
    expect((await prove({ password, code: nextCode(secret) })).status).toBe(200)
  })

  test('keeps them when the password is reset', async () => {
    const user = await aUserWithCodes()
    await server.db.deleteFrom('sessions').where('user_id', '=', user.id).execute()
    expect((await logIn(user)).body.code).toBe('SECOND_FACTOR_REQUIRED')
  })

  test('can replace its recovery codes', async () => {
    const user = await aUserWithCodes()
    const { status, body } = await server.post('/api/auth/second-factor/recovery-codes', undefined, {
      token: user.token,
    })
    expect([status, body.data.recoveryCodes.length]).toEqual([200, 10])
    expect((await logIn(user, user.recoveryCodes[0])).body.code).toBe('WRONG_CODE')
    expect((await logIn(user, body.data.recoveryCodes[0])).status).toBe(200)
  })

  test('can turn them off, and gets an email', async () => {
    const user = await aUserWithCodes()
    expect((await server.del('/api/auth/second-factor', undefined, { token: user.token })).status).toBe(200)
    expect((await logIn(user)).status).toBe(200)
    expect(await readState(user.token)).toEqual({ isOn: false, recoveryCodesLeft: 0 })
    expect(await subjectsTo(server, user.email)).toContain('Your account no longer asks for a code')
  })

  test('needs a recent session for all of it', async () => {
    const { token } = await aUserWithCodes()
    server.clock.advance(minutes(11))
    const answers = [
      await start(token),
      await server.post('/api/auth/second-factor/recovery-codes', undefined, { token }),
      await server.del('/api/auth/second-factor', undefined, { token }),
    ]
    expect(answers.map(({ body }) => body.code)).toEqual(Array(3).fill('REAUTHENTICATION_REQUIRED'))
  })

  test('an administrator with a recent session can turn them off, which is in the audit log', async () => {
    const own = await createTestServer()
    const admin = await createBuilders(own).aUser()
    const user = await createBuilders(own).aUser()
    const { secret } = (await own.post('/api/auth/second-factor', undefined, { token: user.token })).body.data
    await own.post('/api/auth/second-factor/confirm', { code: codeAt(secret, 0, own as At) }, { token: user.token })
    const url = `/api/admin/users/${user.id}/second-factor`
    const hasCodes = async () =>
      (await own.get(`/api/admin/users/${user.id}`, { token: admin.token })).body.data.hasSecondFactor
    expect((await own.del(url, undefined, { token: user.token })).status).toBe(403)
    own.clock.advance(minutes(11))
    expect((await own.del(url, undefined, { token: admin.token })).body.code).toBe('REAUTHENTICATION_REQUIRED')
    expect(await hasCodes()).toBe(true)
    await own.post('/api/auth/reauthenticate', { password: admin.password }, { token: admin.token })
    expect((await own.del(url, undefined, { token: admin.token })).status).toBe(200)
    expect(await hasCodes()).toBe(false)
    expect((await logIn(user, undefined, { at: own as At })).status).toBe(200)
    const { body } = await own.get('/api/admin/audit', { token: admin.token })
    expect(body.data[0]).toMatchObject({ actor: admin.email, action: 'turn off second factor', subject: user.email })
    await own.close()
  })
})

test('codes and recovery codes still work once APP_SECRET is rotated and the old one removed', async () => {
  const [older, newer] = ['the secret from before', 'the secret from now on']
  const before = await createOwnServer({ appSecrets: [older] })
  const user = await createBuilders(before).aUser()
  const { secret } = (await start(user.token, before)).body.data
  const { recoveryCodes } = (await confirm(user.token, codeAt(secret, 0, before), before)).body.data
  const logInWithNewCode = async (at: At) => {
    before.clock.advance(30_000)
    return (await logIn(user, codeAt(secret, 0, before), { at })).status
  }

  const during = await createTestServer({ appSecrets: [newer, older] }, before)
  expect(await logInWithNewCode(during)).toBe(200)
  await during.services.reencrypt()
  expect(await logInWithNewCode(during)).toBe(200)
  await during.close()

  const after = await createTestServer({ appSecrets: [newer] }, before)
  expect(await logInWithNewCode(after)).toBe(200)
  expect((await logIn(user, recoveryCodes[0], { at: after })).status).toBe(200)
  await after.close()
  expect(await logInWithNewCode(before)).toBe(403)
  const renewal = await before.post('/api/auth/second-factor/recovery-codes', undefined, { token: user.token })
  expect([renewal.status, renewal.body.error]).toEqual([400, expect.stringContaining('set it up again')])
})
