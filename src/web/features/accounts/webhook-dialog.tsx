import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useController } from 'react-hook-form'
import { newWebhook, type WebhookEvent, webhookEvents } from '#shared/webhook-forms.ts'
import { createWebhook, updateWebhook, type Webhook } from '#shared/webhooks.ts'
import { call } from '#web/lib/api.ts'
import { useSchemaForm } from '#web/lib/form.ts'
import { queryKeys } from '#web/lib/queries/keys.ts'
import { Button } from '#web/ui/button.tsx'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { Dialog, DialogButtons } from '#web/ui/dialog.tsx'
import { FieldError } from '#web/ui/field.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { LinkPicker } from './link-picker.tsx'
import { ShownOnce } from './shown-once.tsx'

/** Tests are sent by hand, so people don't choose them. */
const choices: { event: WebhookEvent; label: string }[] = [
  { event: 'images.added', label: 'Images are added' },
  { event: 'choice.sent', label: 'Favorites are sent' },
  { event: 'comment.added', label: 'Someone comments' },
  { event: 'link.closing', label: 'A link is about to expire' },
]

type Props = {
  /** The webhook to edit, or undefined for a new one. */
  webhook?: Webhook
  onClose: () => void
}

/** Shows the secret once a webhook is created, because it can't be shown again. */
export function WebhookDialog({ webhook, onClose }: Props) {
  const [secret, setSecret] = useState<string>()
  if (secret !== undefined) return <SecretDialog secret={secret} onClose={onClose} />
  return (
    <Dialog title={webhook ? 'Edit webhook' : 'Add webhook'} onClose={onClose}>
      <WebhookForm {...(webhook && { webhook })} onCreated={setSecret} onClose={onClose} />
    </Dialog>
  )
}

export const SecretDialog = ({ secret, onClose }: { secret: string; onClose: () => void }) => (
  <Dialog key="secret" title="Your webhook secret" onClose={onClose}>
    <p className="text-ink-2">Use it to check that calls come from us. You will not see this again.</p>
    <ShownOnce label="Webhook secret" value={secret} copied="Secret copied" onDone={onClose} />
  </Dialog>
)

function WebhookForm({ webhook, onCreated, onClose }: Props & { onCreated: (secret: string) => void }) {
  const queryClient = useQueryClient()
  const reload = () => queryClient.invalidateQueries({ queryKey: queryKeys.webhooks })
  const form = useSchemaForm({
    schema: newWebhook,
    defaults: webhook
      ? { url: webhook.url, events: webhook.events, links: webhook.links }
      : { url: '', events: ['images.added', 'choice.sent'], links: null },
    fallback: "The webhook couldn't be saved. Please try again.",
    submit: async (body) => {
      if (webhook) {
        await call(updateWebhook, { params: { id: webhook._id }, body })
        void reload()
        onClose()
      } else {
        const { data } = await call(createWebhook, { body })
        void reload()
        onCreated(data.secret)
      }
    },
  })
  const { field: events } = useController({ control: form.control, name: 'events' })
  const { field: links } = useController({ control: form.control, name: 'links' })

  return (
    <form noValidate onSubmit={form.onSubmit} className="grid gap-5">
      {form.refusal && <Notice tone="danger">{form.refusal}</Notice>}
      <TextField
        label="URL"
        type="url"
        dir="ltr"
        autoComplete="off"
        autoFocus
        placeholder="https://"
        hint="https only. Addresses inside a private network aren't allowed."
        error={form.errorOf('url')}
        {...form.register('url')}
      />
      <EventBoxes chosen={events.value ?? []} error={form.errorOf('events')} onChange={events.onChange} />
      <LinkPicker value={links.value ?? null} error={form.errorOf('links')} onChange={links.onChange} />
      <DialogButtons>
        <Button onClick={onClose}>Cancel</Button>
        <Button kind="primary" type="submit" busy={form.isSubmitting && 'Saving'}>
          {webhook ? 'Save' : 'Add webhook'}
        </Button>
      </DialogButtons>
    </form>
  )
}

type EventBoxesProps = {
  chosen: readonly WebhookEvent[]
  error: string | undefined
  onChange: (events: WebhookEvent[]) => void
}

const EventBoxes = ({ chosen, error, onChange }: EventBoxesProps) => (
  <fieldset className="grid min-w-0 gap-1">
    <legend className="mb-1 font-medium text-ui">Call it when</legend>
    {choices.map(({ event, label }) => (
      <Checkbox
        key={event}
        label={label}
        checked={chosen.includes(event)}
        onChange={({ target }) =>
          onChange(webhookEvents.filter((each) => (each === event ? target.checked : chosen.includes(each))))
        }
      />
    ))}
    {error && <FieldError>{error}</FieldError>}
  </fieldset>
)
