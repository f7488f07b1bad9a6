import { days, hours } from '#server/platform/clock.ts'

type Allowance = { limit: number; windowMs: number }

export type EmailRules = {
  bucket: string
  /** Allowances are tried in order until one has capacity left. An empty list means there's no limit per inbox. */
  allowances: readonly Allowance[]
  /** Whether the link "Stop emails from Framelight" applies to these emails. */
  isStoppable: boolean
}

/**
 * For recipients who never requested anything from us. Three allowances of one email a day, instead of one allowance of
 * three, ensure that no 24-hour period has more than three emails.
 */
export const unrequested: EmailRules = {
  bucket: 'unrequested',
  allowances: Array.from({ length: 3 }, () => ({ limit: 1, windowMs: days(1) })),
  isStoppable: true,
}

/** Each kind has a row in `docs/email.md`. */
export const emailKinds = {
  invitation: unrequested,
  'email-confirmation': unrequested,
  'follow-confirmation': unrequested,
  'registration-invitation': unrequested,
  'email-change': unrequested,
  collaboration: unrequested,
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
  /** If an attacker uses up the first five emails, the owner still gets one every four hours. */
  'password-reset': {
    bucket: 'password-reset',
    allowances: [
      { limit: 5, windowMs: days(1) },
      { limit: 1, windowMs: hours(4) },
    ],
    isStoppable: false,
  },
  /** Past the first ten, one an hour still tells the owner. */
  'sign-in-notice': {
    bucket: 'sign-in-notice',
    allowances: [
      { limit: 10, windowMs: days(1) },
      { limit: 1, windowMs: hours(1) },
    ],
    isStoppable: false,
  },
  'domain-notice': { bucket: 'domain-notice', allowances: [{ limit: 10, windowMs: days(1) }], isStoppable: false },
  'webhook-off': { bucket: 'webhook-off', allowances: [{ limit: 5, windowMs: days(1) }], isStoppable: false },
  /** Sent to the old address, which no longer belongs to an account. */
  'email-changed': { bucket: 'email-changed', allowances: [{ limit: 5, windowMs: days(1) }], isStoppable: false },
  /** features/backups limits these to one a day. */
  'backup-alert': { bucket: 'backup-alert', allowances: [], isStoppable: false },
  /** features/administration limits these per recipient. */
  'email-check': { bucket: 'email-check', allowances: [], isStoppable: false },
  contact: { bucket: 'contact', allowances: [], isStoppable: false },
} as const satisfies Record<string, EmailRules>

export type EmailKind = keyof typeof emailKinds

/** Until an account's address is confirmed, these count as unrequested, because the address may be someone else's. */
export const accountKinds: ReadonlySet<EmailKind> = new Set([
  'notifications',
  'export-ready',
  'password-reset',
  'sign-in-notice',
  'domain-notice',
  'webhook-off',
])
