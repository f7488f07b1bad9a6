import { useWatch } from 'react-hook-form'
import * as z from 'zod/mini'
import { imageChange } from '#shared/images.ts'
import { descriptionMaxLength, titleMaxLength } from '#shared/limits.ts'
import { useSchemaForm } from '#web/lib/form.ts'
import { Button } from '#web/ui/button.tsx'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { Dialog, DialogButtons } from '#web/ui/dialog.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { TextArea, TextField } from '#web/ui/text-field.tsx'
import type { UploadDetails } from '../upload/upload.ts'

const details = z.extend(z.required(imageChange), { isCoverImage: z.boolean() })

type Props = {
  /** The file or picture that this is about. */
  name: string
  values: UploadDetails
  /** Whether it can still be made the cover here. */
  withCover?: boolean
  onSave: (details: UploadDetails) => Promise<unknown>
  onClose: () => void
}

/** Title and description, before the upload or after it. */
export function DetailsDialog({ name, values, withCover = false, onSave, onClose }: Props) {
  const form = useSchemaForm({
    schema: details,
    defaults: values,
    fallback: 'Failed to update image. Please try again.',
    submit: async (changed) => {
      await onSave(changed)
      onClose()
    },
  })
  const [title = '', description = ''] = useWatch({ control: form.control, name: ['title', 'description'] })
  return (
    <Dialog title="Edit details" onClose={form.isSubmitting ? () => {} : onClose}>
      <form className="grid gap-5" onSubmit={form.onSubmit} noValidate>
        <p className="-mt-2 truncate text-caption text-ink-3">{name}</p>
        {form.refusal && <Notice tone="danger">{form.refusal}</Notice>}
        <TextField
          label="Title"
          autoFocus
          count={{ used: title.length, max: titleMaxLength }}
          error={form.errorOf('title')}
          {...form.register('title')}
        />
        <TextArea
          label="Description"
          count={{ used: description.length, max: descriptionMaxLength }}
          error={form.errorOf('description')}
          {...form.register('description')}
        />
        {withCover && <Checkbox label="Use as the link's cover" {...form.register('isCoverImage')} />}
        <DialogButtons>
          <Button onClick={onClose} disabled={form.isSubmitting}>
            Cancel
          </Button>
          <Button kind="primary" type="submit" busy={form.isSubmitting && 'Saving'}>
            Save
          </Button>
        </DialogButtons>
      </form>
    </Dialog>
  )
}
