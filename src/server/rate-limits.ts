import { importedBytesPerDay } from '#shared/limits.ts'
import { tooManyAttempts, tryAgainIn } from '#shared/too-many-attempts.ts'
import { days, hours, minutes } from './platform/clock.ts'
import type { RateLimitRow, RateLimitTable } from './platform/database/rate-limit-table.ts'
import { signInLimits } from './sign-in-limits.ts'

type Subject = 'account' | 'email' | 'favorites' | 'guest' | 'link' | 'visitor'

type Row = RateLimitRow & {
  /** The description in the table in docs/security.md. */
  what: string
  /** A network must be the last part, so that it also counts toward the wider networks around it (network.ts). */
  per: readonly Subject[] | readonly [...Subject[], 'network']
}

const invitations = "You've sent a lot of invitations. Share the link yourself or try again later."
const commentingFast = "You're commenting too fast. Try again in a few minutes."

/** Every limit on how often something can be done. The limits on emails per inbox are in features/emails/email-kinds.ts. */
export const rateLimitRows = {
  ...signInLimits,
  webhookCalls: {
    what: 'webhooks tested and messages sent again',
    per: ['account'],
    limit: 100,
    windowMs: hours(1),
    sentence: (retryAfterSeconds) => `You've tested your webhooks a lot. ${tryAgainIn(retryAfterSeconds)}`,
  },
  logos: {
    what: 'logos uploaded',
    per: ['account'],
    limit: 20,
    windowMs: hours(1),
    sentence: "You've uploaded a lot of logos. Try again in an hour.",
  },
  domainChecks: {
    what: 'domain checks',
    per: ['account'],
    limit: 20,
    windowMs: minutes(10),
    sentence: (retryAfterSeconds) => `You've checked your domain many times. ${tryAgainIn(retryAfterSeconds)}`,
  },
  unlock: {
    what: 'wrong link passwords',
    per: ['link', 'network'],
    limit: 10,
    windowMs: minutes(15),
    sentence: tooManyAttempts,
  },
  wrongLinkPasswords: {
    what: 'wrong link passwords from all IP addresses (beyond the limit, attempts are delayed)',
    per: ['link'],
    limit: 300,
    windowMs: hours(1),
  },
  wrongSlugs: {
    what: "slugs that don't exist",
    per: ['network'],
    limit: 300,
    windowMs: minutes(15),
    sentence: "You've opened too many links that don't exist. Try again in a few minutes.",
    isPerNode: true,
  },
  guests: {
    // High enough for all guests at a wedding who share one network.
    what: 'new guests',
    per: ['link', 'network'],
    limit: 200,
    windowMs: hours(1),
    sentence: 'Too many new visitors from your network right now. Try again later.',
  },
  addingGuests: {
    // Limits count people, but this stops scripts that pretend to be many.
    what: 'new guests who add photos',
    per: ['link', 'network'],
    limit: 300,
    windowMs: hours(1),
    sentence: 'Too many new visitors from your network right now. Try again later.',
  },
  guestUploads: {
    // A finished upload is remembered for a day, even if the same photo was already there.
    what: 'resumable uploads that guests start',
    per: ['guest'],
    limit: 1000,
    windowMs: hours(1),
    sentence: 'You have started many uploads. Try again later.',
  },
  guestsOfLink: {
    // Slows down attackers with many networks.
    what: 'new guests without an invitation',
    per: ['link'],
    limit: 500,
    windowMs: hours(1),
    sentence: 'Too many new visitors to this gallery right now. Try again later.',
  },
  comments: {
    what: 'new and edited comments by users',
    per: ['account'],
    limit: 20,
    windowMs: minutes(10),
    sentence: commentingFast,
  },
  guestComments: {
    what: 'new and edited comments by guests',
    per: ['guest'],
    limit: 20,
    windowMs: minutes(10),
    sentence: commentingFast,
  },
  guestCommentsOfNetwork: {
    what: 'new and edited comments by guests',
    per: ['link', 'network'],
    limit: 60,
    windowMs: minutes(10),
    sentence: 'Too many comments from your network right now. Try again in a few minutes.',
  },
  guestCommentsOfLink: {
    what: 'new and edited comments by guests without an invitation',
    per: ['link'],
    limit: 1000,
    windowMs: hours(1),
    sentence: 'Too many comments in this gallery right now. Try again in a few minutes.',
  },
  choiceChanges: {
    // Stops scripts. No person picks favorites this fast.
    what: 'changes to favorites',
    per: ['visitor'],
    limit: 3000,
    windowMs: minutes(10),
    sentence: "You're changing favorites too fast. Try again in a few minutes.",
    isPerNode: true,
  },
  reopenRequests: {
    what: 'requests to change sent favorites',
    per: ['favorites'],
    limit: 3,
    windowMs: days(1),
    sentence: "You've already asked three times today. Try again tomorrow.",
  },
  moreTimeRequests: {
    what: "requests for more time (beyond the limit, the request isn't stored, but the response is the same)",
    per: ['link', 'network'],
    limit: 3,
    windowMs: days(1),
  },
  followRequests: {
    what: 'confirmation emails for following a gallery (beyond the limit, no email is sent, but the response is the same)',
    per: ['network'],
    limit: 20,
    windowMs: hours(1),
  },
  reports: {
    what: "reports (beyond the limit, the report isn't stored, but the response is the same)",
    per: ['link', 'network'],
    limit: 3,
    windowMs: days(1),
  },
  reportsOfNetwork: {
    what: 'reports about all links',
    per: ['network'],
    limit: 10,
    windowMs: hours(1),
    sentence: 'Too many reports from your network. Try again in an hour.',
  },
  contactMessages: {
    what: 'contact messages',
    per: ['network'],
    limit: 10,
    windowMs: hours(1),
    sentence: 'Too many messages from your network. Try again in an hour.',
  },
  invitationEmailsOfLink: {
    what: 'invitations sent by email',
    per: ['link'],
    limit: 10,
    windowMs: hours(1),
    sentence: invitations,
  },
  invitationEmailsOfAccount: {
    what: 'invitations sent by email',
    per: ['account'],
    limit: 50,
    windowMs: days(1),
    sentence: invitations,
  },
  invitationEmailsOfNewAccount: {
    what: "invitations sent by email on an account's first day, if registration is open",
    per: ['account'],
    limit: 10,
    windowMs: days(1),
    sentence: invitations,
  },
  invitationEmailsOfNetwork: {
    what: 'invitations sent by email',
    per: ['network'],
    limit: 100,
    windowMs: days(1),
    sentence: invitations,
  },
  collaboratorEmails: {
    what: 'invitations of collaborators sent by email',
    per: ['account'],
    limit: 20,
    windowMs: hours(1),
    sentence: "You've invited a lot of people. Try again later.",
  },
  testEmails: {
    what: 'test emails',
    per: ['email'],
    limit: 5,
    windowMs: minutes(10),
    sentence: 'Too many test emails. Try again in a few minutes.',
  },
  exports: {
    what: 'exports requested',
    per: ['account'],
    limit: 5,
    windowMs: days(1),
    sentence: "You've requested your data several times today. Try again tomorrow.",
  },
  copies: {
    // Enough to copy every image of a large account. Stops scripts that copy and delete.
    what: 'images copied to other links',
    per: ['account'],
    limit: 50_000,
    windowMs: hours(1),
    sentence: (retryAfterSeconds) => `You've copied a lot of images. ${tryAgainIn(retryAfterSeconds)}`,
  },
  imports: {
    what: 'imports of comments and favorites',
    per: ['account'],
    limit: 2000,
    windowMs: hours(1),
    sentence: "You've imported a lot. Try again in an hour.",
  },
  importedBytes: {
    what: 'bytes of imported comments and favorites',
    per: ['account'],
    limit: importedBytesPerDay,
    windowMs: days(1),
    sentence: "You've imported a lot today. Try again tomorrow.",
  },
} as const satisfies Record<string, Row>

export type RateLimits = RateLimitTable<typeof rateLimitRows>
