import { type App, success, successMessage } from '#server/http/app-types.ts'
import { disconnectSignal } from '#server/http/connections.ts'
import { callerOf, type PassCookies } from '#server/http/passes.ts'
import { invalidField } from '#shared/errors.ts'
import { askForMoreTime } from '#shared/links.ts'
import { unlockLink } from '#shared/passes.ts'
import type { LinkService } from './links.service.ts'
import type { MoreTimeService } from './more-time.service.ts'
import type { UnlockingService } from './unlocking.service.ts'

type Services = { links: LinkService; unlocking: UnlockingService; moreTime: MoreTimeService; passCookies: PassCookies }

export function closedLinkRoutes(app: App, { links, unlocking, moreTime, passCookies }: Services) {
  app.route({
    ...unlockLink,
    handler: async (request, reply) => {
      const caller = callerOf(request)
      const { network } = request
      const link = await links.findBySlug({ slug: request.params.slug, caller, client: request })
      const { password } = request.body
      const attempt = { password, network, passTokens: caller.passTokens, signal: disconnectSignal(reply) }
      const opened = await unlocking.unlock(link, attempt)
      if (!opened) throw invalidField('password', "This gallery doesn't need a password")
      passCookies.set(reply, opened.held)
      return success({ pass: opened.token })
    },
  })

  app.route({
    ...askForMoreTime,
    handler: async (request, reply) => {
      const gallery = { slug: request.params.slug, caller: callerOf(request), network: request.network }
      const opened = await moreTime.ask(gallery, request.body)
      if (!opened) return reply.code(202).send(successMessage("We've passed on your message."))
      return success(opened)
    },
  })
}
