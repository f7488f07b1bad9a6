import { type App, success, successMessage } from '#server/http/app-types.ts'
import { requireViewer } from '#server/http/session.ts'
import { createSection, deleteSection, listSections, updateSection } from '#shared/sections.ts'
import type { SectionService } from './sections.service.ts'

export function sectionRoutes(app: App, { sections }: { sections: SectionService }) {
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
}
