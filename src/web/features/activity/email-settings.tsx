import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useLocation } from 'react-router'
import { dailyTimes, type NotificationChange, type Notifications, updateNotifications } from '#shared/notifications.ts'
import { call } from '#web/lib/api.ts'
import { notify } from '#web/lib/notify.ts'
import { queryKeys } from '#web/lib/queries/keys.ts'
import { ownerQueries } from '#web/lib/queries/owner.ts'
import { sentenceOf } from '#web/lib/sentence.ts'
import { Failure } from '#web/ui/failure.tsx'
import { Segment } from '#web/ui/segment.tsx'
import { Select } from '#web/ui/select.tsx'
import { Loading, Skeleton } from '#web/ui/skeleton.tsx'

const often = [
  { value: 'now', label: 'At once' },
  { value: 'daily', label: 'Daily' },
  { value: 'off', label: 'Off' },
] as const

const matters = [
  { name: 'comments', label: 'Comments', hint: 'New ones, and those that wait for you' },
  { name: 'choices', label: 'Choices', hint: 'Somebody has sent one' },
  { name: 'requests', label: 'Requests for more time', hint: 'On a link that has closed' },
  { name: 'closing', label: 'Links about to close', hint: 'Three days before' },
] as const

const said = { now: 'at once', daily: 'one mail a day', off: 'no mail' }

const times = dailyTimes.map((time) => ({ value: time, label: `${time} UTC` }))

/** How often one is mailed about what; every change counts at once. */
export function EmailSettings() {
  const queryClient = useQueryClient()
  const { data, error, refetch } = useQuery(ownerQueries.notifications)
  const place = useRef<HTMLDivElement>(null)
  const { hash } = useLocation()
  const isLoaded = data !== undefined
  useEffect(() => {
    if (isLoaded && hash === '#mail') place.current?.scrollIntoView({ block: 'center' })
  }, [isLoaded, hash])

  const { mutate } = useMutation({
    mutationFn: ({ change }: { change: NotificationChange; sentence: string }) =>
      call(updateNotifications, { body: change }),
    onMutate: ({ change }) => {
      // An answer that was asked for before the change would undo it.
      void queryClient.cancelQueries({ queryKey: queryKeys.notifications })
      const before = queryClient.getQueryData(queryKeys.notifications)
      queryClient.setQueryData(queryKeys.notifications, { ...before, ...change } as Notifications)
      return before
    },
    onSuccess: (_, { sentence }) => void notify('success', sentence),
    onError: (failure, _, before) => {
      queryClient.setQueryData(queryKeys.notifications, before)
      void notify('error', sentenceOf(failure, 'That could not be saved'))
    },
  })

  if (!data) {
    if (error) return <Failure sentence={sentenceOf(error, 'Error fetching settings')} onRetry={() => void refetch()} />
    return (
      <Loading label="Loading settings">
        <Skeleton className="h-60" />
      </Loading>
    )
  }
  return (
    <div ref={place} className="grid">
      {matters.map(({ name, label, hint }) => (
        <div key={name} className="border-line border-b py-4 first:pt-0">
          <Segment
            label={label}
            labelPlace="beside"
            hint={hint}
            options={often}
            value={data[name]}
            onChange={(value) => mutate({ change: { [name]: value }, sentence: `${label}: ${said[value]}` })}
          />
        </div>
      ))}
      <div className="grid gap-1.5 pt-5">
        <p aria-hidden="true" className="font-medium text-ui">
          Daily mail at
        </p>
        <Select
          label="Daily mail at"
          className="w-48"
          options={times}
          value={data.dailyAt}
          onChange={({ target }) => {
            const dailyAt = target.value as Notifications['dailyAt']
            mutate({ change: { dailyAt }, sentence: `Daily mail at ${dailyAt} UTC` })
          }}
        />
        <p className="mt-3 text-caption text-ink-3">
          Every change counts at once. Mails about your password and your payments come in any case.
        </p>
      </div>
    </div>
  )
}
