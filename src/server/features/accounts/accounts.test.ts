import { describe, expect, test } from 'vitest'
import { createBuilders } from '#test/support/builders.ts'
import { createOwnServer } from '#test/support/server.ts'
import { useServer } from '#test/support/use-server.ts'

const { server, build } = useServer()

const isAlive = async (token: string) => (await server.get('/api/auth/me', { token })).status === 200
const logIn = (email: string, password: string) =>
  server.post('/api/auth/login', { email, password }, { from: build.anAddress() })

describe('registering', () => {
  test('returns 201 with a token and the user', async () => {
    const person = { name: ' Grace  Hopper ', email: 'Grace@Example.com ', password: 'compiler' }
    const { status, body } = await server.post('/api/auth/register', person)
    expect(status).toBe(201)
    expect(body).toEqual({
      success: true,
      token: expect.stringMatching(/^[\w-]{43}$/),
      user: {
        id: expect.any(String),
        _id: body.user.id,
        name: 'Grace Hopper',
        galleryName: 'Grace Hopper',
        email: 'grace@example.com',
        isAdmin: true,
        isConfirmed: true,
        createdAt: expect.stringMatching(/Z$/),
      },
    })
    expect(await isAlive(body.token)).toBe(true)
  })

  test.each([
    [{}, { name: 'Name is required', email: 'Email is required', password: 'Password is required' }],
    [
      { name: 'A', email: 'nowhere', password: 'short' },
      {
        name: 'Name must be at least 2 characters',
        email: 'Email is invalid',
        password: 'Password must be at least 6 characters',
      },
    ],
  ])('rejects %j with a message for each field', async (input, fields) => {
    const { status, body } = await server.post('/api/auth/register', input)
    expect(status).toBe(400)
    expect(body).toMatchObject({ code: 'VALIDATION_FAILED', fields })
    expect(body.error).toBe(body.message)
  })

  test('creates one account per email address, even with eight concurrent requests', async () => {
    const person = { name: 'Twin', email: 'twin@example.com', password: 'secret-1' }
    const answers = await Promise.all(Array.from({ length: 8 }, () => server.post('/api/auth/register', person)))
    expect(answers.map((answer) => answer.status).sort()).toEqual([201, ...Array(7).fill(409)])
    expect(answers.find((answer) => answer.status === 409)?.body.code).toBe('EMAIL_TAKEN')
  })

  test('is limited to 100 attempts per network', async () => {
    const own = await createOwnServer()
    await createBuilders(own).aUser({ email: 'taken@example.com' })
    const again = () =>
      own.post(
        '/api/auth/register',
        { name: 'Bot', email: 'taken@example.com', password: 'secret-1' },
        { from: '9.9.9.9' },
      )
    const statuses = (await Promise.all(Array.from({ length: 101 }, again))).map((answer) => answer.status)
    expect(statuses.filter((status) => status === 429)).toHaveLength(1)
  })
})

describe('the profile', () => {
  test('accepts a new name and ignores other fields', async () => {
    const person = await build.aUser()
    const change = { name: 'Augusta', email: 'other@example.com', id: 'x', plan: 'gold' }
    const { status, body } = await server.put('/api/auth/updateprofile', change, { token: person.token })
    expect(status).toBe(200)
    expect(body.data).toMatchObject({ id: person.id, name: 'Augusta', email: person.email })
    expect((await server.get('/api/auth/me', { token: person.token })).body.data.name).toBe('Augusta')
  })

  test('has a gallery name that defaults to the name and can be empty', async () => {
    const { token } = await build.aUser({ name: 'Ada' })
    const names = async (change: object) => {
      const { status, body } = await server.put('/api/auth/updateprofile', change, { token })
      expect([status, (await server.get('/api/auth/me', { token })).body.data]).toEqual([200, body.data])
      return [body.data.name, body.data.galleryName]
    }
    expect(await names({})).toEqual(['Ada', 'Ada'])
    expect(await names({ name: 'Augusta' })).toEqual(['Augusta', 'Augusta'])
    expect(await names({ galleryName: ' Studio  Lovelace ' })).toEqual(['Augusta', 'Studio Lovelace'])
    expect(await names({ name: 'Ada' })).toEqual(['Ada', 'Studio Lovelace'])
    expect(await names({ galleryName: '' })).toEqual(['Ada', ''])
    expect(await names({ galleryName: 'Seen\u200b' })).toEqual(['Ada', 'Seen\u200b'])
    expect(await names({ name: 'Countess', galleryName: '\u200b ' })).toEqual(['Countess', ''])
  })

  test.each([
    ['x'.repeat(101), 'Name on galleries cannot be more than 100 characters'],
    [7, 'Name on galleries must be text'],
  ])('rejects %j as a gallery name and changes nothing', async (galleryName, sentence) => {
    const person = await build.aUser()
    const change = { name: 'Other', galleryName }
    const { status, body } = await server.put('/api/auth/updateprofile', change, { token: person.token })
    expect([status, body.fields]).toEqual([400, { galleryName: sentence }])
    expect((await server.get('/api/auth/me', { token: person.token })).body.data.name).toBe(person.name)
  })

  test('rejects a blank name', async () => {
    const { token } = await build.aUser()
    const { body } = await server.put('/api/auth/updateprofile', { name: ' ' }, { token })
    expect(body.fields).toEqual({ name: 'Name is required' })
  })
})

