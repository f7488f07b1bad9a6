const names: Record<string, string> = {
  'activity-mail': 'Email owners about activity',
  'activity-daily-mail': 'Email daily digests to owners',
  'activity-read': 'Mark activity as read',
  'backup-alert-mail': 'Email administrators about backups',
  'cancel-subscription': 'Cancel subscriptions',
  'confirmation-mail': 'Email confirmation links to new users',
  'contact-mail': 'Email contact messages to support',
  'email-change-mail': 'Email confirmation links for new email addresses',
  'email-change-notice': 'Email people about requested changes of their email address',
  'email-changed-mail': 'Email people about changed email addresses',
  'export-mail': 'Email download links for exports',
  'follow-confirmation-mail': 'Email confirmation links to new followers',
  'follow-digest-mail': 'Email followers about new photos',
  'invitation-mail': 'Email invitations to galleries',
  'password-reset-mail': 'Email password reset links',
  'registration-invitation-mail': 'Email invitations to register',
  'sign-in-notice': 'Email people about changes to their ways to log in',
  'webhook-off': 'Email people about webhooks that were turned off',
  removal: 'Finish deleting links and accounts',
}

export const isEmail = ({ kind }: { kind: string }) => names[kind]?.startsWith('Email ') ?? false

export const taskName = (kind: string) => names[kind] ?? 'Other background work'
