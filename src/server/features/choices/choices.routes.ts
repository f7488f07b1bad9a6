import { Readable } from 'node:stream'
import { create as contentDisposition } from 'content-disposition'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { type App, success, successMessage } from '#server/http/app-types.ts'
import { callerOf, type PassCookies } from '#server/http/passes.ts'
import { requireViewer } from '#server/http/session.ts'
import {
  askToReopen,
  chooseImage,
  deleteChoice,
  getChoice,
  getChoiceCsv,
  getChoiceNames,
  getChoicesCsv,
  getChoicesNames,
  listChoices,
  reopenChoice,
  sendChoice,
} from '#shared/choices.ts'
import type { ChoiceService } from './choices.service.ts'
import type { ReceivedChoiceService } from './received-choices.service.ts'

type Services = { choices: ChoiceService; receivedChoices: ReceivedChoiceService; passCookies: PassCookies }

export function choiceRoutes(app: App, { choices, receivedChoices, passCookies }: Services) {
  app.route({
    ...getChoice,
    handler: async (request, reply) => {
      const { choice, isDue } = await choices.get(galleryRequestOf(request, request.params.slug))
      if (isDue) reply.headers(passCookies.renewed(request.headers))
      return success(choice)
    },
  })

  app.route({
    ...chooseImage,
    handler: async (request, reply) => {
      const { id } = request.params
      const { choice, held } = await choices.choose(callerOf(request), id, request.body, request.network)
      if (held) passCookies.set(reply, held)
      return success(choice)
    },
  })

  app.route({
    ...sendChoice,
    handler: async (request) =>
      success(await choices.send(galleryRequestOf(request, request.params.slug), request.body)),
  })

  app.route({
    ...askToReopen,
    handler: async (request, reply) => {
      await choices.askToReopen(galleryRequestOf(request, request.params.slug), request.body.message)
      return reply.code(202).send(successMessage("We've passed on your message."))
    },
  })

  app.route({
    ...listChoices,
    handler: async (request) => ({
      success: true as const,
      ...(await receivedChoices.list(requireViewer(request), request.params.id, request.query)),
    }),
  })

  app.route({
    ...reopenChoice,
    handler: async (request) => {
      await receivedChoices.reopen(requireViewer(request), request.params.id)
      return successMessage('Favorites reopened')
    },
  })

  app.route({
    ...deleteChoice,
    handler: async (request) => {
      await receivedChoices.remove(requireViewer(request), request.params.id)
      return successMessage('Favorites deleted')
    },
  })

  app.route({
    ...getChoicesCsv,
    handler: async (request, reply) =>
      sendFile(
        request,
        reply,
        await receivedChoices.fileOf(requireViewer(request), request.params.id, request.query.choice, 'csv'),
      ),
  })

  app.route({
    ...getChoicesNames,
    handler: async (request, reply) =>
      sendFile(
        request,
        reply,
        await receivedChoices.fileOf(requireViewer(request), request.params.id, request.query.choice, 'txt'),
      ),
  })

  app.route({
    ...getChoiceCsv,
    handler: async (request, reply) =>
      sendFile(request, reply, await receivedChoices.fileOfOne(requireViewer(request), request.params.id, 'csv')),
  })

  app.route({
    ...getChoiceNames,
    handler: async (request, reply) =>
      sendFile(request, reply, await receivedChoices.fileOfOne(requireViewer(request), request.params.id, 'txt')),
  })
}

const galleryRequestOf = (
  request: Pick<FastifyRequest, 'viewer' | 'headers' | 'method' | 'network' | 'domain'>,
  slug: string,
) => ({
  slug,
  caller: callerOf(request),
  client: request,
})

type ChoiceFile = Awaited<ReturnType<ReceivedChoiceService['fileOf']>>

function sendFile({ method }: Pick<FastifyRequest, 'method'>, reply: FastifyReply, { name, lines }: ChoiceFile) {
  reply
    .type(`${name.endsWith('.csv') ? 'text/csv' : 'text/plain'}; charset=utf-8`)
    .header('content-disposition', contentDisposition(name))
  return method === 'HEAD' ? reply.send() : reply.send(Readable.from(lines))
}
