import { type Clock, hours } from '#server/platform/clock.ts'
import { withRest } from '#server/platform/concurrency/with-rest.ts'
import type { Tasks } from '#server/platform/database/tasks.ts'
import type { RemovalRepository } from './removals.repository.ts'

type LinkRemoval = { user_id: string; counted_for: string; link_id: string }

/** Implemented by features/analytics. Each step returns false when there's nothing left to subtract. */
export type CounterSubtraction = {
  subtractHours: (removal: LinkRemoval, thisHour: number) => Promise<boolean>
  subtractHosts: (removal: LinkRemoval) => Promise<boolean>
  removeEmptyHosts: (userId: string) => Promise<void>
}

type Dependencies = {
  removals: RemovalRepository
  subtraction: CounterSubtraction
  tasks: Tasks
  clock: Clock
  onDeletionScheduled: () => void
}
type Removal = { userId: string }

/**
 * Deleted accounts and links are hidden immediately (deleted-accounts.repository.ts). This service deletes their
 * data in the background, in steps that are short enough not to block requests.
 */
export function createRemovalService({ removals, subtraction, tasks, clock, onDeletionScheduled }: Dependencies) {
  async function untilDone(step: () => Promise<boolean>) {
    while (!tasks.isStopping() && (await withRest(step)));
  }

  async function subtract(userId: string, ownerId: string, linkId: string) {
    const removal = { user_id: userId, counted_for: ownerId, link_id: linkId }
    const thisHour = Math.floor(clock.now().getTime() / hours(1))
    await untilDone(() => subtraction.subtractHours(removal, thisHour))
    await untilDone(() => subtraction.subtractHosts(removal))
    await subtraction.removeEmptyHosts(ownerId)
    await removals.removeCounts(ownerId, linkId)
  }

  async function remove({ userId }: Removal) {
    const removal = await removals.find(userId)
    // Another run has already finished this removal.
    if (!removal) return
    const { counted_for: ownerId, link_id: linkId } = removal
    if (ownerId !== null && linkId !== null) await subtract(userId, ownerId, linkId)
    else {
      await removals.removeContributions(userId)
      await removals.removeCounts(userId)
      await untilDone(() => removals.takeFromTrash(userId))
    }
    await untilDone(() => removals.removeImages(userId))
    await untilDone(() => removals.removeLink(userId))
    // On shutdown, queue a new task, so another node can continue before the lease of this one expires.
    if (tasks.isStopping()) await removals.insertTask(taskOf({ userId }))
    else await removals.removeAccount(userId)
    onDeletionScheduled()
  }

  const taskOf = tasks.define('removal', remove, { isLong: true })

  return { taskOf: (userId: string) => taskOf({ userId }), nudge: tasks.nudge }
}
export type RemovalService = ReturnType<typeof createRemovalService>
