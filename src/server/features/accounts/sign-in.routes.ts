import { type App, success, successMessage } from '#server/http/app-types.ts'
import { clientOf, requireViewer } from '#server/http/session.ts'
import {
  addPasskey,
  cancelEmailChange,
  confirmEmailChange,
  confirmSecondFactor,
  getPasskeyCreationOptions,
  getPasskeyLoginOptions,
  getSignIn,
  loginWithPasskey,
  reauthenticate,
  removeIdentity,
  removePasskey,
  renamePasskey,
  renewRecoveryCodes,
  requestEmailChange,
  startSecondFactor,
  stopSecondFactor,
} from '#shared/sign-in.ts'
import type { AccountService } from './accounts.service.ts'
import type { EmailChangeService } from './email-changes.service.ts'
import type { IdentityService } from './identities.service.ts'
import type { PasskeyService } from './passkeys.service.ts'
import type { SecondFactorService } from './second-factors.service.ts'
import type { SessionService } from './sessions.service.ts'
import type { SignInService } from './sign-in.service.ts'

type Services = {
  accounts: AccountService
  sessions: SessionService
  identities: IdentityService
  signIn: SignInService
  emailChanges: EmailChangeService
  secondFactors: SecondFactorService
  passkeys: PasskeyService
}

export function signInRoutes(app: App, services: Services) {
  const { signIn, sessions, identities } = services

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

  emailChangeRoutes(app, services)
  secondFactorRoutes(app, services)
  passkeyRoutes(app, services)
}

function emailChangeRoutes(app: App, { emailChanges }: Services) {
  app.route({
    ...requestEmailChange,
    handler: async (request, reply) => {
      const message = await emailChanges.request(requireViewer(request), request.body.email)
      return reply.code(202).send(successMessage(message))
    },
  })

  app.route({
    ...cancelEmailChange,
    handler: async (request) => {
      await emailChanges.cancel(requireViewer(request))
      return successMessage('Your email address stays the same')
    },
  })

  app.route({
    ...confirmEmailChange,
    handler: async (request) => {
      await emailChanges.confirm(request.params.token)
      return successMessage('Your email address has been changed. Log in with the new one.')
    },
  })
}

function secondFactorRoutes(app: App, { secondFactors }: Services) {
  app.route({
    ...startSecondFactor,
    handler: async (request) => success(await secondFactors.start(requireViewer(request))),
  })

  app.route({
    ...confirmSecondFactor,
    handler: async (request) => success(await secondFactors.confirm(requireViewer(request), request.body.code)),
  })

  app.route({
    ...renewRecoveryCodes,
    handler: async (request) => success(await secondFactors.renewRecoveryCodes(requireViewer(request))),
  })

  app.route({
    ...stopSecondFactor,
    handler: async (request) => {
      await secondFactors.stop(requireViewer(request))
      return successMessage('Logging in no longer takes a code')
    },
  })
}

function passkeyRoutes(app: App, { accounts, passkeys }: Services) {
  app.route({
    ...getPasskeyCreationOptions,
    handler: async (request) => success(await passkeys.creationOptions(requireViewer(request))),
  })

  app.route({
    ...addPasskey,
    handler: async (request, reply) =>
      reply.code(201).send(success(await passkeys.add(requireViewer(request), request.body))),
  })

  app.route({
    ...renamePasskey,
    handler: async (request) =>
      success(await passkeys.rename(requireViewer(request), request.params.id, request.body.name)),
  })

  app.route({
    ...removePasskey,
    handler: async (request) => {
      await passkeys.remove(requireViewer(request), request.params.id)
      return successMessage('Passkey removed')
    },
  })

  app.route({ ...getPasskeyLoginOptions, handler: async () => success(await passkeys.requestOptions()) })

  app.route({
    ...loginWithPasskey,
    handler: async (request) => ({
      success: true as const,
      ...(await accounts.loginWithPasskey(request.body, clientOf(request))),
    }),
  })
}
