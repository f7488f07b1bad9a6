import * as z from 'zod/mini'
import type { Invitation } from '#shared/invitations.ts'
import { noteMaxLength } from '#shared/limits.ts'
import { optionalText } from '#shared/text.ts'
import { useSchemaForm } from '#web/lib/form.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog, DialogButtons } from '#web/ui/dialog.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { TextArea } from '#web/ui/text-field.tsx'

const words = z.object({ message: optionalText('Message', noteMaxLength) })

type Props = { invitation: Invitation; onSend: (message: string) => Promise<unknown>; onClose: () => void }

/** Mails somebody their address, with some words where there are any. */
export function SendDialog({ invitation: { name, email }, onSend, onClose }: Props) {
  const form = useSchemaForm({
    schema: words,
    defaults: { message: '' },
    submit: ({ message }) => onSend(message),
    fallback: 'The mail could not be sent. Please try again.',
  })
  return (
    <Dialog title={`Send the invitation to ${name}`} onClose={onClose}>
      <form onSubmit={form.onSubmit} noValidate className="grid gap-5">
        {form.refusal && <Notice tone="danger">{form.refusal}</Notice>}
        <p className="text-ink-2 wrap-anywhere">
          It goes to {email}, with the cover of the gallery and the address that is theirs alone. Web addresses in your
          message are left out.
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
