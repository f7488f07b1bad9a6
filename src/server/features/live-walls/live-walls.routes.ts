import { hasVersion } from '#server/http/accepts.ts'
import { type App, success } from '#server/http/app-types.ts'
import { sendResponse } from '#server/http/hot-reads.ts'
import { requireViewer } from '#server/http/session.ts'
import { getLiveWall, openLiveWall, updateLiveWall } from '#shared/live-wall.ts'
import type { LiveWallService } from './live-walls.service.ts'

export function liveWallRoutes(app: App, { liveWalls }: { liveWalls: LiveWallService }) {
  app.route({
    ...getLiveWall,
    handler: async (request) => success(await liveWalls.get(requireViewer(request), request.params.id)),
  })

  app.route({
    ...updateLiveWall,
    handler: async (request) =>
      success(await liveWalls.update(requireViewer(request), request.params.id, request.body)),
  })

  app.route({
    ...openLiveWall,
    handler: async (request, reply) => {
      const { wall, version } = await liveWalls.open(request.params.token, request.domain)
      const etag = `"${version}"`
      const headers = { etag, 'cache-control': 'private, no-cache' }
      if (hasVersion(request.headers, etag)) return sendResponse(reply, { status: 304, headers })
      return sendResponse(reply, { status: 200, headers, body: success(wall) })
    },
  })
}
