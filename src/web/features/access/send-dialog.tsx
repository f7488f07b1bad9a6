import * as z from 'zod/mini'
import type { Invitation } from '#shared/invitations.ts'
import { noteMaxLength } from '#shared/limits.ts'
import { optionalText } from '#shared/text.ts'
import { useSchemaForm } from '#web/lib/form.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog, DialogButtons } from '#web/ui/dialog.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { TextArea } from '#web/ui/text-field.tsx'

const messageForm = z.object({ message: optionalText('Message', noteMaxLength) })

type Props = { invitation: Invitation; onSend: (message: string) => Promise<unknown>; onClose: () => void }

export function SendDialog({ invitation: { name, email }, onSend, onClose }: Props) {
  const form = useSchemaForm({
    schema: messageForm,
    defaults: { message: '' },
    submit: ({ message }) => onSend(message),
    fallback: "The email couldn't be sent. Please try again.",
  })
  return (
    <Dialog title={`Send the invitation to ${name}`} onClose={onClose}>
      <form onSubmit={form.onSubmit} noValidate className="grid gap-5">
        {form.refusal && <Notice tone="danger">{form.refusal}</Notice>}
        <p className="text-ink-2 wrap-anywhere">
          We'll email {email} the cover image and their personal link. We remove any URLs from your message.
        </p>
        <TextArea
          label="Message (optional)"
          autoFocus
          rows={3}
          error={form.errorOf('message')}
          {...form.register('message')}
        />
        <DialogButtons>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" kind="primary" busy={form.isSubmitting && 'Sending'}>
            Send
          </Button>
        </DialogButtons>
      </form>
    </Dialog>
  )
}
