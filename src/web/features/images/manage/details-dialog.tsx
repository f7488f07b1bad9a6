import { Dialog } from '#web/ui/dialog.tsx'
import type { UploadDetails } from '../upload/upload.ts'
import { DetailsFields, useDetailsForm } from './details-fields.tsx'

type Props = {
  name: string
  draftKey: string
  values: UploadDetails
  onSave: (details: UploadDetails) => Promise<unknown>
  onClose: () => void
}

export function DetailsDialog({ name, draftKey, values, onSave, onClose }: Props) {
  const form = useDetailsForm({ draftKey, values, onSave, onClose })
  return (
    <Dialog title="Edit details" onClose={form.isSubmitting ? () => {} : onClose}>
      <form className="grid gap-5" onSubmit={form.onSubmit} noValidate>
        <p className="-mt-2 truncate text-caption text-ink-3">{name}</p>
        <DetailsFields form={form} withCover={false} onCancel={onClose} />
      </form>
    </Dialog>
  )
}
