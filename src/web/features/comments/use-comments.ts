import { useInfiniteQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { count } from '#web/lib/formats.ts'
import { imageQueries } from '#web/lib/queries/image.ts'
import { useUser } from '#web/lib/session.ts'
import { readStored } from '#web/lib/storage.ts'
import { type CommentTarget, guestNameKey } from './comment-target.ts'

export function useComments({ imageId, linkOwnerId }: CommentTarget) {
  const query = useInfiniteQuery(imageQueries.comments(imageId))
  const { refetch, isFetched } = query
  const isLinkOwner = useUser()?._id === linkOwnerId
  // Prerendered pages have only approved comments. Owners also see pending ones, and guests see their own.
  useEffect(() => {
    if (isFetched && (isLinkOwner || readStored(guestNameKey) !== null)) void refetch()
  }, [isFetched, isLinkOwner, refetch])
  return query
}

/** Pending comments are counted separately and only for the owner. */
export function useCommentsTitle({ imageId, linkOwnerId }: CommentTarget) {
  const { data = [], hasNextPage } = useInfiniteQuery(imageQueries.comments(imageId))
  const isLinkOwner = useUser()?._id === linkOwnerId
  const shown = data.filter(({ state }) => state !== 'waiting').length
  const waiting = data.length - shown
  const counted = hasNextPage ? `${shown}+ comments` : count(shown, 'comment')
  const title = shown > 0 ? counted : 'Comments'
  return isLinkOwner && waiting > 0 ? `${title}, ${waiting} awaiting approval` : title
}
