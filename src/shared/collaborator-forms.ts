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
  linkId: z.nullable(z.string('Choose a link').check(z.regex(/^[\w-]{1,100}$/, 'Choose a link'))),
})
export type NewCollaborator = z.infer<typeof newCollaborator>

export const collaboratorChange = z.object({ role })

/** `linkId` is null for all links of the owner. */
export type ViewerCollaboration = { ownerId: string; linkId: string | null; role: CollaboratorRole }
