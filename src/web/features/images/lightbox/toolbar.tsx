import { useInfiniteQuery } from '@tanstack/react-query'
import { Maximize, MessageCircle, Minimize, Pause, Play, Share2, ZoomIn } from 'lucide-react'
import { type ReactNode, useEffect, useSyncExternalStore } from 'react'
import type { Image } from '#shared/images.ts'
import { count } from '#web/lib/formats.ts'
import { imageQueries } from '#web/lib/queries/image.ts'
import { buttonStyle } from '#web/ui/button-style.ts'
import { IconButton } from '#web/ui/icon-button.tsx'
import { IconLink } from '#web/ui/icon-link.tsx'
import { DownloadImage } from '../download-image.tsx'

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

type CommentsButtonProps = { imageId: string; isSettled: boolean; isOpen: boolean; onPress: () => void }

export function CommentsButton({ imageId, isSettled, isOpen, onPress }: CommentsButtonProps) {
  // Prefetch the comments of images the visitor stops at, so the sheet opens from the cache.
  const { data: comments = [], hasNextPage } = useInfiniteQuery({
    ...imageQueries.comments(imageId),
    enabled: isSettled,
  })
  const text = hasNextPage ? `${comments.length}+ comments` : count(comments.length, 'comment')
  return (
    <button
      type="button"
      className={`${buttonStyle.icon} viewer-talk`}
      aria-label={comments.length > 0 ? text : 'Comments'}
      aria-expanded={isOpen}
      title="Comments"
      onClick={onPress}
    >
      <MessageCircle size={20} strokeWidth={1.75} aria-hidden="true" />
      {comments.length > 0 && (
        <span aria-hidden="true">
          {comments.length}
          {hasNextPage && '+'}
        </span>
      )}
    </button>
  )
}

const subscribe = (listener: () => void) => {
  document.addEventListener('fullscreenchange', listener)
  return () => document.removeEventListener('fullscreenchange', listener)
}
const exitFullScreen = () => void document.exitFullscreen().catch(() => {})

// Put the whole page in full screen, not just the viewer, so dialogs and toasts are visible.
const toggleFullScreen = () => {
  if (document.fullscreenElement) exitFullScreen()
  else void document.documentElement.requestFullscreen().catch(() => {})
}

/** `toggle` is undefined if the browser doesn't support full screen, as on iPhones. Unmounting exits full screen. */
export function useFullScreen() {
  const isFull = useSyncExternalStore(subscribe, () => document.fullscreenElement !== null)
  useEffect(
    () => () => {
      if (document.fullscreenElement) exitFullScreen()
    },
    [],
  )
  return { isFull, toggle: document.fullscreenEnabled ? toggleFullScreen : undefined }
}
