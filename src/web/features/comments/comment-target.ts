import type { Comment } from '#shared/comments.ts'
import type { Commenting } from '#shared/link-forms.ts'

/** An image with its link's comment settings. */
export type CommentTarget = {
  imageId: string
  linkOwnerId: string
  ownerName: string
  commenting: Commenting
  /** Guest comments stay hidden until the owner approves them. */
  needsApproval: boolean
}

export const authorOf = ({ guest, user }: Comment) => guest?.name || user?.name || 'Anonymous'

/** Set once a guest has commented from this browser. */
export const guestNameKey = 'guestName'
