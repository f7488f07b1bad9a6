import type { Base } from '#server/ports.ts'
import { createCounterSubtractionRepository } from './counter-subtraction.repository.ts'
import { createRemovalRepository } from './removals.repository.ts'
import { createRemovalService } from './removals.service.ts'

type Dependencies = Base & { onDeletionScheduled: () => void }

export function composeRemovals({ db, ports: { tasks, clock }, onDeletionScheduled }: Dependencies) {
  return createRemovalService({
    removals: createRemovalRepository(db, tasks.isStopping),
    subtraction: createCounterSubtractionRepository(db),
    tasks,
    clock,
    onDeletionScheduled,
  })
}
