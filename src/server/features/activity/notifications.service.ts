import type { Viewer } from '#server/viewer.ts'
import type { Notifications } from '#shared/notification-settings.ts'
import type { NotificationChange } from '#shared/notifications.ts'
import { isTimeZone } from '#shared/time-zones.ts'
import type { NotificationSettingsRepository } from './notification-settings.repository.ts'

export const createNotificationService = ({ settings }: { settings: NotificationSettingsRepository }) => ({
  get: (viewer: Viewer) => settings.find(viewer.userId),

  timeZoneOf: async (userId: string) => (await settings.find(userId)).timeZone,

  /** Keeps the current time zone if the browser didn't send one that we know. */
  async rememberTimeZone(userId: string, timeZone: string | undefined) {
    if (timeZone === undefined || !isTimeZone(timeZone)) return
    if ((await settings.find(userId)).timeZone !== timeZone) await settings.update(userId, { timeZone })
  },

  async update(viewer: Viewer, change: NotificationChange): Promise<Notifications> {
    const given = Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined))
    await settings.update(viewer.userId, given)
    return settings.find(viewer.userId)
  },
})
export type NotificationService = ReturnType<typeof createNotificationService>
