import { describe, expect, onTestFinished, test } from 'vitest'
import { createBuilders, type Person } from '#test/support/builders.ts'
import { createLinkAccess } from '#test/support/link-access.ts'
import { inEmailTo } from '#test/support/outbox.ts'
import { createOwnServer, createTestServer } from '#test/support/server.ts'
import { useServer } from '#test/support/use-server.ts'

const someone = (n: number) => ({ name: `Person ${n}`, email: `newcomer-${n}@example.com`, password: 'secret-1' })

describe('the first account', () => {
  test('is the only administrator, even if many people register concurrently', async () => {
    const server = await createOwnServer()
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, n) => server.post('/api/auth/register', someone(n), { from: `10.0.0.${n}` })),
    )
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 8 }, () => 201))
    expect(answers.filter(({ body }) => body.user.isAdmin)).toHaveLength(1)
    const later = await server.post('/api/auth/register', someone(9), { from: '10.0.0.9' })
    expect(later.body.user).toMatchObject({ isAdmin: false, isConfirmed: true })
    const me = await server.get('/api/auth/me', { token: later.body.token })
    expect(me.body.data).toMatchObject({ isAdmin: false })
  })

  test("is the only one to become administrator, even after it's deleted", async () => {
    const server = await createOwnServer()
    const build = createBuilders(server)
    const first = await build.aUser()
    const remove = ({ token, password }: Person) => server.del('/api/auth/deleteaccount', { password }, { token })
    expect((await remove(first)).status).toBe(200)
    const next = await server.post('/api/auth/register', someone(2))
    expect([next.status, next.body.user.isAdmin]).toEqual([201, false])
  })

  test('is the only administrator, even if a later registration requests the role', async () => {
    const server = await createOwnServer()
    const build = createBuilders(server)
    await build.aUser()
    const { body } = await server.post('/api/auth/register', { ...someone(1), isAdmin: true, is_admin: 1 })
    expect(body.user.isAdmin).toBe(false)
  })
})

describe('with registration closed', () => {
  const { server } = useServer({ registration: 'closed' })

  test('new accounts are rejected and the public config reports it', async () => {
    const { status, body } = await server.post('/api/auth/register', someone(1))
    expect([status, body.code]).toEqual([403, 'REGISTRATION_CLOSED'])
    expect((await server.get('/api/config')).body.data.registration).toBe('closed')
  })
})

describe('with registration by invitation', () => {
  const { server } = useServer({ registration: 'invited', confirmEmail: true })

  async function aToken(email: string | null = null) {
    const { url, _id } = await server.services.registrationInvitations.create('command line', email)
    return { id: _id, token: new URL(url).searchParams.get('invitation') ?? '' }
  }
  const register = (n: number, invitation?: string) =>
    server.post('/api/auth/register', { ...someone(n), ...(invitation && { invitation }) })

  test('registering without a valid invitation is rejected', async () => {
    for (const invitation of [undefined, 'x', 'A'.repeat(65)]) {
      const { status, body } = await register(1, invitation)
      expect([status, body.code]).toEqual([403, 'REGISTRATION_CLOSED'])
    }
  })

  test('an invitation works only once, even with concurrent requests', async () => {
    const { token } = await aToken()
    expect((await server.get(`/api/auth/invitation/${token}`)).body.data).toEqual({ isValid: true, email: null })
    const both = await Promise.all([register(11, token), register(12, token)])
    expect(both.map(({ status }) => status).sort()).toEqual([201, 403])
    expect((await register(13, token)).status).toBe(403)
    expect((await server.get(`/api/auth/invitation/${token}`)).body.data).toEqual({ isValid: false, email: null })
  })

  test("a failed registration doesn't use up the invitation", async () => {
    const { token } = await aToken()
    await register(21, (await aToken()).token)
    expect((await register(21, token)).body.code).toBe('EMAIL_TAKEN')
    expect((await register(22, token)).status).toBe(201)
  })

  test('an emailed invitation confirms only the address it was sent to', async () => {
    const { token } = await aToken('newcomer-31@example.com')
    const mailed = await inEmailTo(server, 'newcomer-31@example.com', /\/register\?invitation=3D([\w-]+)/)
    expect(mailed).toBe(token)
    expect((await register(31, token)).body.user.isConfirmed).toBe(true)
    const other = await aToken('newcomer-32@example.com')
    expect((await register(33, other.token)).body.user.isConfirmed).toBe(false)
  })

  test('an invitation can be revoked and expires after seven days', async () => {
    const [taken, old] = [await aToken(), await aToken()]
    await server.services.registrationInvitations.revoke('command line', taken.id)
    expect((await register(41, taken.token)).status).toBe(403)
    server.clock.advance(7 * 24 * 60 * 60 * 1000)
    expect((await register(42, old.token)).status).toBe(403)
    expect(await server.services.registrationInvitations.list()).toEqual([])
  })
})

