import * as z from 'zod/mini'
import { timeZone } from './time-zones.ts'

const frequencies = ['now', 'daily', 'off'] as const
type Frequency = (typeof frequencies)[number]

/** Times are in the account's time zone. */
export const dailyTimes = ['08:00', '12:00', '18:00'] as const

/** The emails that owners can turn off or get once a day. A setting can apply to several kinds of activity. */
export const notificationSettings = {
  comments: { label: 'Comments', hint: 'New and pending comments', initially: 'daily' },
  choices: { label: 'Favorites', hint: 'Someone sends you their favorites', initially: 'now' },
  uploads: { label: 'Guest photos', hint: 'Guests add photos to your links', initially: 'daily' },
  requests: {
    label: 'Requests',
    hint: 'More time for an expired link, or changes to sent favorites',
    initially: 'now',
  },
  closing: { label: 'Expiring links', hint: 'Three days before a link expires', initially: 'daily' },
} as const satisfies Record<string, { label: string; hint: string; initially: Frequency }>
export type NotificationSetting = keyof typeof notificationSettings

export const settingNames = Object.keys(notificationSettings) as NotificationSetting[]

const eachSetting = <Value>(get: (name: NotificationSetting) => Value) =>
  Object.fromEntries(settingNames.map((name) => [name, get(name)])) as Record<NotificationSetting, Value>

const frequency = z.enum(frequencies, 'Choose now, daily or off')

export const notifications = z.object({
  ...eachSetting(() => frequency),
  dailyAt: z.enum(dailyTimes, 'Choose 08:00, 12:00 or 18:00'),
  /** For the daily digest and all dates in emails. Logging in from a browser sets it. */
  timeZone,
})
export type Notifications = z.infer<typeof notifications>

export const defaultNotifications: Notifications = {
  ...eachSetting((name) => notificationSettings[name].initially),
  dailyAt: '08:00',
  timeZone: 'UTC',
}
