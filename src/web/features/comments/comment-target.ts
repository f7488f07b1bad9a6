import type { Comment } from '#shared/comments.ts'
import type { Commenting } from '#shared/link-forms.ts'

/** An image with its link's comment settings. */
export type CommentTarget = {
  imageId: string
  linkOwnerId: string
  ownerName: string
  commenting: Commenting
  /** Of guest comments. */
  needsApproval: boolean
}

export const authorOf = ({ guest, user }: Comment) => guest?.name || user?.name || 'Anonymous'

/** Also tells that a guest has commented from this browser. */
export const guestNameKey = 'guestName'
