import type { RecordAct } from '#server/features/access/access.service.ts'
import type { GuestService } from '#server/features/access/guests.service.ts'
import { commentingOf, isServedOn } from '#server/features/access/link-access.ts'
import { isAtLeast, isOwner } from '#server/features/access/roles.ts'
import type { EventService } from '#server/features/activity/events.service.ts'
import type { ImageService } from '#server/features/images/images.service.ts'
import { type Clock, instantNow } from '#server/platform/clock.ts'
import { encodeCursor, readCursor } from '#server/platform/database/cursor.ts'
import { newId } from '#server/platform/ids.ts'
import type { RateLimits } from '#server/rate-limits.ts'
import type { Caller, Viewer } from '#server/viewer.ts'
import type { NewComment } from '#shared/comment-forms.ts'
import type { Comment } from '#shared/comments.ts'
import { AppError, invalidField } from '#shared/errors.ts'
import { maxCommentsOfImage, pageMaxSize } from '#shared/limits.ts'
import type { CommentRecord, CommentRepository } from './comments.repository.ts'

type Dependencies = {
  comments: CommentRepository
  images: ImageService
  guests: GuestService
  events: EventService
  recordAct: RecordAct
  rateLimits: RateLimits
  clock: Clock
}

type Query = { cursor?: string | undefined; limit?: number | undefined }

type Visit = Awaited<ReturnType<ImageService['requireAccess']>>

const present = (comment: CommentRecord, guestId?: string | undefined): Comment => ({
  _id: comment.id,
  content: comment.content,
  createdAt: comment.createdAt,
  updatedAt: comment.updatedAt,
  ...(comment.guestId === null
    ? { user: { _id: comment.userId, name: comment.name } }
    : { guest: { name: comment.name } }),
  state: comment.state,
  ...(comment.guestId !== null && comment.guestId === guestId && { isOwn: true }),
})

