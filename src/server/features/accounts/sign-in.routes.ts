import { type App, success, successMessage } from '#server/http/app-types.ts'
import { clientOf, requireViewer } from '#server/http/session.ts'
import { getSignIn, reauthenticate, removeIdentity } from '#shared/sign-in.ts'
import type { IdentityService } from './identities.service.ts'
import type { SessionService } from './sessions.service.ts'
import type { SignInService } from './sign-in.service.ts'

type Services = { signIn: SignInService; sessions: SessionService; identities: IdentityService }

export function signInRoutes(app: App, { signIn, sessions, identities }: Services) {
  app.route({ ...getSignIn, handler: async (request) => success(await signIn.read(requireViewer(request))) })

  app.route({
    ...reauthenticate,
    handler: async (request) =>
      success(await signIn.reauthenticate(requireViewer(request), request.body, clientOf(request))),
  })

  app.route({
    ...removeIdentity,
    handler: async (request) => {
      const viewer = requireViewer(request)
      await sessions.requireRecent(viewer)
      await identities.remove(viewer, request.params.identityId)
      return successMessage('Disconnected')
    },
  })
}
