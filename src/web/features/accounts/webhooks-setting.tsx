import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Check, CircleAlert, Ellipsis, KeyRound, Pencil, Plus, Power, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router'
import { pages } from '#shared/pages.ts'
import { plans } from '#shared/plans.ts'
import type { WebhookEvent } from '#shared/webhook-forms.ts'
import { deleteWebhook, renewWebhookSecret, testWebhook, updateWebhook, type Webhook } from '#shared/webhooks.ts'
import { call } from '#web/lib/api.ts'
import { errorMessage, thrownMessage } from '#web/lib/error-message.ts'
import { count } from '#web/lib/formats.ts'
import { notify } from '#web/lib/notify.ts'
import { queryKeys } from '#web/lib/queries/keys.ts'
import { ownerQueries } from '#web/lib/queries/owner.ts'
import { useSellsPlans } from '#web/lib/use-sells-plans.ts'
import { usePlanId } from '#web/lib/use-subscription.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { Failure } from '#web/ui/failure.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { Menu } from '#web/ui/menu.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { Setting } from '#web/ui/setting.tsx'
import { Loading, Skeleton } from '#web/ui/skeleton.tsx'
import { WebhookDeliveries } from './webhook-deliveries.tsx'
import { SecretDialog, WebhookDialog } from './webhook-dialog.tsx'

const eventTexts: Record<WebhookEvent, string> = {
  'images.added': 'images added',
  'choice.sent': 'favorites sent',
  'comment.added': 'comments',
  'link.closing': 'links about to expire',
  'webhook.test': 'tests',
}

export function WebhooksSetting() {
  const { data: webhooks, error, refetch } = useQuery(ownerQueries.webhooks)
  const isIncluded = useIsIncluded()
  const [isAdding, setIsAdding] = useState(false)
  return (
    <Setting title="Webhooks" sentence="We call your URL when photos arrive, favorites are sent or someone comments.">
      <div className="grid gap-4">
        {isIncluded === false && <NotIncluded />}
        {error ? (
          <Failure sentence={errorMessage(error, "Couldn't load your webhooks.")} onRetry={() => void refetch()} />
        ) : webhooks ? (
          <>
            {webhooks.length > 0 ? (
              <ul>
                {webhooks.map((webhook) => (
                  <WebhookRow key={webhook._id} webhook={webhook} />
                ))}
              </ul>
            ) : (
              <p className="text-ink-2 text-ui">No webhooks yet.</p>
            )}
            {isIncluded && (
              <Button icon={Plus} className="justify-self-start" onClick={() => setIsAdding(true)}>
                Add webhook
              </Button>
            )}
            {isAdding && <WebhookDialog onClose={() => setIsAdding(false)} />}
          </>
        ) : (
          <Loading label="Loading your webhooks">
            <Skeleton className="h-11 w-40" />
          </Loading>
        )}
      </div>
    </Setting>
  )
}

/** Returns undefined while loading. */
function useIsIncluded() {
  const sellsPlans = useSellsPlans()
  const planId = usePlanId()
  return sellsPlans ? planId && plans[planId].allows.webhooks : true
}

const NotIncluded = () => (
  <Notice tone="info">
    Webhooks are part of{' '}
    <Link className="link" to={pages.pricing}>
      the Gold plan
    </Link>
    .
  </Notice>
)

