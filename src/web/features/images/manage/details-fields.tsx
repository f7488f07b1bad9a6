import { useWatch } from 'react-hook-form'
import * as z from 'zod/mini'
import { imageChange } from '#shared/image-forms.ts'
import { descriptionMaxLength, titleMaxLength } from '#shared/limits.ts'
import { useSchemaForm } from '#web/lib/form.ts'
import { Button } from '#web/ui/button.tsx'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { DialogButtons } from '#web/ui/dialog.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { TextArea, TextField } from '#web/ui/text-field.tsx'
import type { UploadDetails } from '../upload/upload.ts'

const details = z.extend(z.required(z.pick(imageChange, { title: true, description: true })), {
  isCoverImage: z.boolean(),
})

type Options = {
  draftKey?: string
  values: UploadDetails
  onSave: (details: UploadDetails) => Promise<unknown>
  onClose: () => void
}

export const useDetailsForm = ({ draftKey = '', values, onSave, onClose }: Options) =>
  useSchemaForm({
    draftKey,
    schema: details,
    defaults: values,
    fallback: 'Failed to update image. Please try again.',
    submit: async (changed) => {
      await onSave(changed)
      onClose()
    },
  })

type Props = {
  form: ReturnType<typeof useDetailsForm>
  withCover: boolean
  onCancel: () => void
}

export function DetailsFields({ form, withCover, onCancel }: Props) {
  const [title = '', description = ''] = useWatch({ control: form.control, name: ['title', 'description'] })
  return (
    <>
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
      {withCover && <Checkbox label="Use as cover" {...form.register('isCoverImage')} />}
      <DialogButtons>
        <Button onClick={onCancel} disabled={form.isSubmitting}>
          Cancel
        </Button>
        <Button kind="primary" type="submit" busy={form.isSubmitting && 'Saving'}>
          Save
        </Button>
      </DialogButtons>
    </>
  )
}
