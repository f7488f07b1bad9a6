import * as z from 'zod/mini'
import { emailMaxLength, maxSetLimit, noteMaxLength } from './limits.ts'
import { planIds } from './plans.ts'
import { emailAddress, optionalLine, yesOrNo } from './text.ts'

/** Null means that the plan's limit applies. */
const setLimit = (label: string) =>
  z.nullable(
    z.union(
      [z.literal('unlimited'), z.int().check(z.minimum(0), z.maximum(maxSetLimit))],
      `${label} must be 0 or more, or unlimited`,
    ),
  )
export const setLimits = {
  linkLimit: setLimit('Links'),
  imageLimit: setLimit('Images'),
  storageLimitGb: setLimit('Storage'),
}

export const userChange = z.partial(
  z.object({
    plan: z.nullable(z.enum(planIds, "This plan doesn't exist")),
    ...setLimits,
    isDisabled: yesOrNo('Disabled'),
    /** Why the account is disabled. Only administrators see this. */
    reason: optionalLine('Reason', noteMaxLength),
  }),
)
export type UserChange = z.infer<typeof userChange>

export const registrationModes = ['open', 'invited', 'closed'] as const

export const installationChange = z.partial(
  z.object({
    registration: z.enum(registrationModes),
    /** True if people pass on links themselves, so administrators don't need to be told about missing email. */
    isEmailDeclined: yesOrNo('Without email'),
  }),
)
export type InstallationChange = z.infer<typeof installationChange>

export const newRegistrationInvitation = z.object({
  /** If null, no email is sent, and the administrator has to share the URL. */
  email: z._default(z.nullable(emailAddress(emailMaxLength)), null),
})
