import { useQuery, useQueryClient } from '@tanstack/react-query'
import { CircleAlert, RotateCw } from 'lucide-react'
import { retryTask, type Task } from '#shared/administration.ts'
import { isEmailTask } from '#shared/task-kinds.ts'
import { call } from '#web/lib/api.ts'
import { errorMessage, thrownMessage } from '#web/lib/error-message.ts'
import { count, formatAgo, formatMinute } from '#web/lib/formats.ts'
import { notify } from '#web/lib/notify.ts'
import { administrationQueries } from '#web/lib/queries/administration.ts'
import { queryKeys } from '#web/lib/queries/keys.ts'
import { useCanEmail } from '#web/lib/use-can-email.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { Failure } from '#web/ui/failure.tsx'
import { taskName } from './task-names.ts'

type Group = { name: string; tasks: [Task, ...Task[]] }

/** Puts jobs that do the same and failed for the same reason into one row. */
function groupsOf(tasks: Task[]): Group[] {
  const groups = new Map<string, Group>()
  for (const task of tasks) {
    const name = taskName(task.kind)
    const key = `${name} ${task.lastError}`
    const group = groups.get(key)
    if (group) group.tasks.push(task)
    else groups.set(key, { name, tasks: [task] })
  }
  return [...groups.values()]
}

const earliest = (tasks: Task[], field: 'createdAt' | 'runAt') => tasks.map((task) => task[field]).sort()[0] ?? ''

export function TaskList() {
  const queryClient = useQueryClient()
  const { data: tasks = [], error, refetch } = useQuery(administrationQueries.tasks)
  const retry = async (group: Group) => {
    try {
      const answers = await Promise.all(group.tasks.map(({ _id }) => call(retryTask, { params: { id: _id } })))
      void notify('success', answers[0]?.data.message ?? '')
    } catch (error) {
      void notify('error', thrownMessage(error, "That didn't work. Please try again."))
    }
    await queryClient.invalidateQueries({ queryKey: queryKeys.administration })
  }
  return (
    <section aria-labelledby="tasks">
      <h2 id="tasks" className="mb-3 text-subhead">
        Background jobs
      </h2>
      {error && (
        <Failure sentence={errorMessage(error, "Couldn't load the background jobs.")} onRetry={() => void refetch()} />
      )}
      {!error && tasks.length === 0 && <p className="text-ink-2">No jobs are scheduled.</p>}
      <ul className={tasks.length > 0 ? 'border-line border-b' : ''}>
        {groupsOf(tasks).map((group) => (
          <TaskGroup key={group.tasks[0]._id} group={group} onRetry={() => void retry(group)} />
        ))}
      </ul>
    </section>
  )
}

function TaskGroup({ group: { name, tasks }, onRetry }: { group: Group; onRetry: () => void }) {
  const [{ lastError }] = tasks
  const canEmail = useCanEmail()
  const attempts = Math.max(...tasks.map((task) => task.attempts))
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 border-line border-t py-3 text-ui">
      <div className="min-w-0 max-w-176 flex-[1_1_16rem]">
        <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <span className="font-medium">{name}</span>
          {tasks.length > 1 && <Badge>{count(tasks.length, 'job')}</Badge>}
          {tasks.some(isEmailTask) && !canEmail && <Badge tone="warn">Email isn't set up</Badge>}
          {lastError && (
            <Badge tone="danger" icon={CircleAlert}>
              {attempts === 1 ? 'Tried once' : `Tried ${attempts} times`}
            </Badge>
          )}
        </span>
        {lastError && <p className="wrap-anywhere text-ink-2">{lastError}</p>}
        <p className="text-caption text-ink-3">
          {attempts > 0 ? 'Next try' : 'Scheduled for'} {formatMinute(earliest(tasks, 'runAt'))}.
          {attempts > 0 &&
            ` ${tasks.length > 1 ? 'The oldest was added' : 'Added'} ${formatAgo(earliest(tasks, 'createdAt'))}.`}
        </p>
      </div>
      {lastError && (
        <Button icon={RotateCw} aria-label={`Retry: ${name}`} onClick={onRetry}>
          Retry
        </Button>
      )}
    </li>
  )
}
