import { parseArgs } from 'node:util'
import { pino } from 'pino'
import { readConfig } from '#server/config.ts'
import { auditEntry } from '#server/features/accounts/audit.service.ts'
import { openExistingDatabase } from '#server/platform/database/database.ts'
import { createStorage } from '#server/platform/storage/create-storage.ts'
import { createServices, type Services } from '#server/services.ts'
import type { AdministeredUser } from '#shared/administered-users.ts'
import { AppError } from '#shared/errors.ts'
import { emailMaxLength } from '#shared/limits.ts'
import { emailAddress } from '#shared/text.ts'
import { misuseIn, sentenceOf, warnOfUnknownSettings } from './run-command.ts'

const usage = `Usage: npm run admin -- COMMAND [EMAIL] [--json]

  users              list all accounts
  user EMAIL         show one account
  create EMAIL       create an account and print a link for setting its password (--name NAME)
  grant EMAIL        make someone an administrator
  revoke EMAIL       remove someone's administrator role
  disable EMAIL      sign someone out everywhere and close their links; deletes nothing
  enable EMAIL       undo disable
  reset EMAIL        send a password reset email
  second-factor-off EMAIL
                     let someone log in without a code, if they've lost their authenticator app
  test-email [EMAIL] send a test email to EMAIL or to every administrator, and report the result
  daily-mail         send today's daily emails now

  --json             print a single JSON value
  --help             print this help

Works alongside a running server, on the database set by DATA_DIR or DATABASE_URL. Exit codes: 0 success, 1 failure, 2 invalid arguments.
`

/** The command prints `value` with --json and `text` without it. */
type Answer = { value: unknown; text: string }
type Command = (services: Services, options: { email: string; name: string; publicUrl: string }) => Promise<Answer>

const actor = 'command line'

async function requireUser({ users }: Services, email: string) {
  const user = await users.findByEmail(email)
  if (!user) throw new AppError('NOT_FOUND', `There's no account for ${email}.`)
  return user
}

const describeUser = ({ email, name, plan, usage, isAdmin, isDisabled, isConfirmed, createdAt }: ListedUser) =>
  [
    `${email}: ${name}, ${plan}, ${usage.links} links, ${usage.images} images, since ${createdAt.slice(0, 10)}`,
    isAdmin && 'administrator',
    isDisabled && 'disabled',
    !isConfirmed && 'not confirmed',
  ]
    .filter(Boolean)
    .join(', ')
type ListedUser = Pick<
  AdministeredUser,
  'email' | 'name' | 'plan' | 'usage' | 'isAdmin' | 'isDisabled' | 'isConfirmed' | 'createdAt'
>

const done = (email: string, text: string): Answer => ({ value: { email, done: text }, text: `${email}: ${text}` })

async function users({ users }: Services): Promise<Answer> {
  const all: ListedUser[] = []
  for (let cursor: string | undefined; ; ) {
    const page: { data: ListedUser[]; nextCursor?: string } = await users.list({ cursor })
    all.push(...page.data)
    if (!page.nextCursor) return { value: all, text: all.map(describeUser).join('\n') || 'No accounts yet.' }
    cursor = page.nextCursor
  }
}

