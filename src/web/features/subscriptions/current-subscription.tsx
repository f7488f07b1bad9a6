import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { PaymentMode } from '#shared/config.ts'
import { cancelSubscription, openPortal, resumeSubscription, type Subscription } from '#shared/subscriptions.ts'
import { call } from '#web/lib/api.ts'
import { errorMessage } from '#web/lib/error-message.ts'
import { formatDay } from '#web/lib/formats.ts'
import { notify } from '#web/lib/notify.ts'
import { queryKeys } from '#web/lib/queries/keys.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { Notice } from '#web/ui/notice.tsx'

type Props = { subscription: Subscription; end: string; payments: PaymentMode | undefined }

export function CurrentSubscription({ subscription, end, payments }: Props) {
  const [isAsking, setIsAsking] = useState(false)
  const { cancel, resume, openPortal } = useSubscriptionChanges()
  const { status, planDetails } = subscription
  const failure = resume.failure || openPortal.failure
  return (
    <section aria-labelledby="running" className="grid gap-5 border-line border-y py-6">
      <div className="flex flex-wrap items-center justify-between gap-x-8 gap-y-5">
        <div className="grid gap-1">
          <h2 id="running" className="flex flex-wrap items-center gap-3 text-subhead">
            {planDetails.name} <StatusBadge status={status} end={end} />
          </h2>
          <p className="text-ink-2">{statusText(planDetails.name, status, formatDay(end))}</p>
        </div>
        <div className="flex flex-wrap gap-3 max-sm:w-full max-sm:*:flex-1">
          {payments === 'stripe' && (
            <Button busy={openPortal.isBusy && 'Opening'} onClick={openPortal.run}>
              Manage cards and invoices
            </Button>
          )}
          {status === 'canceled' ? (
            <Button busy={resume.isBusy && 'Resuming'} onClick={resume.run}>
              Resume subscription
            </Button>
          ) : (
            <Button kind="ghost" onClick={() => setIsAsking(true)}>
              Cancel subscription
            </Button>
          )}
        </div>
      </div>
      {failure && <Notice tone="danger">{failure}</Notice>}
      {isAsking && (
        <ConfirmDialog
          title="Cancel subscription"
          verb="Cancel subscription"
          busyVerb="Canceling"
          dismissVerb="Keep it"
          onConfirm={cancel}
          onClose={() => setIsAsking(false)}
        >
          <p>
            You'll keep {planDetails.name} until {formatDay(end)}, then switch to Free. You can resume it before then.
          </p>
          <p>Nothing is deleted or hidden. You just can't add more until you're under Free's limits.</p>
        </ConfirmDialog>
      )}
    </section>
  )
}

function statusText(plan: string, status: Subscription['status'], day: string) {
  if (status === 'canceled') return `Canceled. You'll keep ${plan} until ${day}, then switch to Free.`
  if (status === 'past_due') {
    return `The last payment failed. You'll keep ${plan} until ${day}. Pay with another card to keep it after that.`
  }
  return `Renews on ${day}.`
}

function StatusBadge({ status, end }: { status: Subscription['status']; end: string }) {
  if (status === 'canceled') return <Badge tone="warn">Ends {formatDay(end)}</Badge>
  return status === 'past_due' ? <Badge tone="danger">Payment failed</Badge> : <Badge tone="ok">Active</Badge>
}

function useSubscriptionChanges() {
  const queryClient = useQueryClient()
  const queryKey = queryKeys.subscription

  /** Rethrows errors, because ConfirmDialog shows their message. */
  async function cancel() {
    try {
      const { data } = await call(cancelSubscription)
      await queryClient.invalidateQueries({ queryKey })
      void notify('success', data.message)
    } catch (error) {
      throw new Error(errorMessage(error, 'Failed to cancel subscription. Please try again.'))
    }
  }

  const resuming = useMutation({
    mutationFn: () => call(resumeSubscription),
    onSuccess: ({ data }) => queryClient.setQueryData(queryKey, data),
  })
  const opening = useMutation({
    mutationFn: () => call(openPortal),
    onSuccess: ({ data }) => window.location.assign(data.url),
  })

  return {
    cancel,
    resume: {
      run: () => resuming.mutate(),
      isBusy: resuming.isPending,
      failure: resuming.error && errorMessage(resuming.error, 'Failed to resume subscription. Please try again.'),
    },
    openPortal: {
      run: () => opening.mutate(),
      isBusy: opening.isPending,
      failure: opening.error && errorMessage(opening.error, 'Failed to open the billing portal. Please try again.'),
    },
  }
}
