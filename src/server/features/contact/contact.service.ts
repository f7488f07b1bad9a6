import type { EmailService } from '#server/features/emails/emails.service.ts'
import { type Clock, days, instantIn, instantNow } from '#server/platform/clock.ts'
import type { Tasks } from '#server/platform/database/tasks.ts'
import { newId } from '#server/platform/ids.ts'
import type { RateLimits } from '#server/rate-limits.ts'
import type { Viewer } from '#server/viewer.ts'
import type { ContactMessage } from '#shared/contact-forms.ts'
import type { CatalogPlan } from '#shared/plans.ts'
import type { ContactRepository } from './contact.repository.ts'
import { contactEmail as contentOf } from './emails/contact.ts'

type Dependencies = {
  messages: ContactRepository
  emails: EmailService
  tasks: Tasks
  rateLimits: RateLimits
  planOf: (userId: string) => Promise<CatalogPlan>
  clock: Clock
  supportEmail: string
}

/** Stored messages can be deleted, because support also gets each one by email. */
const keptMs = days(400)

export function createContactService(dependencies: Dependencies) {
  const { messages, emails, tasks, rateLimits, planOf, clock, supportEmail } = dependencies

  type ContactEmail = { messageId: string; isPriority?: boolean }
  const emailTask = tasks.define<ContactEmail>('contact-mail', async ({ messageId, isPriority = false }) => {
    const message = await messages.find(messageId)
    if (!message) return
    const content = contentOf({ ...message, createdAt: message.created_at, isPriority })
    await emails.send({ kind: 'contact', to: supportEmail, replyTo: message.email, content })
  })

  return {
    async send(viewer: Viewer | undefined, message: ContactMessage, network: string) {
      await rateLimits.contactMessages.takeOrThrow({ network })
      const id = newId()
      const record = { ...message, id, userId: viewer?.userId ?? null, createdAt: instantNow(clock) }
      const isPriority = viewer !== undefined && (await planOf(viewer.userId)).allows.prioritySupport
      await messages.insert(record, emailTask({ messageId: id, isPriority }))
      tasks.nudge()
      return emails.isDelivered
        ? 'Your message has been sent'
        : "Your message is saved, but email isn't set up on this server, so no one has been notified."
    },

    removeOld: () => messages.removeBefore(instantIn(clock, -keptMs)),
  }
}
export type ContactService = ReturnType<typeof createContactService>
