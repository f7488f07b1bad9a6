import type { EmailContent } from '#server/platform/email/email-content.ts'
import { formatDateTime } from '#server/platform/email/email-format.ts'

type Alert = {
  /** Why the last backup failed, or undefined if the alert is about an old backup. */
  failure: string | undefined
  lastAt: string | undefined
  host: string
  url: string
}

export function backupAlertEmail({ failure, lastAt, host, url }: Alert): EmailContent {
  const last = lastAt ? `The last successful backup is from ${formatDateTime(lastAt)}.` : "There's no earlier backup."
  return {
    subject: failure ? `The backup of ${host} failed` : `The latest backup of ${host} is more than 36 hours old`,
    preview: last,
    heading: failure ? 'The backup failed' : 'No recent backup',
    blocks: [
      ...(failure
        ? [`The most recent backup of ${host} failed:`, { quote: failure }]
        : [`There's been no backup of ${host} for more than 36 hours.`]),
      last,
      { button: { label: 'Open administration', url } },
    ],
    footer: [
      `You're receiving this because you're an administrator of ${host}. We won't send this alert again until after a backup succeeds.`,
    ],
  }
}
