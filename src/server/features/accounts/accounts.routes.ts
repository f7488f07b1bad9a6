import { type App, success, successMessage } from '#server/http/app-types.ts'
import { disconnectSignal } from '#server/http/connections.ts'
import { clientOf, requireViewer } from '#server/http/session.ts'
import {
  checkRegistrationInvitation,
  checkResetLink,
  confirmEmail,
  deleteAccount,
  endOtherSessions,
  forgotPassword,
  getMe,
  listSessions,
  login,
  logout,
  register,
  resetPassword,
  sendConfirmation,
  updatePassword,
  updateProfile,
} from '#shared/accounts.ts'
import type { PasswordLogin } from '#shared/config.ts'
import type { AccountService } from './accounts.service.ts'
import type { ConfirmationService } from './confirmations.service.ts'
import type { PasswordResetService } from './password-resets.service.ts'
import type { RegistrationService } from './registrations.service.ts'
import type { SessionService } from './sessions.service.ts'
import { passwordLoginOff } from './user-presenter.ts'

type Services = {
  accounts: AccountService
  registrations: RegistrationService
  confirmations: ConfirmationService
  sessions: SessionService
  passwordResets: PasswordResetService
  passwordLogin: PasswordLogin
}

export function accountRoutes(app: App, services: Services) {
  const { accounts, registrations, confirmations, sessions, passwordResets } = services
  // Before the body is even checked, so the response says nothing about accounts.
  const needsPasswordLogin = {
    preValidation: async () => {
      if (services.passwordLogin === 'off') throw passwordLoginOff()
    },
  }

  app.route({
    ...register,
    ...needsPasswordLogin,
    handler: async (request, reply) => {
      const signedIn = await registrations.register(request.body, clientOf(request))
      return reply.code(201).send({ success: true, ...signedIn })
    },
  })

  app.route({
    ...login,
    ...needsPasswordLogin,
    handler: async (request, reply) => ({
      success: true as const,
      ...(await accounts.login(request.body, clientOf(request), disconnectSignal(reply))),
    }),
  })

  app.route({
    ...logout,
    handler: async (request) => {
      await sessions.end(requireViewer(request))
      return successMessage('You have been logged out')
    },
  })

  app.route({ ...getMe, handler: async (request) => success(await accounts.me(requireViewer(request))) })

  app.route({
    ...updateProfile,
    handler: async (request) => success(await accounts.updateProfile(requireViewer(request), request.body)),
  })

  app.route({
    ...updatePassword,
    handler: async (request) => {
      await accounts.changePassword(requireViewer(request), request.body, clientOf(request))
      return successMessage('Password changed successfully!')
    },
  })

  app.route({
    ...forgotPassword,
    ...needsPasswordLogin,
    handler: async (request) => {
      return successMessage(await passwordResets.request(request.body.email, request.network))
    },
  })

  app.route({
    ...checkResetLink,
    ...needsPasswordLogin,
    handler: async (request) => success(await passwordResets.check(request.params.token, request.network)),
  })

  app.route({
    ...resetPassword,
    ...needsPasswordLogin,
    handler: async (request) => {
      return successMessage(await passwordResets.reset(request.params.token, request.body.password, request.network))
    },
  })

  app.route({
    ...checkRegistrationInvitation,
    handler: async (request) => success(await registrations.checkInvitation(request.params.token)),
  })

  app.route({
    ...confirmEmail,
    handler: async (request) => {
      await confirmations.confirm(request.params.token)
      return successMessage('Your email address is confirmed. People can open your links now.')
    },
  })

  app.route({
    ...sendConfirmation,
    handler: async (request) => {
      return successMessage(await confirmations.sendAgain(requireViewer(request)))
    },
  })

  app.route({ ...listSessions, handler: async (request) => success(await sessions.list(requireViewer(request))) })

  app.route({
    ...endOtherSessions,
    handler: async (request) => success({ ended: await sessions.endOthers(requireViewer(request)) }),
  })

  app.route({
    ...deleteAccount,
    handler: async (request) => {
      await accounts.remove(requireViewer(request), request.body.password, clientOf(request))
      return successMessage('Your account and everything in it have been deleted')
    },
  })
}
