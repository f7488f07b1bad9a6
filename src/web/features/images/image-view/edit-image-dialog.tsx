import { useQueryClient } from '@tanstack/react-query'
import { imageChange } from '#shared/image-forms.ts'
import { type Image, updateImage } from '#shared/images.ts'
import { descriptionMaxLength, titleMaxLength } from '#shared/limits.ts'
import { call } from '#web/lib/api.ts'
import { useSchemaForm } from '#web/lib/form.ts'
import { notify } from '#web/lib/notify.ts'
import { type ImageResult, queryKeys } from '#web/lib/queries/keys.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog, DialogButtons } from '#web/ui/dialog.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { TextArea, TextField } from '#web/ui/text-field.tsx'

export function EditImageDialog({ image, onClose }: { image: Image; onClose: () => void }) {
  const queryClient = useQueryClient()
  const form = useSchemaForm({
    schema: imageChange,
    defaults: { title: image.title, description: image.description },
    fallback: 'Failed to update image. Please try again.',
    submit: async (body) => {
      const { data } = await call(updateImage, { params: { id: image._id }, body })
      const shown: ImageResult = { state: 'open', image: data }
      queryClient.setQueryData(queryKeys.image(image._id), shown)
      for (const queryKey of [queryKeys.galleries, queryKeys.links]) void queryClient.invalidateQueries({ queryKey })
      onClose()
      void notify('success', 'Details saved')
    },
  })
  const lengthOf = (name: 'title' | 'description') => form.watch(name)?.length ?? 0
  return (
    <Dialog title="Edit image" onClose={onClose}>
      <form className="grid gap-5" noValidate onSubmit={form.onSubmit}>
        {form.refusal && <Notice tone="danger">{form.refusal}</Notice>}
        <TextField
          label="Title"
          {...form.register('title')}
          error={form.errorOf('title')}
          count={{ used: lengthOf('title'), max: titleMaxLength }}
        />
        <TextArea
          label="Description"
          {...form.register('description')}
          error={form.errorOf('description')}
          count={{ used: lengthOf('description'), max: descriptionMaxLength }}
        />
        <DialogButtons>
          <Button onClick={onClose}>Cancel</Button>
          <Button kind="primary" type="submit" busy={form.isSubmitting && 'Saving'}>
            Save
          </Button>
        </DialogButtons>
      </form>
    </Dialog>
  )
}
