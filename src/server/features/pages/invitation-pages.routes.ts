import type { FastifyReply, FastifyRequest } from 'fastify'
import type { InvitationService } from '#server/features/access/invitations.service.ts'
import type { App } from '#server/http/app-types.ts'
import { explain } from '#server/http/errors.ts'
import { withForms } from '#server/http/forms.ts'
import { callerOf, type PassCookies } from '#server/http/passes.ts'
import { clientOf } from '#server/http/session.ts'
import { createUserAgentReader } from '#server/platform/user-agent.ts'
import { galleryPath } from '#server/viewer.ts'
import { statusOf } from '#shared/errors.ts'
import { renderInvitationPage } from './invitation-page.ts'

type Dependencies = { invitations: InvitationService; passCookies: PassCookies; font: string | undefined }
type Invited = FastifyRequest<{ Params: { token: string } }>

const html = 'text/html; charset=utf-8'

const closedPages: Record<number, { title: string; sentence: string }> = {
  403: { title: 'Invitation revoked', sentence: 'The sender has revoked this link. Contact them for a new one.' },
  404: {
    title: 'Invitation not found',
    sentence: 'The link may be incomplete. Ask the sender to send it again.',
  },
  410: { title: 'Invitation expired', sentence: 'Ask the sender to extend it.' },
}

/** Opening an invitation URL grants a pass and redirects to the gallery. */
export async function invitationPageRoutes(app: App, { invitations, passCookies, font }: Dependencies) {
  const describe = createUserAgentReader()

  async function enter(request: FastifyRequest, reply: FastifyReply) {
    const { token } = (request as Invited).params
    const { slug, held } = await invitations.enter(token, callerOf(request))
    passCookies.set(reply, held)
    return reply.redirect(galleryPath(slug, request.domain), 303)
  }

  /** Bots, chat previews and prefetching browsers don't get a pass and aren't counted as visits. */
  async function open(request: FastifyRequest, reply: FastifyReply) {
    const { token } = (request as Invited).params
    const { link } = await invitations.open(token, request.domain)
    const { userAgent, purpose } = clientOf(request)
    if (request.method === 'HEAD') return reply.redirect(galleryPath(link.slug, request.domain), 303)
    if (purpose !== undefined) return reply.code(204).send()
    if (!describe(userAgent).isMachine) return enter(request, reply)
    return reply.type(html).send(
      renderInvitationPage({
        font,
        title: link.title,
        sentence: "You're invited to view photos.",
        galleryTitle: link.title,
        enterAt: `/i/${token}`,
      }),
    )
  }

  const options = {
    config: { keyScope: 'never' as const, isOnDomains: true },
    schema: { hide: true },
    errorHandler(error: unknown, request: FastifyRequest, reply: FastifyReply) {
      const { code, message, details } = explain(error, request)
      if (details.retryAfterSeconds !== undefined) reply.header('retry-after', details.retryAfterSeconds)
      const status = statusOf[code]
      const page = closedPages[status] ?? { title: 'Something went wrong', sentence: message }
      return reply
        .code(status)
        .type(html)
        .header('cache-control', 'no-store')
        .send(renderInvitationPage({ ...page, font }))
    },
  }
  app.get('/i/:token', options, (request, reply) => open(request, reply.header('cache-control', 'no-store')))
  await withForms(app, (scope) => {
    scope.post('/i/:token', options, (request, reply) => enter(request, reply.header('cache-control', 'no-store')))
  })
}
