import { Ban, Ellipsis, Images, RotateCcw, Trash2, UserPen } from 'lucide-react'
import { useState } from 'react'
import * as z from 'zod/mini'
import { type Guest, updateGuest } from '#shared/guest-uploads.ts'
import { guestNameMaxLength } from '#shared/limits.ts'
import { optionalLine } from '#shared/text.ts'
import { call } from '#web/lib/api.ts'
import { withFallback } from '#web/lib/error-message.ts'
import { useSchemaForm } from '#web/lib/form.ts'
import { count } from '#web/lib/formats.ts'
import { notify } from '#web/lib/notify.ts'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { Dialog, DialogButtons } from '#web/ui/dialog.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { Menu } from '#web/ui/menu.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { Switch } from '#web/ui/switch.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { useApprovedGuest } from './approved-images.tsx'
import { guestName } from './queue-image.tsx'
import type { UploadQueue } from './use-upload-queue.ts'

type Props = { queue: UploadQueue; guest: Guest }

export function GuestMenu({ queue, guest }: Props) {
  const [dialog, setDialog] = useState<'rename' | 'reject' | 'block'>()
  const name = guestName(guest)
  const subject = guest.name || 'this guest'
  const { showApproved } = useApprovedGuest()
  const close = () => setDialog(undefined)
  const unblock = async () => {
    try {
      await call(updateGuest, { params: { id: guest._id }, body: { isBlocked: false } }).catch(
        withFallback('Failed to unblock the guest. Please try again.'),
      )
      await queue.guests.refetch()
    } catch (error) {
      await notify('error', (error as Error).message)
    }
  }
  return (
    <>
      <Menu
        items={[
          { label: 'Rename', icon: UserPen, onSelect: () => setDialog('rename') },
          ...(guest.shown > 0
            ? [{ label: `Approved from ${subject}`, icon: Images, onSelect: () => showApproved(guest._id) }]
            : []),
          ...(guest.isBlocked ? [{ label: `Unblock ${subject}`, icon: RotateCcw, onSelect: unblock }] : []),
          ...(guest.waiting > 0
            ? [
                {
                  label: `Reject all from ${subject}`,
                  icon: Trash2,
                  isDestructive: true,
                  onSelect: () => setDialog('reject'),
                },
              ]
            : []),
          ...(guest.isBlocked
            ? []
            : [{ label: `Block ${subject}`, icon: Ban, isDestructive: true, onSelect: () => setDialog('block') }]),
        ]}
        trigger={(props) => <IconButton {...props} icon={Ellipsis} label={`More for ${name}`} hint="More" />}
      />
      {dialog === 'rename' && <RenameDialog queue={queue} guest={guest} onClose={close} />}
      {dialog === 'block' && <BlockDialog queue={queue} guest={guest} onClose={close} />}
      {dialog === 'reject' && (
        <ConfirmDialog
          title={`Reject all ${count(guest.waiting, 'image')} from ${subject}?`}
          verb={`Reject ${count(guest.waiting, 'image')}`}
          busyVerb="Rejecting"
          onConfirm={() => queue.decideAll('reject', { guestId: guest._id })}
          onClose={close}
        >
          <p>They're deleted. Images you approved stay in the gallery.</p>
        </ConfirmDialog>
      )}
    </>
  )
}

function BlockDialog({ queue, guest, onClose }: Props & { onClose: () => void }) {
  const [isRejecting, setIsRejecting] = useState(true)
  const name = guest.name || 'this guest'
  const block = async () => {
    await call(updateGuest, { params: { id: guest._id }, body: { isBlocked: true } })
    if (isRejecting && guest.waiting > 0) await queue.decideAll('reject', { guestId: guest._id })
    else await queue.guests.refetch()
  }
  return (
    <ConfirmDialog
      title={`Block ${name}?`}
      verb={`Block ${name}`}
      busyVerb="Blocking"
      onConfirm={block}
      onClose={onClose}
    >
      <p>
        {guest.name || 'They'} can't add anything more, starting now. Images you approved stay in the gallery. Someone
        you block can come back with another browser.
      </p>
      {guest.waiting > 0 && (
        <Switch
          label={`Also reject the ${count(guest.waiting, 'image')} waiting from ${name}`}
          checked={isRejecting}
          onChange={({ target }) => setIsRejecting(target.checked)}
        />
      )}
    </ConfirmDialog>
  )
}

const renaming = z.object({ name: optionalLine('Name', guestNameMaxLength) })

function RenameDialog({ queue, guest, onClose }: Props & { onClose: () => void }) {
  const form = useSchemaForm({
    schema: renaming,
    defaults: { name: guest.name },
    fallback: 'Failed to rename the guest. Please try again.',
    submit: async (body) => {
      await call(updateGuest, { params: { id: guest._id }, body })
      await queue.guests.refetch()
      onClose()
    },
  })
  return (
    <Dialog title="Rename guest" onClose={onClose}>
      <form onSubmit={form.onSubmit} noValidate className="grid gap-5">
        {form.refusal && <Notice tone="danger">{form.refusal}</Notice>}
        <TextField
          label="Name"
          autoFocus
          autoComplete="off"
          hint="Visitors see it with the guest's images."
          error={form.errorOf('name')}
          {...form.register('name')}
        />
        <DialogButtons>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" kind="primary" busy={form.isSubmitting && 'Saving'}>
            Save
          </Button>
        </DialogButtons>
      </form>
    </Dialog>
  )
}
