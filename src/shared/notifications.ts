import * as z from 'zod/mini'
import { type Endpoint, ok } from './endpoint.ts'

const frequency = z.enum(['now', 'daily', 'off'], 'Choose now, daily or off')

/** Times are in UTC. */
export const dailyTimes = ['08:00', '12:00', '18:00'] as const

const notifications = z.object({
  comments: frequency,
  choices: frequency,
  requests: frequency,
  closing: frequency,
  dailyAt: z.enum(dailyTimes, 'Choose 08:00, 12:00 or 18:00'),
})
export type Notifications = z.infer<typeof notifications>

export const defaultNotifications: Notifications = {
  comments: 'daily',
  choices: 'now',
  requests: 'now',
  closing: 'daily',
  dailyAt: '08:00',
}

const notificationChange = z.partial(notifications)
export type NotificationChange = z.infer<typeof notificationChange>

const tags = ['Activity'] as const

export const getNotifications = {
  method: 'GET',
  url: '/api/auth/notifications',
  config: { session: 'required' },
  schema: { summary: 'Get your email notification settings', tags, response: { 200: ok(notifications) } },
} as const satisfies Endpoint

export const updateNotifications = {
  method: 'PUT',
  url: '/api/auth/notifications',
  config: { session: 'required' },
  schema: {
    summary: 'Change your email notification settings',
    tags,
    body: notificationChange,
    response: { 200: ok(notifications) },
  },
} as const satisfies Endpoint
