import type { Image } from '#shared/images.ts'
import { count } from '#web/lib/formats.ts'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { imageName } from './image-order.ts'

type Props = { images: readonly Image[]; onDelete: () => void; onClose: () => void }

export function DeleteDialog({ images, onDelete, onClose }: Props) {
  const [first] = images
  const isOne = images.length === 1
  return (
    <ConfirmDialog
      title={isOne ? 'Delete Image' : `Delete ${count(images.length, 'image')}`}
      verb="Delete"
      busyVerb="Deleting"
      onConfirm={async () => onDelete()}
      onClose={onClose}
    >
      <p>
        {isOne && first
          ? `"${imageName(first)}" is deleted, and its comments with it.`
          : `${count(images.length, 'image')} are deleted, and their comments with them.`}
      </p>
      {images.some((image) => image.isCoverImage) && <p>The next picture becomes the link's cover.</p>}
    </ConfirmDialog>
  )
}
