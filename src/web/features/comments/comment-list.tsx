import { useInfiniteQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { errorMessage } from '#web/lib/error-message.ts'
import { count } from '#web/lib/formats.ts'
import { imageQueries } from '#web/lib/queries/image.ts'
import { useSession, useUser } from '#web/lib/session.ts'
import { Button } from '#web/ui/button.tsx'
import { Failure } from '#web/ui/failure.tsx'
import { Loading, Skeleton } from '#web/ui/skeleton.tsx'
import { CommentItem } from './comment-item.tsx'
import type { CommentTarget } from './comment-target.ts'

export function CommentList({ target }: { target: CommentTarget }) {
  const userId = useUser()?._id
  const isModerator = useIsModerator(target)
  const { data: comments, error, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = useComments(target)
  if (!comments) {
    if (error)
      return <Failure sentence={errorMessage(error, 'Error fetching comments')} onRetry={() => void refetch()} />
    return (
      <Loading label="Loading comments">
        <Skeleton className="h-20" />
      </Loading>
    )
  }
  if (comments.length === 0) {
    const invitation = target.commenting === 'off' ? '' : ' Be the first.'
    return <p className="border-line border-t pt-5 text-ink-3">No comments yet.{invitation}</p>
  }
  return (
    <>
      {hasNextPage && (
        <div className="border-line border-t py-4">
          <Button
            kind="ghost"
            className="-ml-3"
            busy={isFetchingNextPage && 'Loading'}
            onClick={() => void fetchNextPage()}
          >
            Show earlier comments
          </Button>
        </div>
      )}
      <ul>
        {comments.map((comment) => (
          <CommentItem
            key={comment._id}
            comment={comment}
            target={target}
            isOwn={comment.isOwn === true || (userId !== undefined && comment.user?._id === userId)}
            isModerator={isModerator}
          />
        ))}
      </ul>
    </>
  )
}

function useIsModerator({ linkOwnerId, isEditor = false }: CommentTarget) {
  const userId = useUser()?._id
  return isEditor || userId === linkOwnerId
}

function useComments(target: CommentTarget) {
  const { imageId, commenting } = target
  const query = useInfiniteQuery(imageQueries.comments(imageId))
  const { refetch, isFetched, isFetchedAfterMount } = query
  const isModerator = useIsModerator(target)
  const isGuest = useSession().status === 'signed-out' && commenting === 'guests'
  // Prerendered pages have only approved comments. Owners and editors also see pending ones, and guests see their own.
  useEffect(() => {
    if (isFetched && !isFetchedAfterMount && (isModerator || isGuest)) void refetch()
  }, [isFetched, isFetchedAfterMount, isModerator, isGuest, refetch])
  return query
}

/** Pending comments are counted separately and only for the owner and editors. */
export function useCommentsTitle(target: CommentTarget) {
  const { data = [], hasNextPage } = useInfiniteQuery(imageQueries.comments(target.imageId))
  const isModerator = useIsModerator(target)
  const shown = data.filter(({ state }) => state !== 'waiting').length
  const waiting = data.length - shown
  const counted = hasNextPage ? `${shown}+ comments` : count(shown, 'comment')
  const title = shown > 0 ? counted : 'Comments'
  return isModerator && waiting > 0 ? `${title}, ${waiting} awaiting approval` : title
}
