import type { EventService } from '#server/features/activity/events.service.ts'
import type { ImageService } from '#server/features/images/images.service.ts'
import { type Clock, instantNow, minutes } from '#server/platform/clock.ts'
import { createRateLimiter } from '#server/platform/concurrency/rate-limiter.ts'
import { newId } from '#server/platform/ids.ts'
import type { Caller, Viewer } from '#server/viewer.ts'
import type { NewComment } from '#shared/comment-forms.ts'
import type { Comment } from '#shared/comments.ts'
import { AppError } from '#shared/errors.ts'
import type { CommentRecord, CommentRepository } from './comments.repository.ts'

type Dependencies = { comments: CommentRepository; images: ImageService; events: EventService; clock: Clock }

const present = ({ id, content, createdAt, updatedAt, userId, userName }: CommentRecord): Comment => ({
  _id: id,
  content,
  createdAt,
  updatedAt,
  user: { _id: userId, name: userName },
})

export function createCommentService({ comments, images, events, clock }: Dependencies) {
  const written = createRateLimiter({ clock, limit: 20, windowMs: minutes(10) })

  /**
   * A comment is as visible as its image: who may not see the image cannot change its comments. But for one's own: whoever
   * wrote it can still take it back when the link has closed.
   */
  async function requireComment(caller: Caller, id: string) {
    const comment = await comments.find(id)
    if (!comment) throw notFound()
    if (comment.userId === caller.viewer?.userId) return { comment, isAuthor: true, isLinkOwner: false }
    const { role } = await images.requireAccess(caller, comment.imageId)
    return { comment, isAuthor: false, isLinkOwner: role === 'owner' }
  }

  async function read(id: string) {
    const comment = await comments.find(id)
    if (!comment) throw notFound()
    return present(comment)
  }

  return {
    async list(caller: Caller, imageId: string) {
      await images.requireAccess(caller, imageId)
      return (await comments.listOf(imageId)).map(present)
    },

    /** Signed-in people need the door as well, and act as themselves. */
    async create(viewer: Viewer, caller: Caller, imageId: string, { content }: NewComment) {
      const { may, role, link } = await images.requireAccess(caller, imageId)
      if (!may.comment) throw new AppError('COMMENTS_OFF', 'Your invitation does not include commenting')
      const retryAfterSeconds = written.take(viewer.userId)
      if (retryAfterSeconds > 0) {
        throw new AppError('RATE_LIMITED', 'You are commenting very fast. Try again in a few minutes.', {
          retryAfterSeconds,
        })
      }
      const now = instantNow(clock)
      const comment = { id: newId(), imageId, userId: viewer.userId, content, createdAt: now, updatedAt: now }
      const told = { kind: 'comment', link, imageId, commentId: comment.id } as const
      const event = role === 'owner' ? undefined : await events.prepare(told)
      await comments.transaction(async (tx) => {
        if (!(await tx.insert(comment))) throw new AppError('NOT_FOUND', 'Image not found')
        if (event) await tx.insertEvent(event)
      })
      events.nudge()
      return read(comment.id)
    },

    async update(caller: Caller, id: string, { content }: NewComment) {
      const { isAuthor } = await requireComment(caller, id)
      if (!isAuthor) throw new AppError('FORBIDDEN', 'Only its author can change a comment')
      await comments.updateContent(id, content, instantNow(clock))
      return read(id)
    },

    async remove(caller: Caller, id: string) {
      const { isAuthor, isLinkOwner } = await requireComment(caller, id)
      if (!isAuthor && !isLinkOwner) {
        throw new AppError('FORBIDDEN', "Only its author or the link's owner can delete a comment")
      }
      await comments.remove(id)
    },
  }
}
export type CommentService = ReturnType<typeof createCommentService>

const notFound = () => new AppError('NOT_FOUND', 'Comment not found')
