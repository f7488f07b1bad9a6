import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Check, CircleAlert, Clock } from 'lucide-react'
import { useState } from 'react'
import type { WebhookEvent } from '#shared/webhook-forms.ts'
import { type Delivery, retryDelivery, type Webhook } from '#shared/webhooks.ts'
import { call } from '#web/lib/api.ts'
import { errorMessage, thrownMessage } from '#web/lib/error-message.ts'
import { count, formatMinute } from '#web/lib/formats.ts'
import { notify } from '#web/lib/notify.ts'
import { queryKeys } from '#web/lib/queries/keys.ts'
import { ownerQueries } from '#web/lib/queries/owner.ts'
import { Button } from '#web/ui/button.tsx'
import { Failure } from '#web/ui/failure.tsx'
import { Loading, Skeleton } from '#web/ui/skeleton.tsx'

const eventNames: Record<WebhookEvent, string> = {
  'images.added': 'Images added',
  'choice.sent': 'Favorites sent',
  'comment.added': 'Comment added',
  'link.closing': 'Link about to expire',
  'webhook.test': 'Test',
}

/** While the list is open, it shows new attempts soon after they're made. */
const refetchMs = 3000

const firstShown = 10

export function WebhookDeliveries({ webhook }: { webhook: Webhook }) {
  const { data, error, refetch } = useQuery({ ...ownerQueries.deliveries(webhook._id), refetchInterval: refetchMs })
  const [showsAll, setShowsAll] = useState(false)
  if (error && !data) {
    return <Failure sentence={errorMessage(error, "Couldn't load the deliveries.")} onRetry={() => void refetch()} />
  }
  if (!data) {
    return (
      <Loading label="Loading the deliveries">
        <Skeleton className="h-12" />
      </Loading>
    )
  }
  if (data.length === 0) return <p className="text-caption text-ink-3">Nothing sent yet.</p>
  return (
    <>
      <ul aria-label="Deliveries">
        {data.slice(0, showsAll ? data.length : firstShown).map((delivery) => (
          <DeliveryRow key={delivery._id} webhookId={webhook._id} delivery={delivery} />
        ))}
      </ul>
      {!showsAll && data.length > firstShown && (
        <Button className="justify-self-start" onClick={() => setShowsAll(true)}>
          Show {data.length - firstShown} more
        </Button>
      )}
    </>
  )
}

function DeliveryRow({ webhookId, delivery }: { webhookId: string; delivery: Delivery }) {
  const { event, error } = delivery
  const name = eventNames[event]
  const [Icon, tone] =
    error !== null
      ? [CircleAlert, 'text-danger']
      : delivery.deliveredAt === null
        ? [Clock, 'text-ink-3']
        : [Check, 'text-ok']
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 border-line border-t py-2.5">
      <div className="flex min-w-0 gap-3">
        <Icon size={18} strokeWidth={1.75} aria-hidden="true" className={`mt-0.5 shrink-0 ${tone}`} />
        <div className="min-w-0">
          <p className="text-ui">{name}</p>
          <p className="wrap-anywhere text-caption text-ink-3">{outcomeOf(delivery)}</p>
        </div>
      </div>
      {error !== null && <RetryButton webhookId={webhookId} delivery={delivery} name={name} />}
    </li>
  )
}

function RetryButton({ webhookId, delivery, name }: { webhookId: string; delivery: Delivery; name: string }) {
  const queryClient = useQueryClient()
  const [isBusy, setIsBusy] = useState(false)
  const retry = async () => {
    setIsBusy(true)
    try {
      await call(retryDelivery, { params: { id: webhookId, deliveryId: delivery._id } })
      await queryClient.invalidateQueries({ queryKey: queryKeys.deliveries(webhookId) })
      void notify('success', 'Sent again')
    } catch (error) {
      void notify('error', thrownMessage(error, 'An error occurred. Please try again.'))
    }
    setIsBusy(false)
  }
  return (
    <Button kind="ghost" aria-label={`Send ${name} again`} busy={isBusy && 'Sending'} onClick={retry}>
      Try again
    </Button>
  )
}

function outcomeOf({ createdAt, deliveredAt, attempts, error }: Delivery) {
  const when = formatMinute(createdAt)
  if (error === null) return `${when}, ${deliveredAt === null ? 'waiting' : 'delivered'}`
  return `${when}. ${error} Tried ${attempts === 1 ? 'once' : count(attempts, 'time')}.`
}
