import { linkNotFound } from '#server/features/access/link-access.ts'
import type { RemovalService } from '#server/features/removals/removals.service.ts'
import { type Clock, instantNow } from '#server/platform/clock.ts'
import { newId } from '#server/platform/ids.ts'
import type { LinkRepository } from './links.repository.ts'

export type DeletionDependencies = {
  links: LinkRepository
  removals: RemovalService
  clock: Clock
  /** False if deleting is final. */
  hasTrash: boolean
}

type OwnLink = { id: string; userId: string }

export function createLinkDeletions({ links, removals, clock, hasTrash }: DeletionDependencies) {
  async function trash(link: OwnLink) {
    await links.transaction(async (tx) => {
      await tx.lockUsage(link.userId)
      const images = await tx.moveToTrash(link, newId(), instantNow(clock))
      if (images === undefined) throw linkNotFound()
      await tx.freePlaces(link.userId, { images, bytes: 0 })
    })
  }

  async function removeForever(link: OwnLink) {
    await links.transaction(async (tx) => {
      await tx.lockUsage(link.userId)
      const removedId = newId()
      const held = await tx.moveToDeletedAccount(link, removedId, instantNow(clock))
      if (!held) throw linkNotFound()
      await tx.freePlaces(link.userId, held)
      await tx.insertTask(removals.taskOf(removedId))
    })
    removals.nudge()
  }

  return {
    remove: (link: OwnLink, { forever }: { forever: boolean }) =>
      hasTrash && !forever ? trash(link) : removeForever(link),
  }
}