describe('changing the password', () => {
  test('ends all other sessions and invalidates the old password', async () => {
    const { email, password, token } = await build.aUser()
    const other = (await logIn(email, password)).body.token
    const change = { currentPassword: password, newPassword: 'brand-new-1' }
    expect((await server.put('/api/auth/updatepassword', change, { token })).status).toBe(200)
    expect([await isAlive(token), await isAlive(other)]).toEqual([true, false])
    expect((await logIn(email, password)).status).toBe(401)
    expect((await logIn(email, 'brand-new-1')).status).toBe(200)
  })

  test.each([
    [
      { currentPassword: 'wrong-one', newPassword: 'brand-new-1' },
      { currentPassword: 'Current password is incorrect' },
    ],
    [
      { currentPassword: 'secret-1', newPassword: 'short' },
      { newPassword: 'New password must be at least 6 characters' },
    ],
    [{}, { currentPassword: 'Current password is required', newPassword: 'New password is required' }],
  ])('rejects %j with a message for each field', async (input, fields) => {
    const { token } = await build.aUser({ password: 'secret-1' })
    const { status, body } = await server.put('/api/auth/updatepassword', input, { token })
    expect(status).toBe(400)
    expect(body).toMatchObject({ code: 'VALIDATION_FAILED', fields })
    expect(await isAlive(token)).toBe(true)
  })
})

describe('deleting the account', () => {
  test('removes links, comments and sessions, and frees the email address', async () => {
    const { token, email, password } = await build.aUser()
    const link = await build.aLink({ owner: { token, email, password, id: '', name: '' } })
    const comment = await build.aComment({ author: { token, email, password, id: '', name: '' } })
    expect((await server.del('/api/auth/deleteaccount', { password: 'wrong-one' }, { token })).status).toBe(400)
    expect((await server.del('/api/auth/deleteaccount', undefined, { token })).body.fields).toEqual({
      password: 'Password is required',
    })

    expect((await server.del('/api/auth/deleteaccount', { password }, { token })).status).toBe(200)
    expect(await isAlive(token)).toBe(false)
    expect((await logIn(email, password)).status).toBe(401)
    expect((await server.get(`/api/links/slug/${link.slug}`)).status).toBe(404)
    expect((await server.get(`/api/comments/image/${comment.image._id}`)).body.data).toEqual([])
    expect((await server.post('/api/auth/register', { name: 'Back', email, password })).status).toBe(201)
  })

  test('invalidates only its own links in the caches', async () => {
    const own = await createOwnServer()
    const { aLink } = createBuilders(own)
    // The first account is the only administrator and can't be deleted.
    const [kept, gone] = [await aLink(), await aLink()]
    const readAt = own.clock.monotonicMs()
    const { invalidation } = own.services
    const body = { password: gone.owner.password }
    expect((await own.del('/api/auth/deleteaccount', body, { token: gone.owner.token })).status).toBe(200)
    expect(invalidation.isUnchanged(gone._id, readAt)).toBe(false)
    expect(invalidation.isUnchanged(kept._id, readAt)).toBe(true)
  })
})

test('logs contain no passwords or tokens, not even those in URLs', async () => {
  const own = await createOwnServer()
  const { token, password, email } = await createBuilders(own).aUser()
  await own.get(`/api/links?search=${token}&token=${token}`, { token })
  await own.put(`/api/auth/resetpassword/${token}`, { password })
  await own.post('/api/auth/login', { email, password: `${password}x` })
  await own.get(`/reset-password/${token}`)
  const log = own.logLines.join('\n')
  expect(own.logLines.length).toBeGreaterThan(3)
  expect(log).not.toContain(token)
  expect(log).not.toContain(password)
})

test('common passwords are rejected when set, but not on login', async () => {
  const fields = { password: expect.stringMatching(/^This password is too common/) }
  const ann = { name: 'Ann', email: 'ann.common@example.com', password: '123456' }
  expect((await server.post('/api/auth/register', ann)).body).toMatchObject({ code: 'VALIDATION_FAILED', fields })

  const { token, password: currentPassword } = await build.aUser()
  const change = await server.put('/api/auth/updatepassword', { currentPassword, newPassword: 'Letmein' }, { token })
  expect(change.body).toMatchObject({ code: 'VALIDATION_FAILED', fields: { newPassword: fields.password } })
  expect((await server.put('/api/auth/resetpassword/whatever', { password: 'qwerty' })).body).toMatchObject({ fields })
  expect((await server.post('/api/auth/login', ann)).status).toBe(401)
})