function WebhookRow({ webhook }: { webhook: Webhook }) {
  const { _id: id, url, isActive, turnedOffBecause } = webhook
  const queryClient = useQueryClient()
  const [open, setOpen] = useState<'edit' | 'delete' | 'renew' | { secret: string }>()
  const [showsDeliveries, setShowsDeliveries] = useState(false)
  const close = () => setOpen(undefined)
  const reload = () => queryClient.invalidateQueries({ queryKey: queryKeys.webhooks })

  const attempt = async (work: () => Promise<unknown>, done: string) => {
    try {
      await work()
      await reload()
      void notify('success', done)
    } catch (error) {
      void notify('error', thrownMessage(error, 'An error occurred. Please try again.'))
    }
  }
  const turn = (isOn: boolean) =>
    attempt(
      () => call(updateWebhook, { params: { id }, body: { isActive: isOn } }),
      isOn ? 'Webhook turned on' : 'Webhook turned off',
    )
  const sendTest = () =>
    attempt(async () => {
      await call(testWebhook, { params: { id } })
      setShowsDeliveries(true)
    }, 'Test sent')

  return (
    <li className="grid gap-2 border-line border-t py-4 last:border-b">
      <h3 className="wrap-anywhere font-medium text-ui" dir="ltr">
        {url}
      </h3>
      <p className="flex flex-wrap gap-x-5 text-caption text-ink-3">
        <span className="first-letter:uppercase">{webhook.events.map((event) => eventTexts[event]).join(', ')}</span>
        <span>{linksOf(webhook)}</span>
      </p>
      <div>
        {isActive ? (
          <Badge tone="ok" icon={Check}>
            Working
          </Badge>
        ) : (
          <Badge tone="danger" icon={CircleAlert}>
            Off
          </Badge>
        )}
      </div>
      <div className="-mx-3 flex flex-wrap">
        <Button
          kind="ghost"
          aria-expanded={showsDeliveries}
          aria-label={`Deliveries to ${url}`}
          onClick={() => setShowsDeliveries(!showsDeliveries)}
        >
          Deliveries
        </Button>
        <Button kind="ghost" aria-label={`Send test to ${url}`} onClick={sendTest}>
          Send test
        </Button>
        <Menu
          items={[
            { label: 'Edit', icon: Pencil, onSelect: () => setOpen('edit') },
            { label: 'New secret', icon: KeyRound, onSelect: () => setOpen('renew') },
            { label: isActive ? 'Turn off' : 'Turn on', icon: Power, onSelect: () => void turn(!isActive) },
            { label: 'Delete', icon: Trash2, isDestructive: true, onSelect: () => setOpen('delete') },
          ]}
          trigger={(props) => <IconButton {...props} icon={Ellipsis} label={`More for ${url}`} hint="More" />}
        />
      </div>
      {turnedOffBecause !== null && (
        <Notice tone="warn">
          <p>Turned off: {turnedOffBecause} Fix it there, then turn the webhook back on.</p>
          <Button className="mt-3" onClick={() => turn(true)}>
            Turn on
          </Button>
        </Notice>
      )}
      {showsDeliveries && <WebhookDeliveries webhook={webhook} />}
      {open === 'edit' && <WebhookDialog webhook={webhook} onClose={close} />}
      {open === 'renew' && (
        <ConfirmDialog
          title="Create a new secret?"
          verb="Create secret"
          busyVerb="Creating"
          onConfirm={async () => {
            const { data } = await call(renewWebhookSecret, { params: { id } })
            setOpen({ secret: data.secret })
          }}
          onClose={() => setOpen((current) => (current === 'renew' ? undefined : current))}
        >
          <p>For 24 hours, we sign calls with both secrets. Use the new one by then.</p>
        </ConfirmDialog>
      )}
      {typeof open === 'object' && <SecretDialog secret={open.secret} onClose={close} />}
      {open === 'delete' && (
        <ConfirmDialog
          title="Delete this webhook?"
          verb="Delete webhook"
          busyVerb="Deleting"
          onConfirm={async () => {
            await call(deleteWebhook, { params: { id } })
            await reload()
            void notify('success', 'Webhook deleted')
          }}
          onClose={close}
        >
          <p>We stop calling it right away. You can't undo this.</p>
        </ConfirmDialog>
      )}
    </li>
  )
}

function linksOf({ links }: Webhook) {
  if (links === null) return 'All links'
  return links.length === 0 ? 'No links' : count(links.length, 'link')
}
