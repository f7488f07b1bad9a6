import * as z from 'zod/mini'
import { collaboratorRoles } from './collaborator-forms.ts'
import { fieldsFor, linkFields } from './link-forms.ts'
import { notifications } from './notification-settings.ts'

/** This file describes all other files in an export. */
export const manifestName = 'account.json'

const instant = z.iso.datetime()
const right = z.nullable(z.boolean())

const exportedComment = z.object({
  name: z.string(),
  content: z.string(),
  /** True if the account's owner wrote the comment. The first exports don't have this field. */
  isOwners: z._default(z.boolean(), false),
  state: z._default(z.enum(['shown', 'waiting']), 'shown'),
  createdAt: instant,
})

const exportedImage = z.object({
  _id: z.string(),
  /** The path of the original in the ZIP. Of guests' images, only the full size is kept. */
  file: z.string(),
  fileName: z.string(),
  title: z.string(),
  description: z.string(),
  takenAt: z.nullable(z.string()),
  isCover: z.boolean(),
  /** Older exports don't have sections. */
  sectionId: z._default(z.nullable(z.string()), null),
  coverFocus: z.nullable(z.object({ x: z.number(), y: z.number() })),
  views: z.number(),
  createdAt: instant,
  /** Images that need approval are `waiting`. Older exports don't have this field or the next one. */
  state: z._default(z.enum(['shown', 'waiting']), 'shown'),
  /** The guest or collaborator who added the image. Null for the owner's own images. */
  addedBy: z._default(z.nullable(z.object({ name: z.string(), isCollaborator: z.optional(z.literal(true)) })), null),
  comments: z.array(exportedComment),
})
export type ExportedImage = z.infer<typeof exportedImage>

const exportedInvitation = z.object({
  name: z.string(),
  email: z.nullable(z.string()),
  /** Older exports don't have the right to add images. */
  rights: z.object({ download: right, comment: right, choose: right, add: z._default(right, null) }),
  /** The sections this person can see. Null means everything. Older exports don't have this field. */
  sections: z._default(z.nullable(z.array(z.string())), null),
  expiresAt: z.nullable(instant),
  revokedAt: z.nullable(instant),
  visits: z.number(),
  views: z.number(),
  downloads: z.number(),
  createdAt: instant,
})

const exportedChoice = z.object({
  name: z.string(),
  email: z.nullable(z.string()),
  message: z.string(),
  isSent: z.boolean(),
  sentAt: z.nullable(instant),
  createdAt: instant,
  images: z.array(z.object({ imageId: z.string(), note: z.string() })),
})

const exportedSection = z.object({ _id: z.string(), title: z.string(), text: z.string(), anchor: z.string() })
export type ExportedSection = z.infer<typeof exportedSection>

const exportedLink = z.object({
  _id: z.string(),
  ...fieldsFor('export'),
  // Every export has these. With a default, a damaged export could open a link to more people.
  isPrivate: linkFields.isPrivate.response,
  isListed: linkFields.isListed.response,
  allowDownloads: linkFields.allowDownloads.response,
  expiresAt: linkFields.expiresAt.response,
  /** The password itself can't be exported, because only its hash is stored. */
  hasPassword: z.boolean(),
  views: z.number(),
  createdAt: instant,
  sections: z._default(z.array(exportedSection), []),
  choices: z.array(exportedChoice),
  invitations: z.array(exportedInvitation),
  images: z.array(exportedImage),
})
export type ExportedLink = z.infer<typeof exportedLink>

const waysIn = z.optional(z.array(z.object({ name: z.string(), createdAt: instant })))

/** `logo` and `logoDark` are paths in the ZIP. */
const exportedStudio = z.object({
  isOn: z.boolean(),
  name: z.string(),
  line: z.string(),
  website: z.nullable(z.string()),
  accent: z.nullable(z.string()),
  logo: z.nullable(z.string()),
  logoDark: z.nullable(z.string()),
})
export type ExportedStudio = z.infer<typeof exportedStudio>

/** Unknown fields are ignored, so that later Framelight versions can add some. */
export const exportedAccount = z.object({
  format: z.literal('framelight-account'),
  version: z.literal(1),
  _id: z.string(),
  exportedAt: instant,
  account: z.object({
    name: z.string(),
    galleryName: z.string(),
    email: z.string(),
    createdAt: instant,
    /** Null means the defaults. Older exports don't have newer settings. */
    notifications: z.nullable(z.partial(notifications)),
    /** Without anything that grants access. Left out if there are none. Imports skip them. */
    keys: waysIn,
    passkeys: waysIn,
    identities: waysIn,
    /** Only the host of the URL, because the rest can be a secret. */
    webhooks: waysIn,
    /** Left out if there are none. Imports only mention them, because everyone has to accept again. */
    collaborators: z.optional(
      z.array(
        z.object({
          email: z.string(),
          role: z.enum(collaboratorRoles),
          /** Null means all links. */
          linkId: z.nullable(z.string()),
          invitedAt: instant,
          acceptedAt: z.nullable(instant),
        }),
      ),
    ),
    /** The host of the account's domain. Left out if there's none. An imported domain has to be verified again. */
    domain: z.optional(z.string()),
    /** Left out if branding was never set up. */
    studio: z.optional(exportedStudio),
  }),
  links: z.array(exportedLink),
  /** The user's own comments on other people's images. */
  comments: z.array(z.object({ content: z.string(), createdAt: instant })),
})
export type ExportedAccount = z.infer<typeof exportedAccount>
