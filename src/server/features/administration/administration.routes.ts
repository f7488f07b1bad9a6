import type { FastifyRequest } from 'fastify'
import { type App, success, successMessage } from '#server/http/app-types.ts'
import { callerOf } from '#server/http/passes.ts'
import { requireViewer } from '#server/http/session.ts'
import { closeReport, listListedLinks, listReports, reportLink, setListed } from '#shared/administered-links.ts'
import {
  deleteUser,
  endUserSessions,
  getUser,
  listUsers,
  sendResetEmail,
  turnOffSecondFactor,
  updateUser,
} from '#shared/administered-users.ts'
import {
  getOverview,
  inviteToRegister,
  listAudit,
  listRegistrationInvitations,
  listTasks,
  retryTask,
  retryTasks,
  revokeRegistrationInvitation,
  sendTestEmail,
  updateInstallation,
} from '#shared/administration.ts'
import type { AdministrationService } from './administration.service.ts'
import type { EmailCheckService } from './email-checks.service.ts'
import type { RegistrationInvitationService } from './registration-invitations.service.ts'
import type { UserService } from './users.service.ts'

type Services = {
  administration: AdministrationService
  users: UserService
  registrationInvitations: RegistrationInvitationService
  emailChecks: EmailCheckService
}

declare module 'fastify' {
  interface FastifyRequest {
    /** The calling administrator's email address. */
    administrator: string
  }
}

export async function administrationRoutes(app: App, services: Services) {
  app.route({
    ...reportLink,
    handler: async (request, reply) => {
      const visitor = { slug: request.params.slug, caller: callerOf(request), network: request.network }
      await services.administration.report(visitor, request.body)
      return reply.code(201).send(successMessage("Thank you. This site's administrator will take a look."))
    },
  })

  app.decorateRequest('administrator', '')
  await app.register(async (scope) => {
    // Check the role before validation, so other users never see validation errors.
    scope.addHook('preValidation', async (request: FastifyRequest) => {
      request.administrator = await services.users.requireAdministrator(requireViewer(request))
    })
    userRoutes(scope, services)
    installationRoutes(scope, services)
  })
}

function userRoutes(app: App, { users }: Services) {
  app.route({
    ...listUsers,
    handler: async (request) => ({ success: true as const, ...(await users.list(request.query)) }),
  })

  app.route({ ...getUser, handler: async (request) => success(await users.get(request.params.id)) })

  app.route({
    ...updateUser,
    handler: async ({ administrator, params, body }) => success(await users.change(administrator, params.id, body)),
  })

  app.route({
    ...deleteUser,
    handler: async ({ administrator, params }) => {
      await users.remove(administrator, params.id)
      return successMessage('The account and everything in it have been deleted')
    },
  })

  app.route({
    ...sendResetEmail,
    handler: async ({ administrator, params }) => {
      const { email, link } = await users.sendReset(administrator, params.id)
      return success(
        link
          ? { message: `Email isn't set up on this server. Copy the reset link and send it to ${email}.`, ...link }
          : { message: `Password reset email sent to ${email}` },
      )
    },
  })

  app.route({
    ...endUserSessions,
    handler: async ({ administrator, params }) => {
      await users.endSessions(administrator, params.id)
      return successMessage('Signed out everywhere')
    },
  })

  app.route({
    ...turnOffSecondFactor,
    handler: async (request) => {
      await users.requireRecent(requireViewer(request))
      const wasOn = await users.turnOffSecondFactor(request.administrator, request.params.id)
      return successMessage(wasOn ? 'Logging in no longer takes a code' : "This account doesn't use codes")
    },
  })
}

function installationRoutes(app: App, { administration, registrationInvitations, emailChecks }: Services) {
  app.route({ ...getOverview, handler: async ({ query }) => success(await administration.overview(query.tz)) })

  app.route({
    ...updateInstallation,
    handler: async ({ administrator, body }) => success(await administration.changeInstallation(administrator, body)),
  })

  app.route({
    ...listListedLinks,
    handler: async (request) => ({ success: true as const, ...(await administration.listListed(request.query)) }),
  })

  app.route({
    ...setListed,
    handler: async ({ administrator, params, body }) =>
      success(await administration.setListed(administrator, params.id, body.isListed)),
  })

  app.route({
    ...listReports,
    handler: async (request) => ({ success: true as const, ...(await administration.listReports(request.query)) }),
  })

  app.route({
    ...closeReport,
    handler: async ({ administrator, params }) => {
      await administration.closeReport(administrator, params.id)
      return successMessage('Report closed')
    },
  })

  app.route({ ...listTasks, handler: async () => success(await administration.listTasks()) })

  app.route({
    ...retryTasks,
    handler: async ({ administrator }) => {
      await administration.retryTasks(administrator)
      return successMessage('Retrying failed jobs')
    },
  })

  app.route({
    ...retryTask,
    handler: async ({ administrator, params }) => {
      await administration.retryTask(administrator, params.id)
      return successMessage('Retrying now')
    },
  })

  app.route({
    ...sendTestEmail,
    handler: async ({ administrator }) => successMessage(await emailChecks.send(administrator, administrator)),
  })

  app.route({
    ...listAudit,
    handler: async (request) => ({ success: true as const, ...(await administration.listAudit(request.query)) }),
  })

  app.route({
    ...listRegistrationInvitations,
    handler: async () => success(await registrationInvitations.list()),
  })

  app.route({
    ...inviteToRegister,
    handler: async ({ administrator, body }, reply) =>
      reply.code(201).send(success(await registrationInvitations.create(administrator, body.email))),
  })

  app.route({
    ...revokeRegistrationInvitation,
    handler: async ({ administrator, params }) => {
      await registrationInvitations.revoke(administrator, params.id)
      return successMessage('Invitation revoked')
    },
  })
}
