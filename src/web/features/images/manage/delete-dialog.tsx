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
          ? `This deletes "${imageName(first)}" and its comments.`
          : `This deletes ${count(images.length, 'image')} and their comments.`}
      </p>
      {images.some((image) => image.isCoverImage) && <p>The next image becomes the cover.</p>}
    </ConfirmDialog>
  )
}
