import { type App, success, successMessage } from '#server/http/app-types.ts'
import { requireViewer } from '#server/http/session.ts'
import { listActivity, readActivity } from '#shared/activity.ts'
import { getNotifications, updateNotifications } from '#shared/notifications.ts'
import type { ActivityService } from './activity.service.ts'
import type { NotificationService } from './notifications.service.ts'

type Services = { activity: ActivityService; notifications: NotificationService }

export function activityRoutes(app: App, { activity, notifications }: Services) {
  app.route({
    ...listActivity,
    handler: async (request) => ({
      success: true as const,
      ...(await activity.list(requireViewer(request), request.query.cursor)),
    }),
  })

  app.route({
    ...readActivity,
    handler: async (request) => {
      const { link, kind } = request.query
      await activity.read(requireViewer(request), { linkId: link, kind })
      return successMessage(link || kind ? 'Marked as read' : 'All activity marked as read')
    },
  })

  app.route({
    ...getNotifications,
    handler: async (request) => success(await notifications.get(requireViewer(request))),
  })

  app.route({
    ...updateNotifications,
    handler: async (request) => success(await notifications.update(requireViewer(request), request.body)),
  })
}
