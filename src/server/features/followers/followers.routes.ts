import { type App, success, successMessage } from '#server/http/app-types.ts'
import { withOneClickForms } from '#server/http/forms.ts'
import { callerOf } from '#server/http/passes.ts'
import { requireViewer } from '#server/http/session.ts'
import { confirmFollowing, countFollowers, followLink, getFollowing, unfollowLink } from '#shared/followers.ts'
import type { FollowerService } from './followers.service.ts'

export async function followerRoutes(app: App, { followers }: { followers: FollowerService }) {
  app.route({
    ...followLink,
    handler: async (request, reply) => {
      const gallery = { slug: request.params.slug, caller: callerOf(request), network: request.network }
      return reply.code(202).send(successMessage(await followers.request(gallery, request.body.email)))
    },
  })

  app.route({
    ...countFollowers,
    handler: async (request) => success(await followers.count(requireViewer(request), request.params.id)),
  })

  app.route({
    ...getFollowing,
    handler: async (request) => success(await followers.find(request.params.token, request.domain)),
  })

  app.route({
    ...confirmFollowing,
    handler: async (request, reply) => {
      reply.header('cache-control', 'no-store')
      return success(await followers.confirm(request.params.token, request.domain))
    },
  })

  await withOneClickForms(app, (scope) => {
    scope.route({
      ...unfollowLink,
      handler: async (request, reply) => {
        reply.header('cache-control', 'no-store')
        await followers.leave(request.params.token, request.domain)
        return successMessage("You're unsubscribed. We've deleted your email address.")
      },
    })
  })
}
