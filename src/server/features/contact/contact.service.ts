import { type Clock, hours, instantNow } from '#server/platform/clock.ts'
import type { Tasks } from '#server/platform/database/tasks.ts'
import { newId } from '#server/platform/ids.ts'
import type { Mailer } from '#server/platform/mail/mail.ts'
import { createRateLimiter } from '#server/platform/rate-limiter.ts'
import type { Viewer } from '#server/viewer.ts'
import type { ContactMessage } from '#shared/contact.ts'
import { AppError } from '#shared/errors.ts'
import type { ContactRepository } from './contact.repository.ts'

type Dependencies = {
  messages: ContactRepository
  mailer: Mailer
  tasks: Tasks
  clock: Clock
  supportEmail: string
}

export function createContactService({ messages, mailer, tasks, clock, supportEmail }: Dependencies) {
  const sent = createRateLimiter({ clock, limit: 10, windowMs: hours(1) })

  const contactMail = tasks.define<{ messageId: string }>('contact-mail', async ({ messageId }) => {
    const message = await messages.find(messageId)
    if (!message) return
    await mailer.send({
      to: supportEmail,
      replyTo: message.email,
      subject: message.subject,
      text: `${message.message}\n\n${message.name} <${message.email}>, ${message.created_at}`,
    })
  })

  return {
    async send(viewer: Viewer | undefined, message: ContactMessage, address: string) {
      const retryAfterSeconds = sent.take(address)
      if (retryAfterSeconds > 0) {
        throw new AppError('RATE_LIMITED', 'Too many messages from here. Try again in an hour.', { retryAfterSeconds })
      }
      const id = newId()
      const record = { ...message, id, userId: viewer?.userId ?? null, createdAt: instantNow(clock) }
      await messages.insert(record, contactMail({ messageId: id }))
      tasks.nudge()
    },
  }
}
export type ContactService = ReturnType<typeof createContactService>
