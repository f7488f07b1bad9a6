import { setImmediate as nextTurnOfEventLoop } from 'node:timers/promises'
import { type Clock, hours } from '#server/platform/clock.ts'
import type { Tasks } from '#server/platform/database/tasks.ts'
import type { CounterSubtractionRepository } from './counter-subtraction.repository.ts'
import type { RemovalRepository } from './removals.repository.ts'

type Dependencies = {
  removals: RemovalRepository
  subtraction: CounterSubtractionRepository
  tasks: Tasks
  clock: Clock
  /** Called when files are to be deleted, so that it happens soon. */
  onDeletionScheduled: () => void
}
type Removal = { userId: string }

/**
 * What is deleted is not there to anybody from then on (platform/database/deleted-accounts.ts), and goes here, beside the requests
 * and in steps so short that nobody waits for one.
 */
export function createRemovalService({ removals, subtraction, tasks, clock, onDeletionScheduled }: Dependencies) {
  /** Step by step, each when everybody else had a turn. */
  async function untilDone(step: () => Promise<boolean>) {
    while (!tasks.isStopping() && (await step())) await nextTurnOfEventLoop()
  }

  async function subtract(userId: string, ownerId: string, linkId: string) {
    const removal = { user_id: userId, counted_for: ownerId, link_id: linkId }
    const thisHour = Math.floor(clock.now().getTime() / hours(1))
    await untilDone(() => subtraction.subtractHours(removal, thisHour))
    await untilDone(() => subtraction.subtractHosts(removal))
    await subtraction.removeEmptyHosts(ownerId)
    await removals.removeCounts(ownerId, linkId)
  }

  const taskOf = tasks.define<Removal>('removal', async ({ userId }) => {
    const removal = await removals.find(userId)
    // Done before, by a node that ended before it could say so.
    if (!removal) return
    const { counted_for: ownerId, link_id: linkId } = removal
    if (ownerId !== null && linkId !== null) await subtract(userId, ownerId, linkId)
    else {
      await removals.removeWritings(userId)
      await removals.removeCounts(userId)
    }
    await untilDone(() => removals.removeImages(userId))
    await untilDone(() => removals.removeLink(userId))
    // Whoever starts next goes on at once, instead of when a node that has died would be waited for.
    if (tasks.isStopping()) await removals.insertTask(taskOf({ userId }))
    else await removals.removeAccount(userId)
    onDeletionScheduled()
  })

  return { taskOf: (userId: string) => taskOf({ userId }), nudge: tasks.nudge }
}
export type RemovalService = ReturnType<typeof createRemovalService>
