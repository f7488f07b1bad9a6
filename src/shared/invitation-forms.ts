import * as z from 'zod/mini'
import { emailMaxLength, guestNameMaxLength } from './limits.ts'
import { sectionIds } from './section-forms.ts'
import { emailAddress, requiredLine, yesOrNo } from './text.ts'

const right = (label: string) => z._default(z.nullable(yesOrNo(label)), null)

const fields = {
  name: requiredLine('Name', guestNameMaxLength),
  email: z.nullable(emailAddress(emailMaxLength)),
  rights: z.object(
    { download: right('Download'), comment: right('Comment'), choose: right('Choose'), add: right('Add') },
    'Rights must be an object with download, comment, choose and add',
  ),
  sections: z.nullable(sectionIds),
  expiresAt: z.nullable(
    z.iso
      .datetime({ offset: true, error: "Expiration date isn't valid" })
      .check(z.refine((text) => new Date(text).getUTCFullYear() <= 9999, "Expiration date isn't valid")),
  ),
}

export const newInvitation = z.object({
  ...fields,
  email: z._default(fields.email, null),
  rights: z._default(fields.rights, { download: null, comment: null, choose: null, add: null }),
  sections: z._default(fields.sections, null),
  expiresAt: z._default(fields.expiresAt, null),
})
export type NewInvitation = z.infer<typeof newInvitation>

/** Omitted fields keep their values. `revoked: false` restores a revoked invitation. */
export const invitationChange = z.partial(
  z.object({
    ...fields,
    rights: z.partial(
      z.object({
        download: z.nullable(yesOrNo('Download')),
        comment: z.nullable(yesOrNo('Comment')),
        choose: z.nullable(yesOrNo('Choose')),
        add: z.nullable(yesOrNo('Add')),
      }),
    ),
    revoked: z.literal(false, 'To revoke an invitation, delete it'),
  }),
)
export type InvitationChange = z.infer<typeof invitationChange>
