import { ChevronLeft, ChevronRight, CircleCheck, Focus, Pencil, Star, Trash2 } from 'lucide-react'
import { useEffect, useEffectEvent } from 'react'
import type { Image } from '#shared/images.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog, DialogButtons } from '#web/ui/dialog.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { imageName } from './image-order.ts'
import type { ImageAction } from './image-tile.tsx'

type Props = {
  images: readonly Image[]
  image: Image
  isSelected: boolean
  onShow: (image: Image) => void
  onToggle: () => void
  onAction: (action: ImageAction, image: Image) => void
  onClose: () => void
}

export function ImagePreview({ images, image, isSelected, onShow, onToggle, onAction, onClose }: Props) {
  const index = images.findIndex(({ _id }) => _id === image._id)
  const [before, after] = [images[index - 1], images[index + 1]]
  const onKeyDown = useEffectEvent(({ key }: KeyboardEvent) => {
    if (key === 'ArrowLeft' && before) onShow(before)
    if (key === 'ArrowRight' && after) onShow(after)
  })
  useEffect(() => {
    const listen = (event: KeyboardEvent) => onKeyDown(event)
    window.addEventListener('keydown', listen)
    return () => window.removeEventListener('keydown', listen)
  }, [])
  return (
    <Dialog title={imageName(image)} onClose={onClose} wide>
      <img
        key={image._id}
        // Owners don't need animations to manage images, so load only the first frame.
        src={image.stills?.at(-1)?.url ?? image.imageUrl}
        alt={imageName(image)}
        width={image.width}
        height={image.height}
        className="image-preview"
      />
      <div className="flex flex-wrap items-center gap-2">
        <IconButton icon={ChevronLeft} label="Previous" disabled={!before} onClick={() => before && onShow(before)} />
        <IconButton icon={ChevronRight} label="Next" disabled={!after} onClick={() => after && onShow(after)} />
        <span className="mr-auto text-caption text-ink-3 tabular-nums">
          {index + 1} of {images.length}
        </span>
        <Button kind="ghost" icon={CircleCheck} aria-pressed={isSelected} onClick={onToggle}>
          {isSelected ? 'Selected' : 'Select'}
        </Button>
        {image.isCoverImage ? (
          <Button kind="ghost" icon={Focus} onClick={() => onAction('focus', image)}>
            Focal point
          </Button>
        ) : (
          <Button kind="ghost" icon={Star} onClick={() => onAction('cover', image)}>
            Set as cover
          </Button>
        )}
        <Button kind="ghost" icon={Pencil} onClick={() => onAction('edit', image)}>
          Edit details
        </Button>
        <Button kind="ghostDanger" icon={Trash2} onClick={() => onAction('delete', image)}>
          Delete
        </Button>
      </div>
      <DialogButtons>
        <Button autoFocus onClick={onClose}>
          Close
        </Button>
      </DialogButtons>
    </Dialog>
  )
}
