import * as z from 'zod/mini'
import { maxLinksOfWebhook, webhookUrlMaxLength } from './limits.ts'
import { requiredLine } from './text.ts'

export const webhookEvents = ['images.added', 'comment.added', 'choice.sent', 'link.closing', 'webhook.test'] as const
export type WebhookEvent = (typeof webhookEvents)[number]

const unknownEvent = `Events can be ${webhookEvents.join(', ')}`
const linkIds = 'Links must be a list of ids'

/** The server also checks where the URL leads. */
const url = requiredLine('URL', webhookUrlMaxLength)

const events = z
  .array(z.enum(webhookEvents, unknownEvent), 'Choose when to call it')
  .check(z.minLength(1, 'Choose when to call it'), z.maxLength(20, unknownEvent))

const links = z.nullable(
  z
    .array(z.string(linkIds).check(z.regex(/^[\w-]{1,100}$/, linkIds)), linkIds)
    .check(
      z.minLength(1, 'Choose at least one link'),
      z.maxLength(maxLinksOfWebhook, `A webhook can be limited to at most ${maxLinksOfWebhook} links`),
    ),
)

export const newWebhook = z.object({ url, events, links: z._default(links, null) })
export type NewWebhook = z.infer<typeof newWebhook>

export const webhookChange = z.object({
  url: z.optional(url),
  events: z.optional(events),
  links: z.optional(links),
  isActive: z.optional(z.boolean('isActive must be true or false')),
})
export type WebhookChange = z.infer<typeof webhookChange>
