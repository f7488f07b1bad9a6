import type { Comment } from '#shared/comments.ts'
import type { Commenting } from '#shared/link-forms.ts'

export type CommentTarget = {
  imageId: string
  linkOwnerId: string
  ownerName: string
  /** Editors approve and delete comments like the owner. */
  isEditor?: boolean
  commenting: Commenting
  /** Whether guest comments are hidden until the owner approves them. */
  needsApproval: boolean
}

export const authorOf = ({ guest, user }: Comment) => guest?.name || user?.name || 'Anonymous'
