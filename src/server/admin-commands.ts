import type { AdministeredUser } from '#shared/administered-users.ts'
import { AppError } from '#shared/errors.ts'
import { auditEntry } from './platform/database/audit.ts'
import type { Services } from './services.ts'

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

export const commands: Record<string, { needsEmail: boolean | 'optional'; run: Command }> = {
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
      await services.users.sendReset(actor, _id)
      return done(email, 'the password reset email goes out within a minute if the server is running')
    },
  },
  'test-email': {
    needsEmail: 'optional',
    async run({ users, emailChecks }, { email }) {
      const recipients = email ? [email] : await users.listAdministrators()
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
