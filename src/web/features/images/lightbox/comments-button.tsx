import { useInfiniteQuery } from '@tanstack/react-query'
import { MessageCircle } from 'lucide-react'
import { count } from '#web/lib/formats.ts'
import { imageQueries } from '#web/lib/queries/image.ts'
import { buttonStyle } from '#web/ui/button-style.ts'

type Props = { imageId: string; isSettled: boolean; isOpen: boolean; onPress: () => void }

export function CommentsButton({ imageId, isSettled, isOpen, onPress }: Props) {
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
