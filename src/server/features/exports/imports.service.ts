import type { LinkService } from '#server/features/links/links.service.ts'
import { type Clock, instantNow } from '#server/platform/clock.ts'
import type { ExpensiveWork } from '#server/platform/concurrency/expensive-work.ts'
import { createFairShare } from '#server/platform/concurrency/fair-share.ts'
import type { RateLimits } from '#server/rate-limits.ts'
import type { Viewer } from '#server/viewer.ts'
import { AppError } from '#shared/errors.ts'
import type { ImportedFeedback } from '#shared/exports.ts'
import { importedRowsOfLink } from '#shared/limits.ts'
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

/** A node holds at most this many request bodies of imports in memory, at most half of them from one account. */
const maxArriving = 4

/** The approximate size of a row without its text. */
const rowBytes = 200

/**
 * Imports comments and favorites from another installation. Their authors, except the owner, become guests with the
 * same names, because their accounts don't exist here. These guests have no passes, and the import sends no
 * notifications.
 */
export function createImportService(dependencies: Dependencies) {
  const { imports, links, rateLimits, expensiveWork, hasDiskSpace, clock } = dependencies
  const places = createFairShare({ capacity: maxArriving, what: 'imports', of: 'account', retryAfterSeconds: 2 })

  const store = (viewer: Viewer, linkId: string, step: ImportStep) =>
    imports.transaction(async (tx) => {
      // Deleting images or links requires the same lock, so none can disappear during this transaction.
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
    /** Takes a slot. Call this before reading the body. Returns a function that releases the slot. */
    enter: ({ userId }: Viewer) => places.take(userId),

    async importFeedback(viewer: Viewer, linkId: string, feedback: ImportedFeedback) {
      await links.requireOwn(viewer, linkId)
      if (!(await hasDiskSpace())) throw noDiskRoom()
      await rateLimits.imports.takeOrThrow({ account: viewer.userId })
      await rateLimits.importedBytes.takeOrThrow({ account: viewer.userId }, bytesOf(feedback))
      const here = { linkId, ownerId: viewer.userId, now: instantNow(clock) }
      for (const step of stepsOf(feedback, here)) {
        await expensiveWork.step(viewer.userId, () => store(viewer, linkId, step))
      }
    },
  }
}
export type ImportService = ReturnType<typeof createImportService>

const linkIsFull = () =>
  new AppError('FORBIDDEN', 'This link has reached its limit for imported comments and favorites.')

const noDiskRoom = () =>
  new AppError('UNAVAILABLE', 'This server is out of disk space. Please try again later.', {
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
