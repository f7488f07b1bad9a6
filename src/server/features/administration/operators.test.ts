import { text } from 'node:stream/consumers'
import { SMTPServer } from 'smtp-server'
import { beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { createBuilders, type Person } from '#test/support/builders.ts'
import { createOwnServer, type TestServer } from '#test/support/server.ts'
import { useServer } from '#test/support/use-server.ts'

// These tests cover how administrators find out whether email works.
const { server, build } = useServer()

let admin: Person
beforeAll(async () => {
  admin = await build.aUser({ email: 'ines@example.com' })
})

const as = ({ token }: { token: string }) => ({ token })

/** Accepts every email. With `refuses`, rejects logins with a response that contains the password. */
async function startSmtp({ refuses = false } = {}) {
  const received: string[] = []
  const smtp = new SMTPServer({
    disabledCommands: ['STARTTLS'],
    authOptional: true,
    onAuth: ({ password }, _session, done) =>
      refuses ? done(new Error(`wrong password ${password}`)) : done(null, { user: 'photos' }),
    onData: (stream, _session, done) => {
      text(stream).then((message) => {
        received.push(message)
        done()
      }, done)
    },
  })
  smtp.on('error', () => {})
  await new Promise<void>((resolve) => smtp.listen(0, '127.0.0.1', () => resolve()))
  onTestFinished(() => new Promise<void>((resolve) => smtp.close(() => resolve())))
  const { port } = smtp.server.address() as { port: number }
  return { smtpUrl: `smtp://photos:hunter2-secret@127.0.0.1:${port}`, received }
}

async function aServerWith(smtpUrl: string) {
  const own = await createOwnServer({ smtpUrl })
  return { own, owner: await createBuilders(own).aUser({ email: 'ines@example.com' }) }
}

const overviewOf = async (own: TestServer, person: Person) =>
  (await own.get('/api/admin/overview', as(person))).body.data
const tasksOf = async (own: TestServer, person: Person) => (await own.get('/api/admin/tasks', as(person))).body.data

describe("email that can't be sent", () => {
  test('is reported as failing after one attempt, with the reason but without the password', async () => {
    const { own, owner } = await aServerWith((await startSmtp({ refuses: true })).smtpUrl)
    await own.post('/api/contact', { name: 'Ada', email: 'ada@example.com', subject: 'Hi', message: 'Hello' })
    await vi.waitFor(async () => expect((await tasksOf(own, owner))[0]?.lastError).toBeTruthy())

    const [task] = await tasksOf(own, owner)
    expect(task).toMatchObject({ kind: 'contact-mail', attempts: 1 })
    expect(task.lastError).toMatch(/^127\.0\.0\.1 rejected the username or password\. Check SMTP_URL\. \(535 wrong/)
    const overview = await overviewOf(own, owner)
    expect(overview.mail).toMatchObject({ failing: 1, isSetUp: true, isDelivered: false, problem: task.lastError })
    expect(JSON.stringify([task, overview])).not.toContain('hunter2')
  })

  test('can be retried, which is recorded in the audit log', async () => {
    const { smtpUrl, received } = await startSmtp()
    const { own, owner } = await aServerWith(smtpUrl)
    const later = '2100-01-01T00:00:00.000Z'
    await own.post('/api/contact', { name: 'Ada', email: 'ada@example.com', subject: 'Hi', message: 'Hello' })
    await vi.waitFor(() => expect(received).toHaveLength(1))
    const { id: messageId } = await own.db.selectFrom('contact_messages').select('id').executeTakeFirstOrThrow()
    const task = { kind: 'contact-mail', payload: JSON.stringify({ messageId }), run_at: later, created_at: later }
    await own.db
      .insertInto('tasks')
      .values([
        { ...task, id: 'failed', attempts: 5, last_error: 'No answer' },
        { ...task, id: 'being-tried', attempts: 1 },
      ])
      .execute()
    const retry = (id: string) => own.post(`/api/admin/tasks/${id}/retry`, undefined, as(owner))
    expect((await retry('being-tried')).status).toBe(404)
    expect((await retry('failed')).status).toBe(200)
    await vi.waitFor(() => expect(received).toHaveLength(2))
    const [act] = (await own.get('/api/admin/audit', as(owner))).body.data
    expect(act).toMatchObject({ actor: owner.email, action: 'retry', subject: 'contact-mail' })
    await vi.waitFor(async () =>
      expect((await tasksOf(own, owner)).map(({ _id }: { _id: string }) => _id)).toEqual(['being-tried']),
    )
  })
})

describe('a test email', () => {
  const send = (own: TestServer, person: Person) => own.post('/api/admin/test-email', undefined, as(person))

  test('is sent to the administrator who requested it', async () => {
    const { smtpUrl, received } = await startSmtp()
    const { own, owner } = await aServerWith(smtpUrl)
    expect((await own.get('/api/config')).body.data.email).toBe(true)
    const { status, body } = await send(own, owner)
    expect([status, body.data.message]).toEqual([200, 'Test email sent to ines@example.com'])
    expect(received[0]).toContain('To: ines@example.com')
    const [act] = (await own.get('/api/admin/audit', as(owner))).body.data
    expect(act).toMatchObject({ action: 'send test email', subject: owner.email })
  })

  test('reports the reason if it fails, as does the overview', async () => {
    const { own, owner } = await aServerWith('smtp://127.0.0.1:1')
    const { status, body } = await send(own, owner)
    const sentence = "127.0.0.1 isn't responding (ECONNREFUSED). Check the host and port in SMTP_URL."
    expect([status, body.code, body.error]).toEqual([502, 'EMAIL_FAILED', sentence])
    expect((await overviewOf(own, owner)).mail).toMatchObject({ isDelivered: false, problem: sentence })
  })

  test("reports that email isn't set up, and is limited to five in ten minutes", async () => {
    expect((await server.get('/api/config')).body.data.email).toBe(false)
    const answers = []
    for (let n = 0; n < 6; n++) answers.push(await send(server, admin))
    expect(answers[0]?.body.data.message).toMatch(/^Email isn't set up: /)
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 429])
    expect((await overviewOf(server, admin)).mail).toMatchObject({ isSetUp: false, isDelivered: false, problem: null })
  })
})

describe('at startup', () => {
  const warningsOf = (own: TestServer) =>
    own.logLines.map((line) => JSON.parse(line)).filter(({ level }) => level === 40)

  test("the server logs that email isn't set up", async () => {
    await server.services.emailChecks.checkSetup()
    expect(warningsOf(server).at(-1).msg).toMatch(/^Email isn't set up: .* Set SMTP_URL/)
  })

  test("the server logs a warning if the SMTP server isn't responding, but none if it accepts the login", async () => {
    const { own } = await aServerWith('smtp://127.0.0.1:1')
    await own.services.emailChecks.checkSetup()
    expect(warningsOf(own).at(-1).msg).toMatch(/^Email can't be sent: 127\.0\.0\.1 isn't responding/)

    const { own: good } = await aServerWith((await startSmtp()).smtpUrl)
    await good.services.emailChecks.checkSetup()
    expect(warningsOf(good)).toEqual([])
  })
})
