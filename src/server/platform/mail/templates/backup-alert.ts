import type { MailContent } from '../mail-content.ts'
import { formatDateTime } from './format.ts'

type Alert = {
  /** Why the last attempt failed; undefined if there hasn't been one for too long. */
  failure: string | undefined
  /** When the latest successful backup was taken. */
  lastAt: string | undefined
  host: string
  url: string
}

export function backupAlertMail({ failure, lastAt, host, url }: Alert): MailContent {
  const last = lastAt ? `The newest backup is from ${formatDateTime(lastAt)}.` : 'There is no earlier backup.'
  return {
    subject: failure ? `The backup of ${host} failed` : `The newest backup of ${host} is older than 36 hours`,
    preview: last,
    heading: failure ? 'The backup failed' : 'There is no new backup',
    blocks: [
      ...(failure
        ? [`The last backup of ${host} failed:`, { quote: failure }]
        : [`No backup of ${host} has been taken for more than 36 hours.`]),
      last,
      { button: { label: 'Open administration', url } },
    ],
    footer: [
      `You get this email because you're an administrator of ${host}. We won't repeat it until a backup works again.`,
    ],
  }
}
