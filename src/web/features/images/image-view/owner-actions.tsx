import { useQueryClient } from '@tanstack/react-query'
import { Pencil, Trash2 } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { generatePath, useNavigate } from 'react-router'
import { deleteImage, type Image } from '#shared/images.ts'
import { pages } from '#shared/pages.ts'
import { restoreTrash } from '#shared/trash.ts'
import { call } from '#web/lib/api.ts'
import { errorMessage } from '#web/lib/error-message.ts'
import { notify, offerUndo } from '#web/lib/notify.ts'
import { queryKeys } from '#web/lib/queries/keys.ts'
import { undoSentence, useTrashDays } from '#web/lib/use-trash-days.ts'
import { Button } from '#web/ui/button.tsx'

const ConfirmDialog = lazy(async () => ({ default: (await import('#web/ui/confirm-dialog.tsx')).ConfirmDialog }))
const EditImageDialog = lazy(async () => ({ default: (await import('../edit-image-dialog.tsx')).EditImageDialog }))

export function OwnerActions({ image, title }: { image: Image; title: string }) {
  const [asking, setAsking] = useState<'edit' | 'delete'>()
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  const trashDays = useTrashDays()
  const close = () => setAsking(undefined)

  const remove = async () => {
    try {
      await call(deleteImage, { params: { id: image._id } })
    } catch (error) {
      throw new Error(errorMessage(error, 'Failed to delete image. Please try again.'))
    }
    if (trashDays > 0) offerUndo('Image deleted', () => void restore())
    else void notify('success', 'Image deleted')
    void navigate(generatePath(pages.gallery, { slug: image.link.slug }), { replace: true })
    queryClient.removeQueries({ queryKey: queryKeys.image(image._id) })
    invalidate()
  }

  const invalidate = () => {
    for (const queryKey of [queryKeys.galleries, queryKeys.links, queryKeys.subscription, queryKeys.trash]) {
      void queryClient.invalidateQueries({ queryKey })
    }
  }

  const restore = async () => {
    await call(restoreTrash, { body: { imageIds: [image._id] } }).catch((error) =>
      notify('error', errorMessage(error, "Couldn't restore the image. Please try again.")),
    )
    invalidate()
  }

  return (
    <>
      <Button kind="ghost" icon={Pencil} onClick={() => setAsking('edit')}>
        Edit
      </Button>
      <Button kind="ghost" icon={Trash2} onClick={() => setAsking('delete')}>
        Delete
      </Button>
      {asking === 'edit' && (
        <Suspense>
          <EditImageDialog title="Edit image" image={image} onClose={close} />
        </Suspense>
      )}
      {asking === 'delete' && (
        <Suspense>
          <ConfirmDialog title="Delete Image" verb="Delete" busyVerb="Deleting" onConfirm={remove} onClose={close}>
            <p>
              Are you sure you want to delete the image "{title}"? {undoSentence(trashDays, 'it')}
            </p>
            <p>All comments on this image will also be deleted.</p>
          </ConfirmDialog>
        </Suspense>
      )}
    </>
  )
}
