import { useQueryClient } from '@tanstack/react-query'
import { type Image, updateImage } from '#shared/images.ts'
import { call } from '#web/lib/api.ts'
import { notify } from '#web/lib/notify.ts'
import { type ImageResult, queryKeys } from '#web/lib/queries/keys.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { DetailsFields, useDetailsForm } from './manage/details-fields.tsx'
import { changeLink, withChanged } from './manage/link-cache.ts'

type Props = {
  image: Image
  title: string
  /** Shown below the title. */
  fileName?: string
  onClose: () => void
}

export function EditImageDialog({ image, title, fileName, onClose }: Props) {
  const client = useQueryClient()
  const { _id: id, link, description, isCoverImage } = image
  const form = useDetailsForm({
    draftKey: `image ${id}`,
    values: { title: image.title, description, isCoverImage },
    onSave: async (details) => {
      const body = { title: details.title, description: details.description }
      const { data } = await call(updateImage, { params: { id }, body })
      changeLink(client, link._id, (known) => withChanged(known, data))
      // Don't invalidate this query, because fetching an image counts as a view.
      const shown: ImageResult = { state: 'open', image: data }
      client.setQueryData(queryKeys.image(id), (known) => known && shown)
      for (const queryKey of [queryKeys.galleries, queryKeys.links]) void client.invalidateQueries({ queryKey })
      void notify('success', 'Details saved')
    },
    onClose,
  })
  return (
    <Dialog title={title} onClose={form.isSubmitting ? () => {} : onClose}>
      <form className="grid gap-5" onSubmit={form.onSubmit} noValidate>
        {fileName && <p className="-mt-2 truncate text-caption text-ink-3">{fileName}</p>}
        <DetailsFields form={form} withCover={false} onCancel={onClose} />
      </form>
    </Dialog>
  )
}
