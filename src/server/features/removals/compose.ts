import type { Base } from '#server/ports.ts'
import { createRemovalRepository } from './removals.repository.ts'
import { type CounterSubtraction, createRemovalService } from './removals.service.ts'

type Dependencies = Base & { subtraction: CounterSubtraction; onDeletionScheduled: () => void }

export function composeRemovals({ db, ports: { tasks, clock }, subtraction, onDeletionScheduled }: Dependencies) {
  return createRemovalService({
    removals: createRemovalRepository(db, tasks.isStopping),
    subtraction,
    tasks,
    clock,
    onDeletionScheduled,
  })
}
