import * as z from 'zod/mini'
import { emailMaxLength } from './limits.ts'
import { emailAddress } from './text.ts'

export const collaboratorRoles = ['editor', 'uploader'] as const
export type CollaboratorRole = (typeof collaboratorRoles)[number]

const role = z.enum(collaboratorRoles, 'Role must be editor or uploader')

export const newCollaborator = z.object({
  email: emailAddress(emailMaxLength),
  role,
  /** Null means all links, including future ones. */
  linkId: z.nullable(
    z.string('Choose a link').check(z.minLength(1, 'Choose a link'), z.maxLength(100, 'Choose a link')),
  ),
})
export type NewCollaborator = z.infer<typeof newCollaborator>

export const collaboratorChange = z.object({ role })
