import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { LogOut } from 'lucide-react'
import { useState } from 'react'
import { endOtherSessions, type Session } from '#shared/accounts.ts'
import { call } from '#web/lib/api.ts'
import { errorMessage } from '#web/lib/error-message.ts'
import { count, formatAgo } from '#web/lib/formats.ts'
import { notify } from '#web/lib/notify.ts'
import { queryKeys } from '#web/lib/queries/keys.ts'
import { ownerQueries } from '#web/lib/queries/owner.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { Failure } from '#web/ui/failure.tsx'
import { Setting } from '#web/ui/setting.tsx'
import { Loading, Skeleton } from '#web/ui/skeleton.tsx'

const SessionRow = ({ device, isCurrent, lastSeenAt, onLogout }: Session & { onLogout: () => void }) => (
  <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 border-line border-t py-4 first:border-t-0 first:pt-0">
    <div>
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1 font-medium text-ui">
        {device}
        {isCurrent && <Badge>This device</Badge>}
      </p>
      <p className="text-caption text-ink-3">{isCurrent ? 'Active now' : `Last seen ${formatAgo(lastSeenAt)}`}</p>
    </div>
    {isCurrent && (
      <Button icon={LogOut} onClick={onLogout}>
        Logout
      </Button>
    )}
  </li>
)

const fewSessions = 3

const Rows = () => (
  <Loading label="Loading your devices">
    <Skeleton className="h-11 w-64 max-w-full" />
  </Loading>
)

export function SessionsSetting({ onLogout }: { onLogout: () => void }) {
  const { data: sessions, error, refetch } = useSessions()
  const { mutate: endOthers, isPending } = useEndOtherSessions()
  const [showsAll, setShowsAll] = useState(false)

  const logOutElsewhere = () =>
    endOthers(undefined, {
      onSuccess: (ended) => notify('success', `Logged out on ${count(ended, 'other device')}`),
      onError: (failed) => notify('error', errorMessage(failed, "Couldn't log out your other devices. Try again.")),
    })

  return (
    <Setting
      title="Where you're logged in"
      sentence="Don't recognize one? Log out everywhere else and change your password."
    >
      {error ? (
        <Failure sentence={errorMessage(error, "Couldn't load your devices.")} onRetry={() => refetch()} />
      ) : sessions ? (
        <div className="grid justify-items-start gap-4">
          <ul className="w-full">
            {sessions.slice(0, showsAll ? undefined : fewSessions).map((session) => (
              <SessionRow key={session._id} {...session} onLogout={onLogout} />
            ))}
          </ul>
          {sessions.length > 1 && (
            <div className="flex flex-wrap gap-3">
              <Button busy={isPending && 'Logging out'} onClick={logOutElsewhere}>
                Log out everywhere else
              </Button>
              {sessions.length > fewSessions && !showsAll && (
                <Button kind="ghost" onClick={() => setShowsAll(true)}>
                  Show all {sessions.length}
                </Button>
              )}
            </div>
          )}
        </div>
      ) : (
        <Rows />
      )}
    </Setting>
  )
}

/** Lists the current device first. */
const useSessions = () =>
  useQuery({
    ...ownerQueries.sessions,
    select: (sessions) => sessions.toSorted((a, b) => Number(b.isCurrent) - Number(a.isCurrent)),
  })

function useEndOtherSessions() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: async () => (await call(endOtherSessions)).data.ended,
    onSettled: () => queryClient.invalidateQueries({ queryKey: queryKeys.sessions }),
  })
}
