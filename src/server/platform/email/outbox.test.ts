import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createMailer, type Mailer } from './mailer.ts'

const from = 'Framelight <hello@framelight.example>'
let dir: string
let logged: { to: string; file: string }[]
let mailer: Mailer

beforeEach(async () => {
  dir = join(await mkdtemp(join(tmpdir(), 'outbox-')), 'outbox')
  logged = []
  mailer = createMailer({ kind: 'outbox', dir, from, log: (entry) => logged.push(entry) })
})

afterEach(async () => {
  await mailer.close()
  await rm(join(dir, '..'), { recursive: true })
})

async function onlyMail() {
  const [file = '', ...others] = await readdir(dir)
  expect(others).toEqual([])
  const [head = '', body = ''] = (await readFile(join(dir, file), 'utf8')).split('\r\n\r\n')
  return { head, body }
}

test("an email is written as a complete message to a file that only the server's OS user can read", async () => {
  await mailer.send({ to: 'ann@example.com', subject: 'Welcome', text: 'Hello Ann' })

  const { head, body } = await onlyMail()
  expect(head.split('\r\n')).toEqual(
    expect.arrayContaining([`From: ${from}`, 'To: ann@example.com', 'Subject: Welcome', 'MIME-Version: 1.0']),
  )
  expect(head).toMatch(/^Date: .+\r\n/m)
  expect(body.trimEnd()).toBe('Hello Ann')
  const [file = ''] = await readdir(dir)
  expect(file).toMatch(/\.eml$/)
  expect((await stat(join(dir, file))).mode & 0o777).toBe(0o600)
})

test('umlauts in the subject and the text are encoded', async () => {
  await mailer.send({ to: 'ann@example.com', subject: 'Grüße', text: 'Schöne Bilder' })

  const { head, body } = await onlyMail()
  expect(head).toContain('Subject: =?UTF-8?Q?Gr=C3=BC=C3=9Fe?=')
  expect(body).toContain('Sch=C3=B6ne Bilder')
})

test.each([
  [
    'subject',
    { to: 'ann@example.com', subject: 'Hi\r\nBcc: eve@example.com\r\n\r\nhello', replyTo: 'bob@example.com' },
  ],
  ['reply address', { to: 'ann@example.com', subject: 'Hi', replyTo: 'bob@example.com\r\nBcc: eve@example.com' }],
  ['recipient', { to: 'ann@example.com\nBcc: eve@example.com', subject: 'Hi', replyTo: 'bob@example.com' }],
])("a line break in the %s can't add a header", async (_, mail) => {
  await mailer.send({ ...mail, text: 'Hello' })

  const { head, body } = await onlyMail()
  const names = head.split(/\r\n(?!\s)/).map((line) => line.split(':')[0])
  const expected = ['From', 'To', 'Reply-To', 'Subject', 'Message-ID', 'Content-Transfer-Encoding']
  expect(names).toEqual([...expected, 'Date', 'MIME-Version', 'Content-Type'])
  expect(body.trimEnd()).toBe('Hello')
})

test('an email with an unsubscribe URL has the one-click headers', async () => {
  const leaveUrl = `https://photos.example/follow/${'long-'.repeat(30)}/leave`
  await mailer.send({ to: 'ann@example.com', subject: 'News', text: 'Hello', leaveUrl })

  const { head } = await onlyMail()
  const lines = head.replaceAll(/\r\n\s/g, ' ').split('\r\n')
  expect(lines).toContain(`List-Unsubscribe: <${leaveUrl}>`)
  expect(lines).toContain('List-Unsubscribe-Post: List-Unsubscribe=One-Click')
})

test('file names sort in sending order', async () => {
  for (let i = 0; i < 20; i++) await mailer.send({ to: `${i}@example.com`, subject: 'Hi', text: 'Hello' })

  const files = (await readdir(dir)).sort()
  expect(files).toEqual(logged.map(({ file }) => file))
  expect(logged.map(({ to }) => to)).toEqual(Array.from({ length: 20 }, (_, i) => `${i}@example.com`))
})

test('the log contains the recipient and the file, but never the text', async () => {
  await mailer.send({ to: 'ann@example.com', subject: 'Reset', text: 'secret-token' })

  expect(logged).toEqual([{ to: 'ann@example.com', file: (await readdir(dir))[0] }])
})

test("an email that can't be written throws an error and isn't logged", async () => {
  const file = join(dir, '..', 'file')
  await writeFile(file, '')
  const broken = createMailer({ kind: 'outbox', dir: file, from, log: (entry) => logged.push(entry) })

  await expect(broken.send({ to: 'ann@example.com', subject: 'Hi', text: 'Hello' })).rejects.toThrow()
  expect(logged).toEqual([])
})
