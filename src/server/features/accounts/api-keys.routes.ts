import { type App, success, successMessage } from '#server/http/app-types.ts'
import { requireViewer } from '#server/http/session.ts'
import { createApiKey, getCurrentApiKey, listApiKeys, revokeApiKey, updateApiKey } from '#shared/api-keys.ts'
import type { ApiKeyService } from './api-keys.service.ts'

export function apiKeyRoutes(app: App, { apiKeys }: { apiKeys: ApiKeyService }) {
  app.route({ ...listApiKeys, handler: async (request) => success(await apiKeys.list(requireViewer(request))) })

  app.route({
    ...createApiKey,
    handler: async (request, reply) => {
      const created = await apiKeys.create(requireViewer(request), request.body)
      return reply.code(201).send(success(created))
    },
  })

  app.route({
    ...getCurrentApiKey,
    handler: async (request) => success(await apiKeys.getCurrent(requireViewer(request))),
  })

  app.route({
    ...updateApiKey,
    handler: async (request) => success(await apiKeys.rename(requireViewer(request), request.params.id, request.body)),
  })

  app.route({
    ...revokeApiKey,
    handler: async (request) => {
      await apiKeys.revoke(requireViewer(request), request.params.id)
      return successMessage('API key revoked')
    },
  })
}
