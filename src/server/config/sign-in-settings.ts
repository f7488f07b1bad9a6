import * as z from 'zod/mini'
import { passwordLoginModes } from '#shared/config.ts'
import { issuer, minutesOfADay, oneOf, scopes, text, yesOrNo } from './values.ts'

export const signingIn = {
  REAUTHENTICATE_MINUTES: {
    value: minutesOfADay,
    default: '10',
    meaning:
      "how long after logging in people can add or remove a way to log in, change their email address, create an API key or a webhook, or change a webhook's URL or secret, without confirming it's them: 1 to 1440 minutes",
  },
  PASSWORD_LOGIN: {
    value: oneOf(passwordLoginModes),
    default: 'on',
    meaning:
      'who can log in with a password: `on` (everyone), `admins` (only administrators) or `off` (no one). Anything but `on` needs `OIDC_ISSUER`; see [single-sign-on.md](single-sign-on.md)',
  },
  OIDC_ISSUER: {
    value: z.optional(issuer),
    unset: 'no single sign-on',
    meaning: "the URL of your OpenID Connect provider, exactly as the provider's configuration gives it",
    example: 'https://login.example/realms/studio',
  },
  OIDC_CLIENT_ID: {
    value: z.optional(text),
    unset: 'none',
    meaning: "Framelight's client ID at the provider. Required with `OIDC_ISSUER`",
    example: 'framelight',
  },
  OIDC_CLIENT_SECRET: { value: z.optional(text), unset: 'a public client', meaning: 'the secret for that client' },
  OIDC_NAME: {
    value: text,
    default: 'Single sign-on',
    meaning: "the provider's name, for the button on the login page",
    example: '"Fjord Collective"',
  },
  OIDC_SCOPES: {
    value: scopes,
    default: 'openid email profile',
    meaning: 'what to request from the provider, separated by spaces',
    example: '"openid email profile groups"',
  },
  OIDC_REGISTRATION: {
    value: yesOrNo,
    default: 'false',
    meaning:
      '`true`: people without an account get one when they first log in through the provider, unless `REGISTRATION` is `closed`',
  },
  OIDC_ADMIN_GROUP: {
    value: z.optional(text),
    unset: 'no one becomes an administrator this way',
    meaning:
      'members of this group become administrators when they log in through the provider, and stop being administrators when they log in without it',
    example: 'framelight-admins',
  },
  OIDC_GROUPS_CLAIM: { value: text, default: 'groups', meaning: "the claim that lists a person's groups" },
}
