import { Maximize, Minimize, Pause, Play, Share2, ZoomIn } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Image } from '#shared/images.ts'
import { IconButton } from '#web/ui/icon-button.tsx'
import { IconLink } from '#web/ui/icon-link.tsx'
import { DownloadImage } from '../download-image.tsx'
import type { useFullScreen } from './use-full-screen.ts'

type Props = {
  image: Image
  isPlaying: boolean
  isAlone: boolean
  fullScreen: ReturnType<typeof useFullScreen>
  onPlay: () => void
  onShare: () => void
  children: ReactNode
}

export const Toolbar = ({
  image,
  isPlaying,
  isAlone,
  fullScreen: { isFull, toggle },
  onPlay,
  onShare,
  children,
}: Props) => (
  <div className="viewer-tools viewer-control">
    {children}
    {!isAlone && (
      <IconButton
        icon={isPlaying ? Pause : Play}
        label={isPlaying ? 'Pause slideshow' : 'Slideshow'}
        onClick={onPlay}
      />
    )}
    {toggle && (
      <IconButton
        icon={isFull ? Minimize : Maximize}
        label={isFull ? 'Exit full screen' : 'Full screen'}
        onClick={toggle}
      />
    )}
    <IconLink
      icon={ZoomIn}
      label={image.url ? 'View full size' : 'View larger'}
      hint={`${image.url ? 'View full size' : 'View larger'} in a new tab`}
      href={image.url ?? image.imageUrl}
      isNewTab
    />
    <DownloadImage image={image} />
    <IconButton icon={Share2} label="Share this photo" aria-haspopup="dialog" onClick={onShare} />
  </div>
)
