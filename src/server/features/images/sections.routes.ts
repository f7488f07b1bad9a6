import { type App, success, successMessage } from '#server/http/app-types.ts'
import { requireViewer } from '#server/http/session.ts'
import type { Caller } from '#server/viewer.ts'
import { addSectionsByDay, type Link, orderSections } from '#shared/links.ts'
import { createSection, deleteSection, listSections, updateSection } from '#shared/sections.ts'
import type { SectionService } from './sections.service.ts'

type Services = { sections: SectionService; links: { get: (caller: Caller, id: string) => Promise<Link> } }

export function sectionRoutes(app: App, { sections, links }: Services) {
  app.route({
    ...listSections,
    handler: async (request) => success(await sections.list(requireViewer(request), request.params.id)),
  })

  app.route({
    ...createSection,
    handler: async (request, reply) => {
      const made = await sections.create(requireViewer(request), request.params.id, request.body)
      return reply.code(201).send(success(made))
    },
  })

  app.route({
    ...updateSection,
    handler: async (request) => success(await sections.update(requireViewer(request), request.params.id, request.body)),
  })

  app.route({
    ...deleteSection,
    handler: async (request) => {
      await sections.remove(requireViewer(request), request.params.id)
      return successMessage('Section deleted')
    },
  })

  app.route({
    ...orderSections,
    handler: async (request) => {
      const [viewer, { id }] = [requireViewer(request), request.params]
      await sections.order(viewer, id, request.body.sectionIds)
      return success(await links.get({ viewer, passTokens: [] }, id))
    },
  })

  app.route({
    ...addSectionsByDay,
    handler: async (request) => {
      const [viewer, { id }] = [requireViewer(request), request.params]
      await sections.addByDay(viewer, id, request.body.tz)
      return success(await links.get({ viewer, passTokens: [] }, id))
    },
  })
}
