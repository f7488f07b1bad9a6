import { createServer, type Server, type Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'
import { afterEach, expect, test, vi } from 'vitest'
import { createMailer, type Mailer } from './mailer.ts'
import { createSmtpMailer } from './smtp.ts'

const from = 'Framelight <hello@framelight.example>'
const mail = { to: 'ann@example.com', subject: 'Hi', text: 'Hello' }
const closing: (() => Promise<unknown> | unknown)[] = []

afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close()
})

const portOf = (server: Server) => (server.address() as { port: number }).port

async function startServer(options: SMTPServerOptions = {}) {
  const received: { to: string[]; message: string }[] = []
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    onData(stream, session, done) {
      text(stream).then((message) => {
        received.push({ to: session.envelope.rcptTo.map(({ address }) => address), message })
        done()
      }, done)
    },
    ...options,
  })
  // Some of these tests disconnect in the middle.
  server.on('error', () => {})
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()))
  closing.push(() => new Promise<void>((resolve) => server.close(() => resolve())))
  return { url: `smtp://127.0.0.1:${portOf(server.server)}`, received }
}

function track(mailer: Mailer): Mailer {
  closing.push(() => mailer.close())
  return mailer
}

test('the server receives the email, with umlauts in the subject', async () => {
  const { url, received } = await startServer()
  const mailer = track(createMailer({ kind: 'smtp', url, from }))

  await mailer.send({ to: 'ann@example.com', subject: 'Grüße', text: 'Schöne Bilder', replyTo: 'bob@example.com' })

  expect(received).toHaveLength(1)
  expect(received[0]?.to).toEqual(['ann@example.com'])
  expect(received[0]?.message).toContain('Subject: =?UTF-8?Q?Gr=C3=BC=C3=9Fe?=\r\n')
  expect(received[0]?.message).toContain('Reply-To: bob@example.com\r\n')
})

test.each([
  ['a line break in the subject', { subject: 'Hi\r\nBcc: eve@example.com' }],
  ['a line break in the reply address', { replyTo: 'bob@example.com\r\nBcc: eve@example.com' }],
  ['a bare line feed in the reply address', { replyTo: 'bob@example.com\nBcc: eve@example.com' }],
])("%s can't add a header or recipient", async (_, attempt) => {
  const { url, received } = await startServer()
  const mailer = track(createSmtpMailer({ url, from }))

  await mailer.send({ ...mail, ...attempt })

  expect(received[0]?.to).toEqual(['ann@example.com'])
  expect(received[0]?.message).not.toMatch(/^Bcc:/im)
})

test.each([
  ['a comma', 'ann@example.com, eve@example.com'],
  ['a line break', 'ann@example.com\r\nRCPT TO:<eve@example.com>'],
])("%s in the address can't add a recipient", async (_, to) => {
  const { url, received } = await startServer()
  const mailer = track(createSmtpMailer({ url, from }))

  await mailer.send({ ...mail, to }).catch(() => {})

  expect(received.flatMap((message) => message.to).filter((address) => address === 'eve@example.com')).toEqual([])
  expect(received.every((message) => message.to.length === 1)).toBe(true)
})

test('the server receives all 30 concurrent emails', async () => {
  const { url, received } = await startServer()
  const mailer = track(createSmtpMailer({ url, from }))

  await Promise.all(Array.from({ length: 30 }, (_, i) => mailer.send({ ...mail, to: `${i}@example.com` })))

  expect(new Set(received.flatMap(({ to }) => to)).size).toBe(30)
})

test('verify() connects without sending an email', async () => {
  const { url, received } = await startServer()
  await track(createSmtpMailer({ url, from })).verify()
  expect(received).toEqual([])
})

const refused = (done: (error: Error) => void) => done(new Error('go away'))
test.each<[string, SMTPServerOptions, string]>([
  [
    'a wrong password',
    { disabledCommands: ['STARTTLS'], authOptional: false, onAuth: (_auth, _session, done) => refused(done) },
    '127.0.0.1 rejected the username or password. Check SMTP_URL. (535 go away)',
  ],
  [
    'a rejected sender',
    { onMailFrom: (_address, _session, done) => refused(done) },
    '127.0.0.1 rejected the sender. Check MAIL_FROM. (550 go away)',
  ],
  [
    'a rejected recipient',
    { onRcptTo: (_address, _session, done) => refused(done) },
    '127.0.0.1 rejected the recipient. (550 go away)',
  ],
  [
    'a rejected email',
    { onData: (stream, _session, done) => stream.resume().on('end', () => refused(done)) },
    '127.0.0.1 rejected the email. (450 go away)',
  ],
])('%s is explained in a sentence', async (_, options, sentence) => {
  const { url } = await startServer(options)
  const mailer = track(createSmtpMailer({ url: url.replace('//', '//ann:secret@'), from }))
  await expect(mailer.send(mail)).rejects.toThrow(sentence)
})

test('a self-signed certificate is explained in a sentence and can be allowed in the URL', async () => {
  // The server warns that the key of its sample certificate is public.
  vi.spyOn(console, 'error').mockImplementationOnce(() => {})
  const { url, received } = await startServer({ secure: true })
  const secure = url.replace('smtp:', 'smtps:')
  const sentence = "127.0.0.1 uses a certificate that isn't trusted. Set NODE_EXTRA_CA_CERTS"
  await expect(track(createSmtpMailer({ url: secure, from })).send(mail)).rejects.toThrow(sentence)

  await track(createSmtpMailer({ url: `${secure}?tls.rejectUnauthorized=false`, from })).send(mail)
  expect(received).toHaveLength(1)
})

test('a rejected recipient throws an error', async () => {
  const { url } = await startServer({ onRcptTo: (_address, _session, done) => done(new Error('No such user')) })
  const mailer = track(createSmtpMailer({ url, from }))

  await expect(mailer.send(mail)).rejects.toThrow('No such user')
})

test('an unreachable server throws an error', async () => {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `smtp://127.0.0.1:${portOf(server)}`
  await new Promise((resolve) => server.close(resolve))
  const mailer = track(createSmtpMailer({ url, from }))

  await expect(mailer.send(mail)).rejects.toThrow()
})

test.each([
  ['before its greeting', ''],
  ['after its greeting', '220 mail.example ready\r\n'],
])('a server that hangs %s causes a timeout', async (_, greeting) => {
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => {}).write(greeting)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  closing.push(() => {
    for (const socket of sockets) socket.destroy()
    return new Promise((resolve) => server.close(resolve))
  })
  const mailer = track(createSmtpMailer({ url: `smtp://127.0.0.1:${portOf(server)}`, from, timeoutMs: 200 }))

  await expect(mailer.send(mail)).rejects.toThrow()
})
