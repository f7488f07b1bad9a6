import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useLocation } from 'react-router'
import { dailyTimes, type Notifications, notificationSettings, settingNames } from '#shared/notification-settings.ts'
import { type NotificationChange, updateNotifications } from '#shared/notifications.ts'
import { call } from '#web/lib/api.ts'
import { errorMessage } from '#web/lib/error-message.ts'
import { browserTimeZone, formatTimeOfDay } from '#web/lib/formats.ts'
import { notify } from '#web/lib/notify.ts'
import { queryKeys } from '#web/lib/queries/keys.ts'
import { ownerQueries } from '#web/lib/queries/owner.ts'
import { useCanEmail } from '#web/lib/use-can-email.ts'
import { Button } from '#web/ui/button.tsx'
import { Failure } from '#web/ui/failure.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { Segment } from '#web/ui/segment.tsx'
import { Select } from '#web/ui/select.tsx'
import { Loading, Skeleton } from '#web/ui/skeleton.tsx'

const frequencies = [
  { value: 'now', label: 'Immediately' },
  { value: 'daily', label: 'Daily digest' },
  { value: 'off', label: 'Off' },
] as const

const zoneName = (timeZone: string) => timeZone.replaceAll('_', ' ')

const toasts = { now: 'immediately', daily: 'once a day', off: 'no emails' }

export function EmailSettings() {
  const queryClient = useQueryClient()
  const canEmail = useCanEmail()
  const { data, error, refetch } = useQuery(ownerQueries.notifications)
  const container = useRef<HTMLDivElement>(null)
  const { hash } = useLocation()
  const isLoaded = data !== undefined
  const ownZone = browserTimeZone()
  useEffect(() => {
    if (isLoaded && hash === '#mail') container.current?.scrollIntoView({ block: 'center' })
  }, [isLoaded, hash])

  const { mutate } = useMutation({
    mutationFn: ({ change }: { change: NotificationChange; sentence: string }) =>
      call(updateNotifications, { body: change }),
    onMutate: ({ change }) => {
      // Cancel refetches in flight, because their responses would undo the change.
      void queryClient.cancelQueries({ queryKey: queryKeys.notifications })
      const before = queryClient.getQueryData(queryKeys.notifications)
      queryClient.setQueryData(queryKeys.notifications, { ...before, ...change } as Notifications)
      return before
    },
    onSuccess: (_, { sentence }) => void notify('success', sentence),
    onError: (failure, _, before) => {
      queryClient.setQueryData(queryKeys.notifications, before)
      void notify('error', errorMessage(failure, "Couldn't save your settings. Please try again."))
    },
  })

  if (!data) {
    if (error)
      return <Failure sentence={errorMessage(error, "Couldn't load your settings.")} onRetry={() => void refetch()} />
    return (
      <Loading label="Loading settings">
        <Skeleton className="h-60" />
      </Loading>
    )
  }
  return (
    <div ref={container} className="grid">
      {!canEmail && (
        <div className="pb-5">
          <Notice tone="info">
            Email isn't set up on this server, so nothing is sent yet. Everything is still listed under Activity.
          </Notice>
        </div>
      )}
      {settingNames.map((name) => {
        const { label, hint } = notificationSettings[name]
        return (
          <div key={name} className="border-line border-b py-4 first:pt-0">
            <Segment
              label={label}
              labelPlace="beside"
              hint={hint}
              options={frequencies}
              value={data[name]}
              onChange={(value) => mutate({ change: { [name]: value }, sentence: `${label}: ${toasts[value]}` })}
            />
          </div>
        )
      })}
      <div className="grid gap-1.5 pt-5">
        <p aria-hidden="true" className="font-medium text-ui">
          Send daily digest at
        </p>
        <Select
          label="Send daily digest at"
          className="w-48"
          options={dailyTimes.map((time) => ({ value: time, label: formatTimeOfDay(time) }))}
          value={data.dailyAt}
          onChange={({ target }) => {
            const dailyAt = target.value as Notifications['dailyAt']
            mutate({ change: { dailyAt }, sentence: `Daily digest at ${formatTimeOfDay(dailyAt)}` })
          }}
        />
        <div className="flex flex-wrap items-center gap-x-3">
          <p className="text-caption text-ink-3">Time zone for emails: {zoneName(data.timeZone)}</p>
          {data.timeZone !== ownZone && (
            <Button
              kind="ghost"
              className="-mx-3"
              onClick={() => mutate({ change: { timeZone: ownZone }, sentence: `Time zone: ${zoneName(ownZone)}` })}
            >
              Use {zoneName(ownZone)}
            </Button>
          )}
        </div>
        {canEmail && (
          <p className="mt-3 text-caption text-ink-3">
            We always email you password resets and the exports you request.
          </p>
        )}
      </div>
    </div>
  )
}
