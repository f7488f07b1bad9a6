import { type ComponentType, useEffect, useEffectEvent, useState } from 'react'
import { notify } from '#web/lib/notify.ts'
import { Spinner } from '#web/ui/spinner.tsx'
import type { ImageViewerProps } from './image-viewer.tsx'

const loadViewer = () => import('./image-viewer.tsx')

/** Somebody reaches for a picture: a head start. Whether it fails is seen when it is opened. */
export const preloadViewer = () => void loadViewer().catch(() => {})

/** Pictures seen large. The code for it is fetched when the first one is opened; until it is there, the screen is dark. */
export function Lightbox(props: ImageViewerProps) {
  const [ImageViewer, setViewer] = useState<ComponentType<ImageViewerProps>>()
  const { onClose } = props

  const onFailure = useEffectEvent(() => {
    onClose()
    void notify('error', 'The picture could not be opened. Check your connection and try again.')
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
  return (
    <div className="fixed inset-0 z-40 grid place-items-center bg-room scheme-dark">
      <Spinner label="Opening" />
    </div>
  )
}
