import type { Comment } from '#shared/comments.ts'
import type { Commenting } from '#shared/link-forms.ts'

/** An image that is commented on, with what its link says about comments. */
export type CommentTarget = {
  imageId: string
  linkOwnerId: string
  ownerName: string
  commenting: Commenting
  /** Whether the owner reads what guests write before everybody else does. */
  needsApproval: boolean
}

export const authorOf = ({ guest, user }: Comment) => guest?.name || user?.name || 'Anonymous'

/** A guest's name is remembered where they wrote, and with it that they have written. */
export const guestNameKey = 'guestName'
