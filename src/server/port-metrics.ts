import type { Clock } from './platform/clock.ts'
import type { Passwords } from './platform/crypto/passwords.ts'
import type { TaskStatistics, Tasks } from './platform/database/tasks.ts'
import type { Metrics } from './platform/metrics/metrics.ts'
import type { Pictures } from './platform/pictures/pictures.ts'

type WatchedPorts = { tasks: Tasks; pictures: Pictures; passwords: Passwords; clock: Clock }

/** What is read when somebody asks for the metrics; what is counted as it happens is measured where it does. */
export function watchPortMetrics(metrics: Metrics, { tasks, pictures, passwords, clock }: WatchedPorts) {
  metrics.watch('pictures_waiting', 'Pictures that wait for a worker.', () => pictures.pending)
  metrics.watch('password_hashes_waiting', 'Passwords that wait to be hashed.', () => passwords.waiting)

  const ofTasks = (read: (task: TaskStatistics) => number) => async () => {
    const waiting = await tasks.statistics()
    const idle = tasks.kinds().filter((kind) => !waiting.some((task) => task.kind === kind))
    return [
      ...waiting.map((task) => ({ labels: { kind: task.kind }, value: read(task) })),
      ...idle.map((kind) => ({ labels: { kind }, value: 0 })),
    ]
  }
  const ageOf = (since: string) => (clock.now().getTime() - Date.parse(since)) / 1000
  const ages = ofTasks(({ since }) => ageOf(since))
  metrics.watchEach(
    'tasks_waiting',
    'Promised work, by kind.',
    ofTasks(({ count }) => count),
  )
  metrics.watchEach('task_oldest_seconds', 'The age of the oldest, by kind.', ages)
  metrics.watchEach(
    'tasks_failing',
    'Those whose last try failed, by kind.',
    ofTasks(({ failing }) => failing),
  )
  metrics.watchEach(
    'task_attempts',
    'The most tries of one, by kind.',
    ofTasks(({ attempts }) => attempts),
  )
}
