import { expect, test, vi } from 'vitest'
import { readOutbox } from '#test/support/outbox.ts'
import { useServer } from '#test/support/use-server.ts'

const { server, build } = useServer()

const message = { name: 'Ada', email: 'ada@example.com', subject: 'Hello there', message: 'First line\nsecond line' }

test('a message is stored and emailed to support with the sender as reply-to', async () => {
  const { token, id } = await build.aUser()
  const { status, body } = await server.post('/api/contact', message, { token })
  expect(status).toBe(201)
  expect(body).toEqual({ success: true, data: { message: expect.any(String) } })
  const [row] = await server.db.selectFrom('contact_messages').selectAll().execute()
  expect(row).toMatchObject({ ...message, user_id: id })

  await vi.waitFor(() => {
    const [mail] = readOutbox(server)
    expect(mail).toMatch(/^To: support@framelight\.example\r?$/m)
    expect(mail).toMatch(/^Reply-To: ada@example\.com\r?$/m)
    expect(mail).toMatch(/^Subject: Hello there\r?$/m)
    expect(mail).toContain('second line')
  })
})

test('every field is required', async () => {
  const { status, body } = await server.post('/api/contact', {}, { from: build.anAddress() })
  expect(status).toBe(400)
  expect(body.fields).toEqual({
    name: 'Name is required',
    email: 'Email is required',
    subject: 'Subject is required',
    message: 'Message is required',
  })
})

test('a network can send at most ten messages an hour', async () => {
  const from = build.anAddress()
  const statuses = []
  for (let n = 0; n < 11; n++) statuses.push((await server.post('/api/contact', message, { from })).status)
  expect(statuses).toEqual([...Array(10).fill(201), 429])
})

test("a message is deleted after 400 days or with its sender's account", async () => {
  const { token, password, id } = await build.aUser()
  const ownMessages = () => server.db.selectFrom('contact_messages').select('id').where('user_id', '=', id).execute()
  await server.post('/api/contact', { ...message, subject: 'From me' }, { token, from: build.anAddress() })
  expect(await ownMessages()).toHaveLength(1)
  expect((await server.del('/api/auth/deleteaccount', { password }, { token })).status).toBe(200)
  const withSubject = (subject: string) =>
    server.db.selectFrom('contact_messages').select('id').where('subject', '=', subject).execute()
  expect(await withSubject('From me')).toEqual([])

  const row = { user_id: null, name: 'Ada', email: 'ada@example.com', subject: 'Gone', message: 'x' }
  const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString()
  await server.db
    .insertInto('contact_messages')
    .values([
      { ...row, id: 'kept', created_at: daysAgo(399) },
      { ...row, id: 'over', created_at: daysAgo(401) },
    ])
    .execute()
  await server.services.contact.removeOld()
  expect(await withSubject('Gone')).toEqual([{ id: 'kept' }])
})
