import type { Clock } from './platform/clock.ts'
import type { Passwords } from './platform/crypto/passwords.ts'
import type { TaskStatistics, Tasks } from './platform/database/tasks.ts'
import type { ImageProcessor } from './platform/images/image-processor.ts'
import type { Metrics } from './platform/metrics/metrics.ts'

type WatchedPorts = { tasks: Tasks; imageProcessor: ImageProcessor; passwords: Passwords; clock: Clock }

export function watchPortMetrics(metrics: Metrics, { tasks, imageProcessor, passwords, clock }: WatchedPorts) {
  metrics.watch('pictures_waiting', 'Images waiting for a worker.', () => imageProcessor.pending)
  metrics.watch('password_hashes_waiting', 'Passwords waiting to be hashed.', () => passwords.waiting)

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
    'Background tasks waiting, by kind.',
    ofTasks(({ count }) => count),
  )
  metrics.watchEach('task_oldest_seconds', 'Age of the oldest waiting task, by kind.', ages)
  metrics.watchEach(
    'tasks_failing',
    'Tasks whose last attempt failed, by kind.',
    ofTasks(({ failing }) => failing),
  )
  metrics.watchEach(
    'task_attempts',
    'Highest number of attempts of a task, by kind.',
    ofTasks(({ attempts }) => attempts),
  )
}
