import type { FastifyReply } from 'fastify'
import type { App } from '#server/http/app-types.ts'
import { withForms } from '#server/http/forms.ts'
import { type CheckoutPageOptions, renderSandboxCheckout } from './sandbox-checkout-page.ts'
import type { CheckoutView, SandboxCheckoutService } from './sandbox-checkouts.service.ts'

type Params = { Params: { sessionId: string } }

/** Like a real provider's page, this one is outside the app and needs no session, because its URL can't be guessed. */
export async function sandboxCheckoutRoutes(
  app: App,
  { sandboxCheckouts, font }: { sandboxCheckouts: SandboxCheckoutService; font?: string | undefined },
) {
  await withForms(app, (scope) => {
    const route = { config: { keyScope: 'never' }, schema: { hide: true } } as const
    scope.get<Params & { Querystring: { card?: string } }>('/checkout/:sessionId', route, async (request, reply) => {
      const isFilled = request.query.card === 'test'
      return answer(reply, await sandboxCheckouts.view(request.params.sessionId), { font, isFilled })
    })
    scope.post<Params>('/checkout/:sessionId', route, async (request, reply) =>
      answer(reply, await sandboxCheckouts.send(request.params.sessionId, request.body), { font }),
    )
  })
}

function answer(reply: FastifyReply, view: CheckoutView, options: CheckoutPageOptions) {
  reply.header('cache-control', 'no-store')
  if (view.step === 'paid') return reply.redirect(`/subscription/success?session_id=${view.sessionId}`, 303)
  return reply.code(statusOf(view)).type('text/html; charset=utf-8').send(renderSandboxCheckout(view, options))
}

function statusOf(view: CheckoutView) {
  if (view.step === 'missing') return 404
  if (view.step === 'expired') return 410
  if (view.step !== 'card') return 200
  return view.problems ? 400 : view.refusal ? 402 : 200
}
