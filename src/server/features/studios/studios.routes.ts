import { type App, success } from '#server/http/app-types.ts'
import { type Reception, receiveUpload, requireAnnouncedSize } from '#server/http/receive-upload.ts'
import { requireViewer } from '#server/http/session.ts'
import { AppError } from '#shared/errors.ts'
import { logoMaxMb } from '#shared/limits.ts'
import { deleteStudioLogo, getStudio, setStudioLogo, updateStudio } from '#shared/studio.ts'
import type { StudioService } from './studios.service.ts'

export function studioRoutes(app: App, { studios }: { studios: StudioService }) {
  app.route({ ...getStudio, handler: async (request) => success(await studios.get(requireViewer(request))) })

  app.route({
    ...updateStudio,
    handler: async (request) => success(await studios.change(requireViewer(request), request.body)),
  })

  app.route({
    ...deleteStudioLogo,
    handler: async (request) => success(await studios.removeLogo(requireViewer(request), request.params.theme)),
  })

  app.get<{ Params: { id: string } }>(
    '/logos/:id.png',
    { config: { keyScope: 'read', isOnDomains: true }, schema: { hide: true }, compress: false },
    async (request, reply) => {
      const png = await studios.findLogo(request.params.id, request.domain)
      if (!png) throw new AppError('NOT_FOUND', 'Logo not found')
      // A new logo gets a new URL. Only browsers may cache it, because the URL has to stop working when it's replaced.
      return reply.type('image/png').header('cache-control', 'private, max-age=86400').send(png)
    },
  )
}

export function logoUploadRoutes(app: App, { studios, reception }: { studios: StudioService; reception: Reception }) {
  app.route({
    ...setStudioLogo,
    handler: async (request) => {
      const viewer = requireViewer(request)
      const logo = { ...reception, fileLimitMb: logoMaxMb, field: 'logo' }
      await studios.expectLogo(viewer)
      requireAnnouncedSize(request, logo)
      return success(
        await receiveUpload(request, logo, ({ path }) => studios.setLogo(viewer, request.params.theme, path)),
      )
    },
  })
}
