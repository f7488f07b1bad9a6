import { type App, success } from '#server/http/app-types.ts'
import { callerOf, type PassCookies } from '#server/http/passes.ts'
import {
  type Reception,
  readGuestName,
  readUploadKey,
  receiveUpload,
  requireAnnouncedSize,
} from '#server/http/receive-upload.ts'
import { refuseEndedSession, requireViewer } from '#server/http/session.ts'
import {
  addGuestImage,
  approveUploads,
  listGuests,
  listGuestUploads,
  listMyUploads,
  rejectUploads,
  updateGuest,
} from '#shared/guest-uploads.ts'
import type { GuestUploadService } from './guest-uploads.service.ts'
import type { UploadQueueService } from './upload-queue.service.ts'

type Services = {
  guestUploads: GuestUploadService
  uploadQueue: UploadQueueService
  passCookies: PassCookies
  reception: Reception
}

export function guestUploadRoutes(app: App, { guestUploads, uploadQueue, passCookies, reception }: Services) {
  app.route({
    ...addGuestImage,
    handler: async (request, reply) => {
      refuseEndedSession(request)
      const adding = { slug: request.params.slug, caller: callerOf(request), client: request }
      const key = readUploadKey(request)
      const first = await guestUploads.findFirst(adding, key)
      if (first) return success({ ...(await guestUploads.show(adding, first)), isRepeat: true as const })

      await guestUploads.requireRoom(adding)
      requireAnnouncedSize(request, reception)
      const added = await receiveUpload(request, reception, (upload, signal) =>
        guestUploads.add(adding, upload, {
          name: readGuestName(upload.fields),
          key,
          signal,
          // Set even if the image can't be used, so the next one comes from the same guest.
          onEntered: (held) => passCookies.set(reply, held),
        }),
      )
      const image = await guestUploads.show(adding, added.id, added.opened)
      if (added.isRepeat) return success({ ...image, isRepeat: true as const })
      return reply.code(201).send(success({ ...image, ...(added.opened && { pass: added.opened.token }) }))
    },
  })

  app.route({
    ...listMyUploads,
    handler: async (request) =>
      success(await guestUploads.listMine({ slug: request.params.slug, caller: callerOf(request), client: request })),
  })

  app.route({
    ...listGuestUploads,
    handler: async (request) => ({
      success: true as const,
      ...(await uploadQueue.list(requireViewer(request), request.params.id, request.query)),
    }),
  })

  app.route({
    ...approveUploads,
    handler: async (request) =>
      success(await uploadQueue.approve(requireViewer(request), request.params.id, request.body)),
  })

  app.route({
    ...rejectUploads,
    handler: async (request) =>
      success(await uploadQueue.reject(requireViewer(request), request.params.id, request.body)),
  })

  app.route({
    ...listGuests,
    handler: async (request) => ({
      success: true as const,
      ...(await uploadQueue.listGuests(requireViewer(request), request.params.id, request.query.cursor)),
    }),
  })

  app.route({
    ...updateGuest,
    handler: async (request) =>
      success(await uploadQueue.updateGuest(requireViewer(request), request.params.id, request.body)),
  })
}
