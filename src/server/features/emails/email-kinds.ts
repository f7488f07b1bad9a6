import { days, hours } from '#server/platform/clock.ts'

type Allowance = { limit: number; windowMs: number }

export type EmailRules = {
  /** Kinds with the same bucket share its allowances. */
  bucket: string
  /** Tried in order: an email goes out as soon as one has room. None at all: no limit for each inbox. */
  allowances: readonly Allowance[]
  /** Whether "Stop emails from Framelight" stops it. */
  isStoppable: boolean
}

/**
 * For inboxes whose owner never asked us for anything. Three slots of one a day, not one window of three: no 24 hours contain
 * more than three emails, wherever they start.
 */
export const unrequested: EmailRules = {
  bucket: 'unrequested',
  allowances: Array.from({ length: 3 }, () => ({ limit: 1, windowMs: days(1) })),
  isStoppable: true,
}

/**
 * Every email we send. `docs/email.md` has a row for each. What goes to an account counts as unrequested until somebody has
 * confirmed that the address is theirs.
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
  /** Never used up for long: if strangers asked for the first five, the owner's request is answered within four hours. */
  'password-reset': {
    bucket: 'password-reset',
    allowances: [
      { limit: 5, windowMs: days(1) },
      { limit: 1, windowMs: hours(4) },
    ],
    isStoppable: false,
  },
  /** Administrators get one a day at the most, as features/backups decides. */
  'backup-alert': { bucket: 'backup-alert', allowances: [], isStoppable: false },
  /** Whoever presses the button is limited, by features/administration. */
  'email-check': { bucket: 'email-check', allowances: [], isStoppable: false },
  contact: { bucket: 'contact', allowances: [], isStoppable: false },
} as const satisfies Record<string, EmailRules>

export type EmailKind = keyof typeof emailKinds

/** To the address of an account, which whoever registered it may have made up. */
export const accountKinds: ReadonlySet<EmailKind> = new Set(['notifications', 'export-ready', 'password-reset'])
