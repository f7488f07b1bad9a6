import type { LinkService } from '#server/features/links/links.service.ts'
import { type Clock, days, hours, instantNow } from '#server/platform/clock.ts'
import type { ExpensiveWork } from '#server/platform/concurrency/expensive-work.ts'
import { createFairShare } from '#server/platform/concurrency/fair-share.ts'
import type { RateLimits } from '#server/platform/database/rate-limits.ts'
import type { Viewer } from '#server/viewer.ts'
import { AppError } from '#shared/errors.ts'
import type { ImportedFeedback } from '#shared/exports.ts'
import { importedBytesPerDay, importedRowsOfLink } from '#shared/limits.ts'
import { guestsOf, type ImportStep, stepsOf } from './import-steps.ts'
import type { ImportRepository } from './imports.repository.ts'

type Dependencies = {
  imports: ImportRepository
  links: LinkService
  rateLimits: RateLimits
  expensiveWork: ExpensiveWork
  hasDiskSpace: () => Promise<boolean>
  clock: Clock
}

/** Bodies in memory at once on a node, and of one account half of them at the most. */
const maxArriving = 4

/** What a row takes in the database beside its text, roughly. */
const rowBytes = 200

/**
 * What others wrote and chose on another installation comes under their names as that of guests: their accounts are not known
 * here, and nobody can act as them. It is no news, so nobody is told of it.
 */
export function createImportService(dependencies: Dependencies) {
  const { imports, links, rateLimits, expensiveWork, hasDiskSpace, clock } = dependencies
  const calls = rateLimits.define({ name: 'imports', limit: 2000, windowMs: hours(1) })
  const bytes = rateLimits.define({ name: 'imported-bytes', limit: importedBytesPerDay, windowMs: days(1) })
  const places = createFairShare({ capacity: maxArriving, what: 'imports', of: 'account', retryAfterSeconds: 2 })

  const store = (viewer: Viewer, linkId: string, step: ImportStep) =>
    imports.transaction(async (tx) => {
      // Images and links are deleted under the same lock: what is there now stays until we are done.
      await tx.lockUsage(viewer.userId)
      if (!(await tx.hasLink(linkId))) throw new AppError('NOT_FOUND', 'Link not found')
      const isHere = new Set(await tx.listImageIds(linkId, imageIdsOf(step)))
      const kept = {
        comments: step.comments.filter(({ imageId }) => isHere.has(imageId)),
        choices: step.choices.map((choice) => ({
          ...choice,
          images: choice.images.filter(({ imageId }) => isHere.has(imageId)),
        })),
      }
      const guests = await tx.insertGuests(linkId, guestsOf(kept))
      const commented = await tx.insertComments(kept.comments)
      const { choices, images } = await tx.insertChoices(linkId, kept.choices)
      const inserted = commented.length + choices + images
      if (!(await tx.countInserted(linkId, { guests, choices, commented }))) throw linkIsFull()
      if (!(await tx.countImported(linkId, inserted, importedRowsOfLink))) throw linkIsFull()
    })

  return {
    /** Takes a place before a body is read; returns what gives it back. */
    enter: ({ userId }: Viewer) => places.take(userId),

    async importFeedback(viewer: Viewer, linkId: string, feedback: ImportedFeedback) {
      await links.requireOwn(viewer, linkId)
      if (!(await hasDiskSpace())) throw noDiskRoom()
      const counted = await calls.take(viewer.userId)
      refuse(counted, 'You have imported very much. Try again in an hour.')
      refuse(
        await bytes.take(viewer.userId, bytesOf(feedback)),
        'You have imported very much today. Try again tomorrow.',
      )
      const here = { linkId, ownerId: viewer.userId, now: instantNow(clock) }
      for (const step of stepsOf(feedback, here)) {
        await expensiveWork.step(viewer.userId, () => store(viewer, linkId, step))
      }
    },
  }
}
export type ImportService = ReturnType<typeof createImportService>

function refuse({ retryAfterSeconds }: { retryAfterSeconds: number }, sentence: string) {
  if (retryAfterSeconds > 0) throw new AppError('RATE_LIMITED', sentence, { retryAfterSeconds })
}

const linkIsFull = () =>
  new AppError('FORBIDDEN', 'This link has as many imported comments and favorites as a link can have.')

const noDiskRoom = () =>
  new AppError('UNAVAILABLE', 'There is no room to import more on this server at the moment. Please try again later.', {
    retryAfterSeconds: 60,
  })

const imageIdsOf = ({ comments, choices }: ImportStep) => [
  ...new Set([
    ...comments.map(({ imageId }) => imageId),
    ...choices.flatMap(({ images }) => images.map(({ imageId }) => imageId)),
  ]),
]

function bytesOf({ comments, choices }: ImportedFeedback) {
  const texts = [
    ...comments.map(({ content }) => content),
    ...choices.flatMap(({ message, images }) => [message, ...images.map(({ note }) => note)]),
  ]
  return texts.reduce((sum, text) => sum + rowBytes + Buffer.byteLength(text), 0)
}
