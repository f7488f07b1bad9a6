import * as z from 'zod/mini'
import { type Endpoint, ok } from './endpoint.ts'
import { notifications } from './notification-settings.ts'

const notificationChange = z.partial(notifications)
export type NotificationChange = z.infer<typeof notificationChange>

const tags = ['Activity'] as const

export const getNotifications = {
  method: 'GET',
  url: '/api/auth/notifications',
  config: { session: 'required', keyScope: 'never' },
  schema: { summary: 'Get your email notification settings', tags, response: { 200: ok(notifications) } },
} as const satisfies Endpoint

export const updateNotifications = {
  method: 'PUT',
  url: '/api/auth/notifications',
  config: { session: 'required', keyScope: 'never' },
  schema: {
    summary: 'Change your email notification settings',
    tags,
    body: notificationChange,
    response: { 200: ok(notifications) },
  },
} as const satisfies Endpoint
