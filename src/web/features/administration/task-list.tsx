import { useQuery, useQueryClient } from '@tanstack/react-query'
import { RotateCw } from 'lucide-react'
import { retryTask } from '#shared/administration.ts'
import { call } from '#web/lib/api.ts'
import { errorMessage, thrownMessage } from '#web/lib/error-message.ts'
import { formatAgo, formatMinute } from '#web/lib/formats.ts'
import { notify } from '#web/lib/notify.ts'
import { administrationQueries } from '#web/lib/queries/administration.ts'
import { queryKeys } from '#web/lib/queries/keys.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { Failure } from '#web/ui/failure.tsx'

/** Kinds that aren't listed here are shown by their internal name. */
const kinds: Record<string, string> = {
  'activity-mail': 'Email an owner about activity',
  'activity-daily-mail': 'Email an owner the daily digest',
  'activity-read': 'Mark activity as read',
  'backup-alert-mail': 'Email administrators about backups',
  'cancel-subscription': 'Cancel a subscription',
  'confirmation-mail': 'Email a confirmation link',
  'contact-mail': 'Email a contact message to support',
  'export-mail': 'Email a download link for an export',
  'follow-confirmation-mail': 'Email a new follower a confirmation link',
  'follow-digest-mail': 'Email followers about new photos',
  'invitation-mail': 'Email an invitation to a gallery',
  'password-reset-mail': 'Email a password reset link',
  'registration-invitation-mail': 'Email an invitation to register',
  removal: 'Delete an account',
}

export function TaskList() {
  const queryClient = useQueryClient()
  const { data: tasks = [], error, refetch } = useQuery(administrationQueries.tasks)
  const retry = async (id: string) => {
    try {
      const { data } = await call(retryTask, { params: { id } })
      void notify('success', data.message)
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
      {!error && tasks.length === 0 && <p className="text-ink-2">No jobs waiting.</p>}
      <ul>
        {tasks.map(({ _id, kind, attempts, createdAt, runAt, lastError }) => (
          <li
            key={_id}
            className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 border-line border-t py-3 text-ui"
          >
            <div>
              <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
                {kinds[kind] ?? kind}
                {(lastError || attempts > 1) && (
                  <Badge tone="danger">{attempts === 1 ? 'Tried once' : `Tried ${attempts} times`}</Badge>
                )}
              </span>
              {lastError && <p className="wrap-anywhere text-ink-2">{lastError}</p>}
              <p className="text-caption text-ink-3">
                Created {formatAgo(createdAt)}, {attempts > 0 ? 'next try' : 'scheduled for'} {formatMinute(runAt)}
              </p>
            </div>
            {lastError && (
              <Button
                kind="ghost"
                icon={RotateCw}
                aria-label={`Retry: ${kinds[kind] ?? kind}`}
                onClick={() => void retry(_id)}
              >
                Retry
              </Button>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}