const commands: Record<string, { needsEmail: boolean | 'optional'; run: Command }> = {
  users: { needsEmail: false, run: users },
  user: {
    needsEmail: true,
    async run(services, { email }) {
      const user = await requireUser(services, email)
      return { value: user, text: describeUser(user) }
    },
  },
  create: {
    needsEmail: true,
    async run({ registrations, clock }, { email, name, publicUrl }) {
      const audit = auditEntry(clock, { actor, action: 'create', subject: email })
      const { user, token } = await registrations.create({ email, name }, audit)
      const url = `${publicUrl}/reset-password/${token}`
      const role = user.isAdmin ? 'administrator account' : 'account'
      const text = `${email}: ${role} created. They can set a password at this link, once, within seven days:\n${url}`
      return { value: { ...user, url }, text }
    },
  },
  grant: {
    needsEmail: true,
    async run(services, { email }) {
      const { _id } = await requireUser(services, email)
      await services.users.setAdmin(actor, _id, true)
      return done(email, 'is an administrator')
    },
  },
  revoke: {
    needsEmail: true,
    async run(services, { email }) {
      const { _id } = await requireUser(services, email)
      await services.users.setAdmin(actor, _id, false)
      return done(email, 'is no longer an administrator')
    },
  },
  disable: {
    needsEmail: true,
    async run(services, { email }) {
      const { _id } = await requireUser(services, email)
      await services.users.change(actor, _id, { isDisabled: true })
      return done(email, 'disabled; signed out everywhere, and their links are closed')
    },
  },
  enable: {
    needsEmail: true,
    async run(services, { email }) {
      const { _id } = await requireUser(services, email)
      await services.users.change(actor, _id, { isDisabled: false })
      return done(email, 'enabled; their links work again')
    },
  },
  reset: {
    needsEmail: true,
    async run(services, { email }) {
      const { _id } = await requireUser(services, email)
      const { link } = await services.users.sendReset(actor, _id)
      if (!link) return done(email, 'the password reset email goes out within a minute if the server is running')
      const text = "email isn't set up. They can set a password at this link, once, within a day:"
      return { value: { email, done: text, url: link.url }, text: `${email}: ${text}\n${link.url}` }
    },
  },
  'second-factor-off': {
    needsEmail: true,
    async run(services, { email }) {
      const { _id } = await requireUser(services, email)
      const wasOn = await services.users.turnOffSecondFactor(actor, _id)
      return done(email, wasOn ? 'can log in without a code' : "doesn't use codes")
    },
  },
  'test-email': {
    needsEmail: 'optional',
    async run({ accounts, emailChecks }, { email }) {
      const recipients = email ? [email] : await accounts.listAdministrators()
      if (recipients.length === 0)
        throw new AppError('NOT_FOUND', 'There are no administrators. Pass an email address.')
      const sentences: string[] = []
      for (const recipient of recipients) sentences.push(await emailChecks.send(actor, recipient))
      return { value: { recipients, done: sentences }, text: sentences.join('\n') }
    },
  },
  'daily-mail': {
    needsEmail: false,
    async run({ notificationEmails }) {
      const sent = await notificationEmails.sendDaily()
      return { value: { sent }, text: sent === 1 ? '1 daily email sent' : `${sent} daily emails sent` }
    },
  },
}

process.exitCode = await main()

async function main() {
  const parsed = readArguments()
  if (parsed === 'help') return print(process.stdout, usage, 0)
  if (typeof parsed === 'string') return print(process.stderr, `${parsed}\n\n${usage}`, 2)
  const { command, options, isJson } = parsed
  warnOfUnknownSettings()
  try {
    const { value, text } = await withServices((services, publicUrl) =>
      command.run(services, { ...options, publicUrl }),
    )
    return print(process.stdout, `${isJson ? JSON.stringify(value) : text}\n`, 0)
  } catch (error) {
    const sentence = error instanceof AppError ? error.message : sentenceOf(error)
    return isJson
      ? print(process.stdout, `${JSON.stringify({ error: sentence })}\n`, 1)
      : print(process.stderr, `${sentence}\n`, 1)
  }
}

function print(stream: NodeJS.WriteStream, text: string, exitCode: number) {
  stream.write(text)
  return exitCode
}

function readArguments() {
  try {
    const { values, positionals } = parseArgs({
      options: { json: { type: 'boolean' }, help: { type: 'boolean' }, name: { type: 'string' } },
      allowPositionals: true,
    })
    const [name = '', given = '', ...others] = positionals
    if (values.help || name === 'help') return 'help'
    const command = Object.hasOwn(commands, name) ? commands[name] : undefined
    if (!command) return name ? `There's no command ${name}.` : 'Which command?'
    const isGiven = given !== ''
    if ((command.needsEmail !== 'optional' && command.needsEmail !== isGiven) || others.length > 0) {
      return command.needsEmail ? `Pass one email address: ${name} EMAIL` : `${name} doesn't take an email address.`
    }
    const { success, data: email = '' } = emailAddress(emailMaxLength).safeParse(given)
    if (isGiven && !success) return `${given} isn't an email address.`
    const options = { email, name: values.name?.trim() || (email.split('@')[0] ?? email) }
    return { command, options, isJson: values.json ?? false }
  } catch (error) {
    return misuseIn(error) ?? (error as Error).message
  }
}

/** Doesn't start the background jobs, because the running server sends queued emails. */
async function withServices<T>(work: (services: Services, publicUrl: string) => Promise<T>) {
  const config = readConfig(process.env)
  const db = await openExistingDatabase(config.database)
  try {
    const { storage: options } = config
    const storage = await createStorage(options.kind === 'disk' ? { ...options, isGuest: true } : options)
    const services = await createServices({ config, db, storage, log: pino({ level: 'silent' }) })
    try {
      return await work(services, config.publicUrl)
    } finally {
      await services.close()
    }
  } finally {
    await db.destroy()
  }
}
