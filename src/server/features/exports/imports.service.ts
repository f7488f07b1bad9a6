import type { LinkService } from '#server/features/links/links.service.ts'
import { type Clock, hours, instantNow } from '#server/platform/clock.ts'
import type { RateLimits } from '#server/platform/database/rate-limits.ts'
import { idFrom } from '#server/platform/ids.ts'
import type { Viewer } from '#server/viewer.ts'
import { AppError } from '#shared/errors.ts'
import type { ImportedWords } from '#shared/exports.ts'
import type { ImportedGuest, ImportRepository, NewChoice, NewComment } from './imports.repository.ts'

type Dependencies = { imports: ImportRepository; links: LinkService; rateLimits: RateLimits; clock: Clock }

/**
 * What others wrote and chose on another installation comes under their names as that of guests: their accounts are not known
 * here, and nobody can act as them. It is no news, so nobody is told of it.
 */
export function createImportService({ imports, links, rateLimits, clock }: Dependencies) {
  const brought = rateLimits.define({ name: 'imports', limit: 2000, windowMs: hours(1) })

  return {
    async bringIn(viewer: Viewer, linkId: string, words: ImportedWords) {
      await links.requireOwn(viewer, linkId)
      const { retryAfterSeconds } = await brought.take(viewer.userId)
      if (retryAfterSeconds > 0) {
        throw new AppError('RATE_LIMITED', 'You have imported very much. Try again in an hour.', { retryAfterSeconds })
      }
      const now = instantNow(clock)
      await imports.transaction(async (tx) => {
        // Pictures and links are deleted under the same lock: what is there now stays until we are done.
        await tx.lockUsage(viewer.userId)
        if (!(await tx.hasLink(linkId))) throw new AppError('NOT_FOUND', 'Link not found')
        const isHere = new Set(await tx.listImageIds(linkId))
        const comments = words.comments.filter(({ imageId }) => isHere.has(imageId))
        await tx.insertGuests(linkId, guestsOf(linkId, comments, now))
        await tx.insertComments(comments.map((comment) => toComment(viewer, linkId, comment, now)))
        for (const choice of words.choices) {
          const { guest, made } = toChoice(linkId, choice, now)
          await tx.insertGuests(linkId, [guest])
          await tx.insertChoice(linkId, { ...made, images: made.images.filter(({ imageId }) => isHere.has(imageId)) })
        }
      })
    },
  }
}
export type ImportService = ReturnType<typeof createImportService>

type Comment = ImportedWords['comments'][number]
type Choice = ImportedWords['choices'][number]

/** As it was, but never in the future: lists go by time. */
const notAfter = (now: string, instant: string) => {
  const normal = new Date(instant).toISOString()
  return normal < now ? normal : now
}

/** Whoever wrote under one name is one guest. */
const authorId = (linkId: string, name: string) => idFrom('author', linkId, name)

function guestsOf(linkId: string, comments: Comment[], now: string): ImportedGuest[] {
  const byName = Map.groupBy(
    comments.filter(({ isOwners }) => !isOwners),
    ({ name }) => name,
  )
  return [...byName].map(([name, [first]]) => ({
    id: authorId(linkId, name),
    name,
    email: null,
    createdAt: notAfter(now, first?.createdAt ?? now),
  }))
}

function toComment(viewer: Viewer, linkId: string, comment: Comment, now: string): NewComment {
  const { imageId, name, content, isOwners, state } = comment
  return {
    id: idFrom('comment', imageId, comment.createdAt, name, content),
    imageId,
    author: isOwners ? { userId: viewer.userId } : { guestId: authorId(linkId, name), name },
    content,
    state,
    createdAt: notAfter(now, comment.createdAt),
  }
}

/** Nobody chooses twice on one link, so each choice has a guest of its own, also where names are the same. */
function toChoice(linkId: string, choice: Choice, now: string): { guest: ImportedGuest; made: NewChoice } {
  const { name, email } = choice
  const createdAt = notAfter(now, choice.createdAt)
  const parts = [linkId, choice.createdAt, name, email ?? '']
  const guestId = idFrom('chooser', ...parts)
  return {
    guest: { id: guestId, name, email, createdAt },
    made: {
      ...choice,
      id: idFrom('choice', ...parts),
      guestId,
      sentAt: choice.sentAt && notAfter(now, choice.sentAt),
      createdAt,
    },
  }
}
