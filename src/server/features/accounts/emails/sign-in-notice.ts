import type { EmailContent } from '#server/platform/email/email-content.ts'

const notices = {
  'passkey-added': {
    subject: 'A passkey was added to your account',
    sentence: 'Someone added a passkey to your Framelight account. It can be used to log in.',
  },
  'passkey-removed': {
    subject: 'A passkey was removed from your account',
    sentence: 'Someone removed a passkey from your Framelight account. It can no longer be used to log in.',
  },
  'passkey-copied': {
    subject: 'We blocked a login with one of your passkeys',
    sentence:
      'Someone tried to log in to your Framelight account with what looks like a copy of one of your passkeys, so we blocked it. Remove the passkey and add a new one.',
  },
  'second-factor-on': {
    subject: 'Your account now asks for a code',
    sentence:
      'Someone connected an authenticator app to your Framelight account. Logging in with your password now takes a code from it.',
  },
  'second-factor-off': {
    subject: 'Your account no longer asks for a code',
    sentence:
      'The authenticator app of your Framelight account was turned off. Logging in now only takes your password.',
  },
  'recovery-codes': {
    subject: 'Your account has new recovery codes',
    sentence: 'Someone created new recovery codes for your Framelight account. The old ones no longer work.',
  },
  'identity-added': {
    subject: 'Your account was connected to single sign-on',
    sentence: 'Someone connected your Framelight account to single sign-on. It can be used to log in.',
  },
  'identity-removed': {
    subject: 'Your account was disconnected from single sign-on',
    sentence: 'Someone disconnected your Framelight account from single sign-on. It can no longer be used to log in.',
  },
  'key-added': {
    subject: 'An API key was added to your account',
    sentence: 'Someone created an API key for your Framelight account. Programs can use it to access your account.',
  },
  'key-removed': {
    subject: 'An API key of your account was revoked',
    sentence: 'Someone revoked an API key of your Framelight account. Programs that used it no longer have access.',
  },
  'keys-removed': {
    subject: 'The API keys of your account were revoked',
    sentence:
      'Someone reset the password of your Framelight account, so we revoked all of its API keys. Programs that used them no longer have access.',
  },
} as const satisfies Record<string, { subject: string; sentence: string }>
export type SignInNotice = keyof typeof notices

/** This email contains no names of keys or passkeys, because the person who registered may not own the address. */
export const signInNoticeEmail = ({ notice, url }: { notice: SignInNotice; url: string }): EmailContent => ({
  subject: notices[notice].subject,
  preview: "If this wasn't you, check your account",
  heading: notices[notice].subject,
  blocks: [
    notices[notice].sentence,
    "If this was you, there's nothing to do. If it wasn't, change your password and check how your account can be opened.",
    { button: { label: 'Check your account', url } },
  ],
  footer: ['We send this email whenever a way into your account changes.'],
})
