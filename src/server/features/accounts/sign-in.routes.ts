import { type App, success } from '#server/http/app-types.ts'
import { clientOf, requireViewer } from '#server/http/session.ts'
import { getSignIn, reauthenticate } from '#shared/sign-in.ts'
import type { SignInService } from './sign-in.service.ts'

export function signInRoutes(app: App, { signIn }: { signIn: SignInService }) {
  app.route({ ...getSignIn, handler: async (request) => success(await signIn.read(requireViewer(request))) })

  app.route({
    ...reauthenticate,
    handler: async (request) =>
      success(await signIn.reauthenticate(requireViewer(request), request.body, clientOf(request))),
  })
}