describe('with email confirmation', () => {
  const { server, build } = useServer({ confirmEmail: true })
  const access = createLinkAccess(server)

  const tokenFor = (email: string) => inEmailTo(server, email, /\/confirm-email\/([\w-]+)/)

  test("visitors can't open a link until its owner's email address is confirmed", async () => {
    const owner = await build.aUser()
    const link = await build.aLink({ owner, isListed: true })
    const image = await build.anImage({ link })
    const { pass } = await access.enter(await access.invite(link))
    const cookie = { headers: { cookie: `framelight_pass=${pass}` } }
    const addresses = [
      `/api/links/slug/${link.slug}`,
      `/api/links/${link._id}`,
      `/api/links/${link._id}/images`,
      `/api/images/${image._id}`,
      image.thumbnailUrl.split('?')[0] ?? '',
      `/api/links/slug/${link.slug}/download`,
    ]
    for (const url of addresses) {
      for (const as of [{}, cookie, { token: (await build.aUser()).token }]) {
        const { status, body } = await server.get(url, as)
        expect([url, status, body.code]).toEqual([url, 403, 'EMAIL_UNCONFIRMED'])
      }
    }
    expect((await server.get(`/api/links/slug/${link.slug}`, { token: owner.token })).status).toBe(200)
    expect((await server.get(image.thumbnailUrl)).status).toBe(200)
    expect((await server.get('/api/links/public')).body.data).toEqual([])

    const { status } = await server.post(`/api/auth/confirm/${await tokenFor(owner.email)}`)
    expect(status).toBe(200)
    for (const url of addresses) expect([url, (await server.get(url)).status]).toEqual([url, 200])
    expect((await server.get('/api/links/public')).body.data).toHaveLength(1)
    expect((await server.get('/api/auth/me', { token: owner.token })).body.data.isConfirmed).toBe(true)
  })

  test('a new confirmation email can be requested twice a day', async () => {
    const owner = await build.aUser()
    const again = () => server.post('/api/auth/confirmation', undefined, { token: owner.token })
    const statuses = []
    for (let n = 0; n < 4; n++) statuses.push((await again()).status)
    expect(statuses).toEqual([200, 200, 429, 429])
  })

  test('a confirmation token works only for its own account', async () => {
    const [ann, bob] = [await build.aUser(), await build.aUser()]
    const [ofAnn, ofBob] = [await tokenFor(ann.email), await tokenFor(bob.email)]
    for (const token of ['x', `${ofAnn}x`, ofBob.slice(0, 22) + ofAnn.slice(22)]) {
      const { status, body } = await server.post(`/api/auth/confirm/${token}`)
      expect([status, body.code]).toEqual([400, 'VALIDATION_FAILED'])
    }
    const { body } = await server.get('/api/auth/me', { token: ann.token })
    expect(body.data.isConfirmed).toBe(false)
  })
})

describe('who can register', () => {
  test('is chosen by an administrator and applies within a second on every node', async () => {
    const server = await createOwnServer()
    const other = await createTestServer({}, server)
    onTestFinished(() => other.close())
    const admin = await createBuilders(server).aUser()
    const choose = (body: object) => server.put('/api/admin/installation', body, admin)
    const modes = async () =>
      Promise.all([server, other].map(async (node) => (await node.get('/api/config')).body.data.registration))
    expect(await modes()).toEqual(['open', 'open'])

    const { body } = await choose({ registration: 'closed' })
    expect(body.data).toEqual({ registration: 'closed', registrationSource: 'administration', isEmailDeclined: false })
    server.clock.advance(1000)
    expect(await modes()).toEqual(['closed', 'closed'])
    for (const node of [server, other]) {
      expect((await node.post('/api/auth/register', someone(1))).body.code).toBe('REGISTRATION_CLOSED')
    }
    expect((await server.post('/api/admin/invitations', {}, admin)).status).toBe(403)

    await choose({ registration: 'invited', isEmailDeclined: true })
    const overview = (await server.get('/api/admin/overview', admin)).body.data
    expect(overview).toMatchObject({ registration: 'invited', isEmailDeclined: true })
    expect((await server.post('/api/admin/invitations', {}, admin)).status).toBe(201)
  })

  test("can't be changed if REGISTRATION is set", async () => {
    const server = await createOwnServer({ registration: 'open' })
    const admin = await createBuilders(server).aUser()
    const answer = await server.put('/api/admin/installation', { registration: 'closed' }, admin)
    expect([answer.status, answer.body.message]).toEqual([403, expect.stringContaining('REGISTRATION')])
    const overview = (await server.get('/api/admin/overview', admin)).body.data
    expect(overview).toMatchObject({ registration: 'open', registrationSource: 'environment' })
  })
})
