import { X } from 'lucide-react'
import { type ComponentType, useEffect, useEffectEvent, useState } from 'react'
import type { Image } from '#shared/images.ts'
import { notify } from '#web/lib/notify.ts'
import { IconButton } from '#web/ui/icon-button.tsx'
import { ratioOf } from '../wall/wall-layout.ts'
import { sourceOnWall } from '../wall/wall-position.ts'
import type { ImageViewerProps } from './image-viewer.tsx'
import { loadedViewer, loadViewer } from './load-viewer.ts'

export function Lightbox(props: ImageViewerProps) {
  const [ImageViewer, setViewer] = useState<ComponentType<ImageViewerProps> | undefined>(
    () => loadedViewer()?.ImageViewer,
  )
  const { link, index, onShow, onClose } = props

  const onFailure = useEffectEvent(() => {
    onClose()
    void notify('error', "Couldn't open the photo. Check your connection and try again.")
  })
  useEffect(() => {
    let isWanted = true
    loadViewer().then(
      (loaded) => isWanted && setViewer(() => loaded.ImageViewer),
      () => isWanted && onFailure(),
    )
    return () => {
      isWanted = false
    }
  }, [])

  if (ImageViewer) return <ImageViewer {...props} />
  const image = link.images[index]
  return image ? <ViewerPlaceholder image={image} onShow={onShow} onClose={onClose} /> : null
}

/** Shows the thumbnail where the viewer will show the image. */
function ViewerPlaceholder({
  image,
  onShow,
  onClose,
}: { image: Image } & Pick<ImageViewerProps, 'onShow' | 'onClose'>) {
  const { _id, thumbnailUrl, placeholder, width, height } = image
  useEffect(() => onShow(_id), [_id, onShow])
  return (
    <div
      role="dialog"
      aria-modal="true"
      aria-label="Photo viewer"
      aria-busy="true"
      className="fixed inset-0 z-40 grid place-items-center overflow-hidden bg-room scheme-dark"
      onKeyDown={({ key }) => key === 'Escape' && onClose()}
    >
      <img
        src={sourceOnWall(_id) ?? thumbnailUrl}
        alt=""
        width={width}
        height={height}
        style={{
          width: `min(100vw, ${width}px, ${ratioOf(image)} * 100dvh)`,
          background: `center / cover url("${placeholder}")`,
        }}
      />
      <IconButton
        autoFocus
        className="absolute top-2 right-2 bg-room/60 text-room-ink!"
        icon={X}
        label="Close"
        onClick={onClose}
      />
    </div>
  )
}
