import type { Viewer } from '#server/viewer.ts'
import type { Notifications } from '#shared/notification-settings.ts'
import type { NotificationChange } from '#shared/notifications.ts'
import type { NotificationSettingsRepository } from './notification-settings.repository.ts'

export const createNotificationService = ({ settings }: { settings: NotificationSettingsRepository }) => ({
  get: (viewer: Viewer) => settings.find(viewer.userId),

  async update(viewer: Viewer, change: NotificationChange): Promise<Notifications> {
    const given = Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined))
    await settings.update(viewer.userId, given)
    return settings.find(viewer.userId)
  },
})
export type NotificationService = ReturnType<typeof createNotificationService>
