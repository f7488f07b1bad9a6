import { DetailsFields, useDetailsForm } from '../manage/details-fields.tsx'
import type { Upload } from './upload.ts'
import { useUploadQueue } from './uploads.ts'

type Props = { upload: Upload; onClose: () => void }

export function UploadDetailsForm({ upload: { id, file, details }, onClose }: Props) {
  const queue = useUploadQueue()
  const form = useDetailsForm({
    values: details,
    onSave: (changed) => queue.describe(id, changed),
    onClose,
  })
  return (
    <form
      aria-label={`Details of ${file.name}`}
      className="grid gap-4 p-1 pt-3"
      onSubmit={form.onSubmit}
      onKeyDown={({ key }) => key === 'Escape' && !form.isSubmitting && onClose()}
      noValidate
    >
      <DetailsFields form={form} withCover onCancel={onClose} />
    </form>
  )
}
