import { tooManyAttempts, tryAgainIn } from '#shared/too-many-attempts.ts'
import { days, hours, minutes } from './platform/clock.ts'

const failedAttempts = (retryAfterSeconds: number) => `Too many failed attempts. ${tryAgainIn(retryAfterSeconds)}`
const resets = 'Too many attempts to reset a password. Try again in an hour.'

/** Limits on attempts to register, log in and regain access, for the table in rate-limits.ts. */
export const signInLimits = {
  login: {
    what: 'wrong passwords (login, password change, account deletion)',
    // Guesses from other networks don't lock the owner out.
    per: ['account', 'network'],
    limit: 10,
    windowMs: minutes(15),
    sentence: failedAttempts,
  },
  wrongLoginsOfNetwork: {
    // Stops attackers who try one password on many accounts.
    what: 'wrong passwords across all accounts (beyond the limit, even right passwords are rejected)',
    per: ['network'],
    limit: 50,
    windowMs: minutes(15),
    sentence: failedAttempts,
  },
  wrongLoginsOfAccount: {
    // Only slows logins down, so a botnet can't lock the owner out.
    what: 'wrong passwords from all IP addresses (beyond the limit, attempts are delayed)',
    per: ['account'],
    limit: 100,
    windowMs: hours(1),
  },
  wrongCodes: {
    // Counted only after the right password, and passkeys and recovery codes still work.
    what: 'wrong codes from an authenticator app',
    per: ['account', 'network'],
    limit: 5,
    windowMs: minutes(15),
    sentence: failedAttempts,
  },
  wrongCodesOfAccount: {
    what: 'wrong codes from an authenticator app, from all IP addresses',
    per: ['account'],
    limit: 30,
    windowMs: hours(1),
    sentence: failedAttempts,
  },
  wrongPasskeysOfNetwork: {
    // Passkeys can't be guessed, but checking signatures takes time.
    what: 'passkeys that are refused (beyond the limit, even right passkeys are)',
    per: ['network'],
    limit: 50,
    windowMs: minutes(15),
    sentence: failedAttempts,
  },
  emailChanges: {
    what: 'changes of the email address requested',
    per: ['account'],
    limit: 5,
    windowMs: hours(1),
    sentence: (retryAfterSeconds: number) =>
      `You've asked for several email addresses. ${tryAgainIn(retryAfterSeconds)}`,
  },
  oidcStarts: {
    // Each one takes a call to the provider. High enough for an office where everyone logs in at nine.
    what: 'logins started through the OpenID Connect provider',
    per: ['network'],
    limit: 300,
    windowMs: minutes(15),
    sentence: tooManyAttempts,
  },
  registrations: {
    what: 'registrations',
    per: ['network'],
    limit: 100,
    windowMs: hours(1),
    sentence: (retryAfterSeconds: number) => `Too many registrations. ${tryAgainIn(retryAfterSeconds)}`,
  },
  confirmationEmails: {
    // With the email sent at registration, this makes three, which is also the daily limit per inbox.
    what: 'repeated confirmation emails',
    per: ['account'],
    limit: 2,
    windowMs: days(1),
    sentence: "We can't send more emails to this address today. Check your spam folder for the last one.",
  },
  resetRequests: {
    what: 'reset emails requested',
    per: ['email', 'network'],
    limit: 5,
    windowMs: hours(1),
    sentence: resets,
  },
  resetRequestsOfNetwork: {
    // A person who forgot a password doesn't request resets for many accounts.
    what: 'reset emails requested for all email addresses',
    per: ['network'],
    limit: 200,
    windowMs: hours(1),
    sentence: resets,
  },
  wrongResetTokens: {
    what: 'wrong reset tokens',
    per: ['network'],
    limit: 10,
    windowMs: hours(1),
    sentence: resets,
  },
} as const
