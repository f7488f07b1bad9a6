import { type App, success, successMessage } from '#server/http/app-types.ts'
import { requireViewer } from '#server/http/session.ts'
import {
  createWebhook,
  deleteWebhook,
  listDeliveries,
  listWebhooks,
  renewWebhookSecret,
  retryDelivery,
  testWebhook,
  updateWebhook,
} from '#shared/webhooks.ts'
import type { WebhookService } from './webhooks.service.ts'

export function webhookRoutes(app: App, { webhooks }: { webhooks: WebhookService }) {
  app.route({ ...listWebhooks, handler: async (request) => success(await webhooks.list(requireViewer(request))) })

  app.route({
    ...createWebhook,
    handler: async (request, reply) => {
      const created = await webhooks.create(requireViewer(request), request.body)
      return reply.code(201).send(success(created))
    },
  })

  app.route({
    ...updateWebhook,
    handler: async (request) => success(await webhooks.update(requireViewer(request), request.params.id, request.body)),
  })

  app.route({
    ...deleteWebhook,
    handler: async (request) => {
      await webhooks.remove(requireViewer(request), request.params.id)
      return successMessage('Webhook deleted')
    },
  })

  app.route({
    ...testWebhook,
    handler: async (request, reply) => {
      await webhooks.test(requireViewer(request), request.params.id)
      return reply.code(202).send(successMessage('Test message sent'))
    },
  })

  app.route({
    ...renewWebhookSecret,
    handler: async (request) => success(await webhooks.renewSecret(requireViewer(request), request.params.id)),
  })

  app.route({
    ...listDeliveries,
    handler: async (request) => success(await webhooks.listDeliveries(requireViewer(request), request.params.id)),
  })

  app.route({
    ...retryDelivery,
    handler: async (request, reply) => {
      const { id, deliveryId } = request.params
      await webhooks.retry(requireViewer(request), id, deliveryId)
      return reply.code(202).send(successMessage('Message sent again'))
    },
  })
}
