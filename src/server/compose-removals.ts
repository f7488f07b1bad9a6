import { createCounterSubtractionRepository } from './features/removals/counter-subtraction.repository.ts'
import { createRemovalRepository } from './features/removals/removals.repository.ts'
import { createRemovalService } from './features/removals/removals.service.ts'
import type { Database } from './platform/database/database.ts'
import type { Ports } from './ports.ts'

type Dependencies = {
  db: Database
  ports: Pick<Ports, 'tasks' | 'clock'>
  onDeletionScheduled: () => void
}

export const composeRemovals = ({ db, ports: { tasks, clock }, onDeletionScheduled }: Dependencies) =>
  createRemovalService({
    removals: createRemovalRepository(db, tasks.isStopping),
    subtraction: createCounterSubtractionRepository(db),
    tasks,
    clock,
    onDeletionScheduled,
  })
