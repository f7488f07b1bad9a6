import { type App, success, successMessage } from '#server/http/app-types.ts'
import { requireViewer } from '#server/http/session.ts'
import { askDomain, deleteDomain, getDomain, setDomain, verifyDomain } from '#shared/domain.ts'
import { AppError } from '#shared/errors.ts'
import type { DomainService } from './domains.service.ts'

export function domainRoutes(app: App, { domains }: { domains: DomainService }) {
  app.route({ ...getDomain, handler: async (request) => success(await domains.get(requireViewer(request))) })

  app.route({
    ...setDomain,
    handler: async (request) => success(await domains.choose(requireViewer(request), request.body.host)),
  })

  app.route({ ...verifyDomain, handler: async (request) => success(await domains.verify(requireViewer(request))) })

  app.route({
    ...deleteDomain,
    handler: async (request) => {
      await domains.remove(requireViewer(request))
      return successMessage('Domain removed')
    },
  })

  app.route({
    ...askDomain,
    handler: async (request) => {
      if (!(await domains.isKnown(request.query.domain ?? ''))) throw new AppError('NOT_FOUND', 'Unknown domain')
      return successMessage('Known domain')
    },
  })
}
