import { type Clock, hours, minutes } from '#server/platform/clock.ts'
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
  turnMs?: number
}
type Removal = { userId: string }

/**
 * Deleted accounts and links are hidden immediately (deleted-accounts.repository.ts). This service deletes their
 * data in the background, in steps that are short enough not to block requests.
 */
export function createRemovalService(dependencies: Dependencies) {
  const { removals, subtraction, tasks, clock, onDeletionScheduled, turnMs = minutes(0.5) } = dependencies

  /** Runs steps until nothing is left, which returns true, or until the turn is over. */
  type UntilDone = (step: () => Promise<boolean>) => Promise<boolean>

  function startTurn(): UntilDone {
    const endsAt = performance.now() + turnMs
    const isOver = () => tasks.isStopping() || performance.now() >= endsAt
    return async (step) => {
      let isMore = !tasks.isStopping()
      do isMore &&= await withRest(step)
      while (isMore && !isOver())
      return !isMore && !tasks.isStopping()
    }
  }

  async function subtract(userId: string, ownerId: string, linkId: string, untilDone: UntilDone) {
    const removal = { user_id: userId, counted_for: ownerId, link_id: linkId }
    const thisHour = Math.floor(clock.now().getTime() / hours(1))
    if (!(await untilDone(() => subtraction.subtractHours(removal, thisHour)))) return false
    if (!(await untilDone(() => subtraction.subtractHosts(removal)))) return false
    await subtraction.removeEmptyHosts(ownerId)
    await removals.removeCounts(ownerId, linkId)
    return true
  }

  async function clearAccount(userId: string, untilDone: UntilDone) {
    await removals.removeContributions(userId)
    await removals.removeCounts(userId)
    return untilDone(() => removals.takeFromTrash(userId))
  }

  async function remove({ userId }: Removal) {
    const removal = await removals.find(userId)
    // Another run has already finished this removal.
    if (!removal) return
    const { counted_for: ownerId, link_id: linkId } = removal
    const untilDone = startTurn()
    const isDone =
      (ownerId !== null && linkId !== null
        ? await subtract(userId, ownerId, linkId, untilDone)
        : await clearAccount(userId, untilDone)) &&
      (await untilDone(() => removals.removeImages(userId))) &&
      (await untilDone(() => removals.removeLink(userId)))
    // A new task is last in the queue, so other removals don't wait for a large one. On shutdown, another node can
    // continue before the lease of this one expires.
    if (isDone) await removals.removeAccount(userId)
    else await removals.insertTask(taskOf({ userId }))
    onDeletionScheduled()
  }

  const taskOf = tasks.define('removal', remove, { isLong: true })

  return { taskOf: (userId: string) => taskOf({ userId }), nudge: tasks.nudge }
}
export type RemovalService = ReturnType<typeof createRemovalService>
