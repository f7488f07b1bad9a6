import { days, hours } from '#server/platform/clock.ts'

type Allowance = { limit: number; windowMs: number }

export type EmailRules = {
  bucket: string
  /** Tried in order. An email goes out if any of these has capacity left. If empty, there's no limit per inbox. */
  allowances: readonly Allowance[]
  /** Whether "Stop emails from Framelight" applies to it. */
  isStoppable: boolean
}

/**
 * For people who never asked us for anything. Three allowances of one a day rather than one of three, so no 24-hour
 * period has more than three emails.
 */
export const unrequested: EmailRules = {
  bucket: 'unrequested',
  allowances: Array.from({ length: 3 }, () => ({ limit: 1, windowMs: days(1) })),
  isStoppable: true,
}

/**
 * Every email we send; `docs/email.md` has a row for each. Emails to an account count as unrequested until its address
 * is confirmed.
 */
export const emailKinds = {
  invitation: unrequested,
  'email-confirmation': unrequested,
  'follow-confirmation': unrequested,
  'registration-invitation': unrequested,
  notifications: {
    bucket: 'notifications',
    allowances: [
      { limit: 8, windowMs: days(1) },
      { limit: 1, windowMs: hours(3) },
    ],
    isStoppable: true,
  },
  'new-pictures': { bucket: 'new-pictures', allowances: [], isStoppable: true },
  'export-ready': { bucket: 'export-ready', allowances: [{ limit: 5, windowMs: days(1) }], isStoppable: false },
  /** If an attacker uses up the first five, the owner's own request still works within four hours. */
  'password-reset': {
    bucket: 'password-reset',
    allowances: [
      { limit: 5, windowMs: days(1) },
      { limit: 1, windowMs: hours(4) },
    ],
    isStoppable: false,
  },
  /** At most one a day to administrators (features/backups). */
  'backup-alert': { bucket: 'backup-alert', allowances: [], isStoppable: false },
  /** Limited per sender in features/administration. */
  'email-check': { bucket: 'email-check', allowances: [], isStoppable: false },
  contact: { bucket: 'contact', allowances: [], isStoppable: false },
} as const satisfies Record<string, EmailRules>

export type EmailKind = keyof typeof emailKinds

/** Sent to an account's address, which can be made up until it's confirmed. */
export const accountKinds: ReadonlySet<EmailKind> = new Set(['notifications', 'export-ready', 'password-reset'])
