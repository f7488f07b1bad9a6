import { useQueryClient } from '@tanstack/react-query'
import { type Image, updateImage } from '#shared/images.ts'
import { call } from '#web/lib/api.ts'
import { notify } from '#web/lib/notify.ts'
import { DetailsDialog } from './details-dialog.tsx'
import { changeLink, refresh, withChanged } from './link-cache.ts'

export function EditImageDialog({ image, onClose }: { image: Image; onClose: () => void }) {
  const client = useQueryClient()
  const { _id: id, title, description, fileName, link } = image
  return (
    <DetailsDialog
      name={fileName}
      draftKey={`image ${id}`}
      values={{ title, description, isCoverImage: image.isCoverImage }}
      onClose={onClose}
      onSave={async (body) => {
        const { data } = await call(updateImage, {
          params: { id },
          body: { title: body.title, description: body.description },
        })
        changeLink(client, link._id, (known) => withChanged(known, data))
        void refresh(client, link._id)
        void notify('success', 'Details saved')
      }}
    />
  )
}