export function createCommentService({ comments, images, guests, events, recordAct, rateLimits, clock }: Dependencies) {
  async function guestIdOf(caller: Caller, visit: Pick<Visit, 'link' | 'pass'>) {
    const { actor } = await guests.find(caller, visit)
    return actor && 'guestId' in actor ? actor.guestId : undefined
  }

  /** Recognizes the guest even if the link has been closed since they commented. */
  async function isGuestOf(caller: Caller, comment: CommentRecord) {
    if (comment.guestId === null || caller.viewer || caller.passTokens.length === 0) return false
    const image = await images.findMedia(comment.imageId)
    if (!image || !isServedOn(image.link, caller)) return false
    return guests.isKnownBy(comment.guestId, image.link, caller.passTokens)
  }

  /**
   * `moderated` is the link if the caller is its owner or an editor. Authors don't need access to the image, so they can delete their comments
   * even after the link closes.
   */
  async function requireComment(caller: Caller, id: string) {
    const comment = await comments.find(id)
    if (comment && (await isGuestOf(caller, comment))) return { comment, isAuthor: true }
    if (!caller.viewer) throw new AppError('UNAUTHENTICATED', 'Please log in to continue')
    if (!comment) throw notFound()
    const isAuthor = comment.userId === caller.viewer.userId
    // An API key always needs access, because it can't change comments on other people's links.
    if (isAuthor && !caller.viewer.key) return { comment, isAuthor }
    const { role, link } = await images.requireAccess(caller, comment.imageId)
    const isModerator = isAtLeast(role, 'editor')
    if (role === 'visitor' && comment.state === 'waiting') throw notFound()
    return { comment, isAuthor, ...(isModerator && { moderated: link }) }
  }

  async function read(id: string, guestId?: string | null) {
    const comment = await comments.find(id)
    if (!comment) throw notFound()
    return present(comment, guestId ?? undefined)
  }

  async function write(comment: CommentRecord, { role, link }: Visit) {
    const news = { kind: 'comment', link, imageId: comment.imageId, commentId: comment.id } as const
    const event = role === 'owner' ? undefined : await events.prepare(news)
    await comments.transaction(async (tx) => {
      await tx.lockUsage(link.userId)
      if (!(await tx.insert(comment))) throw new AppError('NOT_FOUND', 'Image not found')
      if (!(await tx.countWithin(comment.imageId, maxCommentsOfImage))) throw imageFull()
      if (event) await tx.insertEvent(event)
      else await tx.insertWebhookEvent(link, comment)
    })
    events.nudge()
  }

  function draft(imageId: string, content: string) {
    const now = instantNow(clock)
    return { id: newId(), imageId, content, createdAt: now, updatedAt: now }
  }

  async function requireVisitOfUser({ userId }: Viewer, caller: Caller, imageId: string) {
    const visit = await images.requireAccess(caller, imageId)
    if (!visit.may.comment) throw commentsOff(visit)
    await rateLimits.comments.takeOrThrow({ account: userId })
    return visit
  }

  async function createAsUser(viewer: Viewer, caller: Caller, imageId: string, { content }: NewComment) {
    const visit = await requireVisitOfUser(viewer, caller, imageId)
    const comment = {
      ...draft(imageId, content),
      state: 'shown',
      userId: viewer.userId,
      guestId: null,
      name: '',
    } as const
    await write(comment, visit)
    return { comment: await read(comment.id), held: undefined }
  }

  /**
   * If comments require an account, anonymous visitors are asked to log in even if they can't see the image. On owners'
   * domains, no one can.
   */
  async function requireVisitOfGuest(caller: Caller, imageId: string) {
    const setting = caller.domain ? undefined : ((await images.findMedia(imageId))?.link.comments ?? 'accounts')
    try {
      const visit = await images.requireAccess(caller, imageId)
      const commenting = commentingOf(visit.link, visit)
      if (commenting === 'guests') return visit
      throw commenting === 'off' ? commentsOff(visit) : pleaseLogin()
    } catch (error) {
      if (error instanceof AppError && setting === 'accounts' && error.code !== 'COMMENTS_OFF') throw pleaseLogin()
      throw error
    }
  }

  /** Call this before identifying the guest, because each request in a flood could create a new guest. */
  async function limitGuests({ link, pass }: Visit, network: string) {
    await rateLimits.guestCommentsOfNetwork.takeOrThrow({ link: link.id, network })
    if (!pass?.invitation) await rateLimits.guestCommentsOfLink.takeOrThrow({ link: link.id })
  }

  /** `held` is the browser's new list of passes, if it changed. */
  async function createAsGuest(caller: Caller, imageId: string, { content, name }: NewComment, network: string) {
    const visit = await requireVisitOfGuest(caller, imageId)
    if (name === undefined) throw invalidField('name', 'Name is required')
    await limitGuests(visit, network)
    const { actor, opened } = await guests.require(caller, visit, network)
    const guestId = 'guestId' in actor ? actor.guestId : ''
    await rateLimits.guestComments.takeOrThrow({ guest: guestId })
    const state = visit.link.holdGuestComments ? 'waiting' : 'shown'
    const comment = { ...draft(imageId, content), state, userId: null, guestId, name } as const
    await write(comment, visit)
    const shown = await read(comment.id, guestId)
    return { comment: { ...shown, ...(opened && { pass: opened.token }) }, held: opened?.held }
  }

  /** Also enforces access and rate limits. If the link requires approval, a guest's edit needs it again. */
  async function stateOfChanged(caller: Caller, { guestId, imageId, state }: CommentRecord, network: string) {
    if (caller.viewer) {
      await requireVisitOfUser(caller.viewer, caller, imageId)
      return state
    }
    const visit = await requireVisitOfGuest(caller, imageId)
    await limitGuests(visit, network)
    await rateLimits.guestComments.takeOrThrow({ guest: guestId ?? '' })
    return visit.link.holdGuestComments ? 'waiting' : state
  }

  return {
    async list(caller: Caller, imageId: string, { cursor, limit = pageMaxSize }: Query = {}) {
      const after = readCursor(cursor)
      const visit = await images.requireAccess(caller, imageId)
      const guestId = await guestIdOf(caller, visit)
      const reader = { seesWaiting: isAtLeast(visit.role, 'editor'), guestId }
      const found = await comments.listOf(imageId, reader, after, limit)
      return {
        data: found.comments.map((comment) => present(comment, guestId)),
        ...(found.next && { nextCursor: encodeCursor(found.next) }),
      }
    },

    create: (caller: Caller, imageId: string, written: NewComment, network: string) =>
      caller.viewer
        ? createAsUser(caller.viewer, caller, imageId, written)
        : createAsGuest(caller, imageId, written, network),

    /** Authors can edit only while they can still comment, and can't change their name. */
    async update(caller: Caller, id: string, { content }: NewComment, network: string) {
      const { comment, isAuthor } = await requireComment(caller, id)
      if (!isAuthor) throw new AppError('FORBIDDEN', 'Only the author can edit a comment')
      const state = await stateOfChanged(caller, comment, network)
      await comments.transaction(async (tx) => {
        await tx.updateContent(id, { content, state }, instantNow(clock))
        if (state === 'waiting') await tx.markEvent(id, { isRead: false })
      })
      return read(id, comment.guestId)
    },

    async approve(viewer: Viewer, id: string) {
      const { moderated } = await requireComment({ viewer, passTokens: [] }, id)
      if (!moderated) throw new AppError('FORBIDDEN', "Only the link's owner and editors can approve a comment")
      await comments.transaction(async (tx) => {
        await tx.updateState(id, 'shown')
        if (isOwner(moderated, viewer)) await tx.markEvent(id, { isRead: true })
      })
      await recordAct(viewer, moderated, 'approved')
      return read(id)
    },

    async remove(caller: Caller, id: string) {
      const { isAuthor, moderated } = await requireComment(caller, id)
      if (!isAuthor && !moderated) {
        throw new AppError('FORBIDDEN', "Only the author or the link's owner and editors can delete a comment")
      }
      await comments.transaction((tx) => tx.remove(id))
      if (moderated && !isAuthor) await recordAct(caller.viewer, moderated, 'deleted')
    },
  }
}
export type CommentService = ReturnType<typeof createCommentService>

const notFound = () => new AppError('NOT_FOUND', 'Comment not found')

const pleaseLogin = () => new AppError('UNAUTHENTICATED', 'Please login to add a comment')

const commentsOff = ({ link }: Visit) =>
  new AppError(
    'COMMENTS_OFF',
    link.comments === 'off' ? 'Comments are turned off for this gallery' : "Your invitation doesn't include commenting",
  )

const imageFull = () => new AppError('FORBIDDEN', 'This photo has reached its comment limit')
