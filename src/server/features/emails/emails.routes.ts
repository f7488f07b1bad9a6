import type { FastifyReply, FastifyRequest } from 'fastify'
import type { App } from '#server/http/app-types.ts'
import { explain } from '#server/http/errors.ts'
import { withOneClickForms } from '#server/http/forms.ts'
import { renderPlainPage } from '#server/platform/plain-page.ts'
import { statusOf } from '#shared/errors.ts'
import type { EmailOptOutService } from './email-opt-outs.service.ts'
import { onPage, startedPage, stoppedPage } from './opt-out-pages.ts'

type ByToken = { Params: { token: string } }
type Page = Omit<Parameters<typeof renderPlainPage>[0], 'font'>
type Dependencies = { emailOptOuts: EmailOptOutService; font: string | undefined }

/** A GET request must not change anything, because email scanners open every link. */
export async function emailRoutes(app: App, { emailOptOuts, font }: Dependencies) {
  const { host } = emailOptOuts

  const answer = (reply: FastifyReply, page: Page) =>
    reply
      .type('text/html; charset=utf-8')
      .header('cache-control', 'no-store')
      .send(renderPlainPage({ ...page, font }))

  const options = {
    config: { keyScope: 'never' as const },
    schema: { hide: true },
    errorHandler(error: unknown, request: FastifyRequest, reply: FastifyReply) {
      const { code, message } = explain(error, request)
      return answer(reply.code(statusOf[code]), { title: "This link doesn't work", sentence: message })
    },
  }

  app.get<ByToken>('/emails/stop/:token', options, async ({ params: { token } }, reply) =>
    answer(reply, (await emailOptOuts.isStoppedBy(token)) ? stoppedPage(token, host) : onPage(token, host)),
  )

  await withOneClickForms(app, (scope) => {
    const oneClick = { ...options, config: { ...options.config, isCrossSiteAllowed: true } }
    scope.post<ByToken>('/emails/stop/:token', oneClick, async ({ params: { token } }, reply) => {
      await emailOptOuts.stop(token)
      return answer(reply, stoppedPage(token, host))
    })

    scope.post<ByToken>('/emails/start/:token', options, async ({ params: { token } }, reply) => {
      await emailOptOuts.start(token)
      return answer(reply, startedPage(token, host))
    })
  })
}
